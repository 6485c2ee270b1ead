import test from 'node:test'
import assert from 'node:assert/strict'

globalThis.document = { documentElement: {} } // the page's language is written there
const { speak } = await import('../words.js')
const { relative, say } = await import('../time.js')

const RELATIVE = [
  ['en-US', 30, 'in 30 seconds'], ['en-US', -30, '30 seconds ago'], ['en-US', 59, 'in 59 seconds'], ['en-US', 60, 'in 1 minute'], ['en-US', 95, 'in 2 minutes'],
  ['en-US', 3599, 'in 1 hour'], ['en-US', 3500, 'in 58 minutes'], ['en-US', -7200, '2 hours ago'], ['en-US', 86400 * 3, 'in 3 days'], ['en-US', -86400 * 400, '1 year ago'],
  ['tr', 30, '30 saniye sonra'], ['tr', -120, '2 dakika önce'], ['tr', 0, '0 saniye sonra'],
]
for (const [locale, seconds, want] of RELATIVE) test(`${locale}: ${seconds} s`, () => {
  speak(locale)
  assert.equal(relative(1700000000 + seconds, 1700000000000), want)
})

test('an unknown client language speaks English', () => {
  speak('de')
  assert.equal(document.documentElement.lang, 'en-US')
})

test('styles follow the language', () => {
  speak('tr')
  assert.match(say(1700000000, 'D'), /Kasım 2023/)
  speak('en-US')
  assert.match(say(1700000000, 'D'), /November 1[45], 2023/)
})
