// The page's side of the sandbox's HTTP API.
import { S } from './state.js'

async function request(method, path, params, body) {
  const url = 'ui/' + path + '?' + new URLSearchParams({ as: S.as, ...params })
  const answer = await fetch(url, { method, cache: 'no-store', headers: body && { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) })
  const text = await answer.text()
  let data = null
  try { data = text ? JSON.parse(text) : null } catch { /* an error page */ }
  if (!answer.ok) throw failure(answer, data?.message)
  return data
}
const failure = (answer, words) => Object.assign(new Error(words || `${answer.status} ${answer.statusText}`), { status: answer.status })
export const get = (path, params = {}) => request('GET', path, params)
export const post = (path, body = {}) => request('POST', path, {}, body)

// A browser keeps six connections to a host. So that eight windows can play side by side, four of them hold
// their stream of events open and the others look in every second.
const SLOTS = 4
const IDLE = 300
const PAUSE = 700

// follow reads events for one person until signal aborts. on.event gets each; on.up tells that the stream runs and what
// came before it must be loaded anew, on.down why it broke or could not be had.
export async function follow(signal, on) {
  const { as } = S
  let last = null // number of the last event seen
  let stale = true // the state must be loaded when the stream runs
  let slot = false
  claimSlot(signal, () => { slot = true })
  while (!signal.aborted) {
    try {
      const leave = new AbortController()
      const stop = () => leave.abort()
      signal.addEventListener('abort', stop)
      let idle
      const rest = () => { // without a slot, a quiet stream is let go
        clearTimeout(idle)
        idle = setTimeout(() => (slot ? null : leave.abort()), IDLE)
      }
      const answer = await fetch('ui/events?' + new URLSearchParams({ as }), {
        signal: leave.signal, cache: 'no-store', headers: last === null ? {} : { 'Last-Event-ID': String(last) },
      })
      if (!answer.ok) throw failure(answer)
      if (stale) on.up()
      stale = false
      rest()
      try {
        for await (const [id, data] of serverSentEvents(answer.body)) {
          last = data?.n ?? id ?? last
          if (data && !signal.aborted) on.event(data)
          rest()
        }
        throw new Error('ended')
      } catch (err) {
        if (!leave.signal.aborted) throw err
      } finally {
        if (last === null) stale = true // nothing to go on from
        clearTimeout(idle)
        signal.removeEventListener('abort', stop)
      }
      await sleep(PAUSE)
    } catch (err) {
      if (signal.aborted) return
      on.down(err)
      stale = true
      await sleep(1000)
    }
  }
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms))

// claimSlot waits for one of the few lasting connections and keeps it until the signal aborts.
function claimSlot(signal, got) {
  if (!navigator.locks) return got()
  const mine = new AbortController()
  signal.addEventListener('abort', () => mine.abort())
  let have = false
  for (let i = 0; i < SLOTS; i++) {
    navigator.locks.request('kumpas-stream-' + i, { signal: mine.signal }, () => {
      if (have || signal.aborted) return null
      have = true
      got()
      mine.abort() // the other slots are for others
      return new Promise((done) => signal.addEventListener('abort', done))
    }).catch(() => {})
  }
}

async function* serverSentEvents(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const parts = (rest + value).split(/\r?\n\r?\n/)
    rest = parts.pop()
    for (const part of parts) {
      const field = (name) => part.split(/\r?\n/).filter((l) => l.startsWith(name + ':')).map((l) => l.slice(name.length + 1).trim()).join('\n')
      const id = field('id') || null, data = field('data')
      if (id || data) yield [id, data ? JSON.parse(data) : null]
    }
  }
}
