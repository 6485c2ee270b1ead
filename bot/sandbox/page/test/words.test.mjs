import test from 'node:test'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { missing, keys } from '../words.js'

const folder = new URL('..', import.meta.url)
const source = readdirSync(folder).filter((f) => f.endsWith('.js') && f !== 'words.js').map((f) => readFileSync(new URL(f, folder), 'utf8')).join('\n')

test('every language has every word, with the same parameters', () => assert.deepEqual(missing(), []))

test('every word is used', () => assert.deepEqual(keys().filter((k) => !source.includes(`'${k}'`)), []))

test('every word that is used exists', () => {
  const used = [...source.matchAll(/\bt[n]?\('(\w+)'/g)].map((m) => m[1])
  assert.ok(used.length > 50)
  assert.deepEqual(used.filter((k) => !keys().includes(k)), [])
})
