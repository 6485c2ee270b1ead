import test from 'node:test'
import assert from 'node:assert/strict'
import { S, newer, unread, putMessage, markRead, can } from '../state.js'
import { leaves, matching, read, suggestions, wire } from '../commands.js'

S.commands = [
  { name: 'play', type: 1, description: 'Open a table', options: [{ name: 'thread', type: 5, description: 'x' }, { name: 'game', type: 3, required: true, description: 'x', choices: [{ name: 'Entrika', value: 'entrika' }] }] },
  { name: 'table', type: 1, description: 'The table', options: [{ name: 'show', type: 1, description: 'x' }, { name: 'seat', type: 2, description: 'x', options: [{ name: 'add', type: 1, description: 'x', options: [{ name: 'who', type: 6, description: 'x' }] }] }] },
  { name: 'settings', type: 1, description: 'x', default_member_permissions: '32' },
  { name: 'User card', type: 2, description: '' },
]
S.me = { id: '1', permissions: '1024' }
S.as = '1'
S.users.set('7', { id: '7', username: 'ayse', global_name: 'Ayşe' })

test('sub-commands stand as entries of their own, commands beyond one’s rights not at all', () => {
  assert.deepEqual(leaves().map((l) => l.name), ['play', 'table seat add', 'table show'])
})

test('required options come first', () => {
  assert.deepEqual(leaves()[0].options.map((o) => o.name), ['game', 'thread'])
})

test('what begins as typed stands before what contains it', () => {
  assert.deepEqual(matching('table').map((l) => l.name), ['table seat add', 'table show', 'play'])
  assert.deepEqual(matching('zzz'), [])
})

test('values stand under sub-command and group', () => {
  const leaf = leaves().find((l) => l.name === 'table seat add')
  assert.deepEqual(wire(leaf, [{ name: 'who', type: 6, value: '7' }]), [{ name: 'seat', type: 2, options: [{ name: 'add', type: 1, options: [{ name: 'who', type: 6, value: '7' }] }] }])
  assert.deepEqual(wire(leaves()[0], []), [])
})

const READ = {
  'a choice by its name': [{ type: 3, choices: [{ name: 'Entrika', value: 'e' }] }, 'entrika', { value: 'e' }],
  'no choice': [{ type: 3, choices: [{ name: 'Entrika', value: 'e' }] }, 'Noir', { fault: 'Choose one from the list.' }],
  'an integer': [{ type: 4 }, '7', { value: 7 }],
  'no integer': [{ type: 4 }, '7.5', { fault: 'A number, please.' }],
  'a number': [{ type: 10 }, '7,5', { value: 7.5 }],
  'too large': [{ type: 4, min_value: 1, max_value: 9 }, '10', { fault: 'From 1 to 9.' }],
  'no limit below': [{ type: 4, max_value: 9 }, '-3', { value: -3 }],
  'a truth': [{ type: 5 }, 'False', { value: false }],
  'a person': [{ type: 6 }, 'ayşe', { value: '7' }],
  'too short': [{ type: 3, min_length: 3 }, 'ab', { fault: 'Must be 3 or more in length.' }],
  'free text beside suggestions of the bot': [{ type: 3, autocomplete: true }, 'abc', { value: 'abc' }],
  'empty and required': [{ type: 3, required: true }, '', { fault: 'This option is required.' }],
  'empty and optional': [{ type: 3 }, '', {}],
}
for (const [name, [option, text, want]] of Object.entries(READ)) test(`option: ${name}`, () => assert.deepEqual(read(option, text, null), want))

test('a picked suggestion keeps its value', () => {
  assert.deepEqual(read({ type: 3, autocomplete: true }, 'Turn', { label: 'Turn', value: 't1' }), { value: 't1' })
  assert.equal(suggestions({ type: 3, autocomplete: true }), null)
})

test('snowflakes compare as numbers', () => {
  assert.ok(newer('1300000000000000001', '1300000000000000000'))
  assert.ok(newer('1000000000000000000', '999999999999999999'))
  assert.ok(!newer('5', '5'))
})

test('unread counts others’ messages after the marker, and calls of this person', () => {
  S.channels.set('c', { id: 'c', type: 0 })
  assert.deepEqual(unread('c'), { any: false, mentions: 0 })
  putMessage({ id: '10', channel_id: 'c', author: { id: '2' }, mentions: [{ id: '1' }] })
  putMessage({ id: '11', channel_id: 'c', author: { id: '2' } })
  putMessage({ id: '12', channel_id: 'c', author: { id: '1' } })
  assert.deepEqual(unread('c'), { any: true, mentions: 1 })
  assert.ok(markRead('c', '10'))
  assert.deepEqual(unread('c'), { any: true, mentions: 0 })
  assert.ok(markRead('c', '12'))
  assert.ok(!markRead('c', '11'))
  assert.deepEqual(unread('c'), { any: false, mentions: 0 })
})

test('rights', () => {
  assert.ok(can('1024') && can(null) && !can('32'))
  S.me.permissions = '8'
  assert.ok(can('32'))
})
