// Run: node --test bot/sandbox/page/test/
import test from 'node:test'
import assert from 'node:assert/strict'
import { parse, parseInline, onlyEmoji } from '../markdown.js'

// show writes a tree compactly: kind(children), text bare.
const show = (n) => Array.isArray(n) ? n.map(show).join('') : SHOW[n.t]?.(n) ?? `${n.t}(${show(n.c)})`
const SHOW = {
  text: (n) => n.v,
  mono: (n) => `mono(${n.v})`,
  code: (n) => `code:${n.lang}(${n.v})`,
  h: (n) => `h${n.level}(${show(n.c)})`,
  list: (n) => `${n.ordered ? 'ol' + n.start : 'ul'}(${n.items.map((i) => `[${show(i.c)}${show(i.lists)}]`).join('')})`,
  link: (n) => `link:${n.url}(${show(n.c)})`,
  user: (n) => `user(${n.id})`,
  role: (n) => `role(${n.id})`,
  channel: (n) => `channel(${n.id})`,
  everyone: (n) => `everyone(${n.v})`,
  command: (n) => `command(${n.name}|${n.id})`,
  time: (n) => `time(${n.unix}|${n.style})`,
  custom: (n) => `custom(${n.name}|${n.id})`,
  emoji: (n) => `emoji(${n.v})`,
}

const INLINE = {
  'plain text': ['hello', 'hello'],
  bold: ['a **b** c', 'a b(b) c'],
  'italics with stars': ['*x y*', 'i(x y)'],
  'italics with underscores': ['_x_', 'i(x)'],
  'bold italics': ['***x***', 'b(i(x))'],
  underline: ['__x__', 'u(x)'],
  'underlined italics': ['__*x*__', 'u(i(x))'],
  strike: ['~~x~~', 's(x)'],
  spoiler: ['||x **y**||', 'spoiler(x b(y))'],
  'nested kinds': ['**a *b* c**', 'b(a i(b) c)'],
  'bold within italics': ['*a **b** c*', 'i(a b(b) c)'],
  'a space after a star is a star': ['2 * 3 * 4', '2 * 3 * 4'],
  'underscores inside a word stay': ['snake_case_name', 'snake_case_name'],
  'underscores after Turkish letters stay': ['ş_a_ş', 'ş_a_ş'],
  'unclosed bold stays': ['**x', '**x'],
  'empty bold stays': ['****', '****'],
  'inline code keeps its signs': ['`**x** <@1>`', 'mono(**x** <@1>)'],
  'double ticks hold a tick': ['``a`b``', 'mono(a`b)'],
  'code hides a closing mark': ['**a `**` b**', 'b(a mono(**) b)'],
  'unclosed code stays': ['`x', '`x'],
  'escaped stars': ['\\*x\\*', '*x*'],
  'escaped closing': ['**a\\** b**', 'b(a** b)'],
  'escaped backslash': ['\\\\', '\\'],
  'a backslash before a letter stays': ['C:\\dir', 'C:\\dir'],
  'escaped emoji is text': ['\\😀', '😀'],
  'escaped mention is text': ['\\<@1>', '<@1>'],
  'masked link': ['[here](https://a.b/c?d=1)', 'link:https://a.b/c?d=1(here)'],
  'masked link in angle brackets': ['[here](<https://a.b>)', 'link:https://a.b(here)'],
  'masked link with format': ['[**x**](https://a.b)', 'link:https://a.b(b(x))'],
  'no link to scripts': ['[x](javascript:alert)', '[x](javascript:alert)'],
  'bare address loses the full stop': ['see https://a.b/c.', 'see link:https://a.b/c(https://a.b/c).'],
  'bare address in brackets': ['(https://a.b)', '(link:https://a.b(https://a.b))'],
  'address in angle brackets': ['<https://a.b>', 'link:https://a.b(https://a.b)'],
  'user, role, channel': ['<@1> <@!2> <@&3> <#4>', 'user(1) user(2) role(3) channel(4)'],
  everyone: ['@everyone @here @nobody', 'everyone(@everyone) everyone(@here) @nobody'],
  command: ['</table show:5>', 'command(table show|5)'],
  'timestamp with a style': ['<t:1700000000:R>', 'time(1700000000|R)'],
  'timestamp without': ['<t:1700000000>', 'time(1700000000|f)'],
  'timestamp of an unknown style is text': ['<t:1:x>', '<t:1:x>'],
  'custom emoji': ['<:coin:7> <a:spin:8>', 'custom(coin|7) custom(spin|8)'],
  'unicode emoji': ['a 👩‍🚀🇹🇷 b', 'a emoji(👩‍🚀)emoji(🇹🇷) b'],
  'keycap and bare digits': ['1️⃣ 1 #', 'emoji(1️⃣) 1 #'],
  'suits count as emoji': ['♠♥️', 'emoji(♠)emoji(♥️)'],
  'legal marks do not': ['© ™', '© ™'],
  'mention within bold': ['**<@1>**', 'b(user(1))'],
  'newlines stay': ['a\nb', 'a\nb'],
  'bold over two lines': ['**a\nb**', 'b(a\nb)'],
}
for (const [name, [text, want]] of Object.entries(INLINE)) {
  test(`inline: ${name}`, () => assert.equal(show(parseInline(text)), want))
}

const BLOCKS = {
  paragraph: ['a\n\nb', 'p(a\n\nb)'],
  'three headings': ['# a\n## b\n### c\nd', 'h1(a)h2(b)h3(c)p(d)'],
  'four signs are no heading': ['#### a', 'p(#### a)'],
  'a heading needs a space': ['#a', 'p(#a)'],
  subtext: ['-# small **b**\nrest', 'sub(small b(b))p(rest)'],
  'quote lines are one quote': ['> a\n> b\nc', 'quote(p(a\nb))p(c)'],
  'quote of one line at the end': ['x\n> a', 'p(x)quote(p(a))'],
  'block quote takes the rest': ['x\n>>> a\n\nb', 'p(x)quote(p(a\n\nb))'],
  'a quote holds blocks': ['> # a\n> - b', 'quote(h1(a)ul([b]))'],
  'no quote in a quote': ['> > a', 'quote(p(> a))'],
  'list with dashes and stars': ['- a\n* b', 'ul([a][b])'],
  'list after text': ['x\n- a\ny', 'p(x)ul([a])p(y)'],
  'nested list': ['- a\n  - b\n    - c\n- d', 'ul([aul([bul([c])])][d])'],
  'numbered list keeps its start': ['3. a\n4. b', 'ol3([a][b])'],
  'numbered within dashes': ['- a\n  1. b\n  2. c\n- d', 'ul([aol1([b][c])][d])'],
  'a continued item': ['- a\n  more\n- b', 'ul([a\nmore][b])'],
  'code block with a language': ['```go\nx := 1\n```', 'code:go(x := 1)'],
  'code block without': ['```\na\n  b\n```', 'code:(a\n  b)'],
  'code block in one line': ['a ```b``` c', 'p(a )code:(b)p( c)'],
  'code block keeps marks': ['```\n# a\n- **b**\n```', 'code:(# a\n- **b**)'],
  'code block between texts': ['a\n```\nb\n```\nc', 'p(a)code:(b)p(c)'],
  'code block in a quote': ['> ```\n> a\n> ```', 'quote(code:(a))'],
  'unclosed fence stays': ['```\na', 'p(```\na)'],
  'nothing at all': ['', ''],
  'windows line ends': ['# a\r\nb', 'h1(a)p(b)'],
}
for (const [name, [text, want]] of Object.entries(BLOCKS)) {
  test(`block: ${name}`, () => assert.equal(show(parse(text)), want))
}

test('only emoji', () => {
  assert.equal(onlyEmoji(parse('😀 😀')), true)
  assert.equal(onlyEmoji(parse('<:coin:7>')), true)
  assert.equal(onlyEmoji(parse('😀 a')), false)
  assert.equal(onlyEmoji(parse('😀'.repeat(31))), false)
  assert.equal(onlyEmoji(parse('# 😀')), false)
  assert.equal(onlyEmoji(parse('')), false)
})

test('no text is ever lost or endless', () => {
  const signs = ['*', '_', '~', '|', '`', '\\', '[', ']', '(', ')', '<', '>', '@', '#', '-', ' ', '\n', 'a', 'ş', '😀', '1.', 'https://a.b']
  let seed = 1
  const next = (n) => (seed = (seed * 48271) % 2147483647) % n
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: next(40) }, () => signs[next(signs.length)]).join('')
    const letters = (s) => [...s].filter((c) => c === 'a' || c === 'ş').length
    const plain = (n) => Array.isArray(n) ? n.map(plain).join('') : (n.v ?? '') + (n.lang ?? '') + plain(n.c ?? []) +
      (n.items ?? []).map((i) => plain(i.c) + plain(i.lists)).join('')
    assert.ok(letters(plain(parse(text))) >= letters(text.replaceAll('https://a.b', '')), JSON.stringify(text))
  }
})
