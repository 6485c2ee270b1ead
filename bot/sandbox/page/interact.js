// Interactions from press to outcome: pending, done or failed.
import { act } from './dom.js'
import { post } from './api.js'
import { S, changed } from './state.js'

const settled = new Map() // interaction -> state, for outcomes that overtake the answer to our own request
const waiting = new Map() // interaction -> function that takes its outcome

// outcome resolves with "done" or "failed" when the interaction's event has come.
export function outcome(interaction) {
  if (settled.has(interaction)) return Promise.resolve(settled.get(interaction))
  return new Promise((done) => waiting.set(interaction, done))
}

export function onInteraction({ id, state }) {
  if (state === 'pending') return
  settled.set(id, state)
  waiting.get(id)?.(state)
  waiting.delete(id)
  if (settled.size > 500) settled.delete(settled.keys().next().value)
}

// forget gives up all that is pending; after a broken connection nobody knows.
export function forget() {
  S.busy.clear()
  S.ghosts.clear()
  for (const done of waiting.values()) done('done')
  waiting.clear()
  changed()
}

// press sends a press or a choice and follows it to its end.
export async function press(message, customId, values) {
  const key = message + ':' + customId
  if (S.busy.has(key)) return
  S.busy.set(key, true)
  S.failed.delete(message)
  changed()
  try {
    const { interaction } = await post('press', { message_id: message, custom_id: customId, ...(values && { values }) })
    if (await outcome(interaction) === 'failed') S.failed.add(message)
  } catch (err) {
    S.failed.add(message)
    throw err
  } finally {
    S.busy.delete(key)
    if (S.failed.has(message)) S.picked.delete(key)
    changed()
  }
}

act('press', (el) => {
  const message = el.closest('[data-message-id]')?.dataset.messageId
  if (message) press(message, el.dataset.customId).catch(() => {})
})

// command sends a slash command and shows it as a line of its own until it is answered.
export async function command(channel, name, words, options) {
  const { interaction } = await post('command', { channel_id: channel, name, options })
  S.ghosts.set(interaction, { channel, name: words, state: 'pending' })
  changed()
  outcome(interaction).then((state) => {
    if (state === 'failed') S.ghosts.set(interaction, { ...S.ghosts.get(interaction), state })
    else S.ghosts.delete(interaction)
    changed()
  })
}
act('dropGhost', (el) => { S.ghosts.delete(el.dataset.ghost); changed() })
