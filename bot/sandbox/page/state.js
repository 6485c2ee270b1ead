// What the page knows, for the person it shows. Everything on the screen is drawn from here.
import { t } from './words.js'

export const S = {
  as: '', alone: false, ready: false, left: false,
  guild: { name: '' }, me: {}, users: new Map(), bots: [], roles: new Map(), channels: new Map(), commands: [], faults: [],
  current: '', // the channel that is open
  messages: new Map(), // channel -> {map: id -> message, loaded, complete}
  touched: new Map(), // message -> time of the last event about it
  read: new Map(), // channel -> id of the last message read
  divider: '', // messages after this one are marked as new in the open channel
  busy: new Map(), // "message:custom_id" -> interaction, of presses not yet answered
  failed: new Set(), // messages whose last press failed
  picked: new Map(), // "message:custom_id" -> values just chosen, until the message changes
  ghosts: new Map(), // interaction -> {channel, name, state}: commands sent and not yet answered
  typing: new Map(), // channel -> {user: time in ms until which he types}
}

const listeners = new Set()
let due = false
export const onChange = (fn) => listeners.add(fn)

// changed has everything drawn once after the current run of events.
export function changed() {
  if (due) return
  due = true
  queueMicrotask(() => {
    due = false
    listeners.forEach((fn) => fn())
  })
}

// newer compares two snowflakes, which are too long for numbers.
export const newer = (a, b) => (a.length === b.length ? a > b : a.length > b.length)
const byId = (a, b) => (a.id === b.id ? 0 : newer(a.id, b.id) ? 1 : -1)

// People who have left still have names in what they said and where they were called.
const former = new Map()
export function remember(m) {
  for (const u of [m.author, ...(m.mentions ?? []), m.interaction_metadata?.user]) if (u) former.set(u.id, u)
}

export const userOf = (id) => S.users.get(id) ?? S.bots.find((b) => b.id === id) ?? former.get(id)
export const display = (user) => user?.global_name || user?.username || t('unknownUser')
export const nameOf = (id) => display(userOf(id))
export const channelName = (id) => S.channels.get(id)?.name ?? t('unknownChannel')
export const botName = () => display(S.bots[0])

const THREADS = new Set([10, 11, 12])
export const isThread = (c) => THREADS.has(c?.type)
const isText = (c) => c?.type === 0 || c?.type === 5
export const threadsOf = (id) => [...S.channels.values()]
  .filter((c) => isThread(c) && c.parent_id === id && (!c.thread_metadata?.archived || c.id === S.current)).sort((a, b) => byId(b, a))
export const textChannels = () => [...S.channels.values()].filter(isText).sort((a, b) => (a.position ?? 0) - (b.position ?? 0) || byId(a, b))

export function setWorld(w) {
  S.guild = w.guild
  S.me = w.me
  S.users = new Map((w.users ?? []).map((u) => [u.id, u]))
  S.bots = w.bots ?? []
  S.roles = new Map((w.guild.roles ?? w.roles ?? []).map((r) => [r.id, r]))
  S.channels = new Map((w.channels ?? []).map((c) => [c.id, c]))
  S.commands = w.commands ?? []
  S.faults = w.faults ?? []
  for (const [id, last] of Object.entries(w.last_read ?? {})) markRead(id, last)
  S.ready = true
}

export function box(channel) {
  if (!S.messages.has(channel)) S.messages.set(channel, { map: new Map(), loaded: false, complete: false })
  return S.messages.get(channel)
}
export const messagesIn = (channel) => [...box(channel).map.values()].sort(byId)
export const messageById = (id) => {
  for (const { map } of S.messages.values()) if (map.has(id)) return map.get(id)
}

export function putMessage(m) {
  box(m.channel_id).map.set(m.id, m)
  remember(m)
  S.touched.set(m.id, performance.now())
  const c = S.channels.get(m.channel_id)
  if (c && (!c.last_message_id || newer(m.id, c.last_message_id))) c.last_message_id = m.id
  S.failed.delete(m.id)
  for (const key of [...S.picked.keys()]) if (key.startsWith(m.id + ':')) S.picked.delete(key)
}

export function dropMessage(channel, id) {
  box(channel).map.delete(id)
  S.touched.set(id, performance.now())
}

export function markRead(channel, id) {
  if (!id || !newer(id, S.read.get(channel) ?? '0')) return false
  S.read.set(channel, id)
  return true
}

export const isMine = (m) => m.author?.id === S.as
export const mentionsMe = (m) => !isMine(m) && ((m.mentions ?? []).some((u) => u.id === S.as) ||
  m.mention_everyone || (m.mention_roles ?? []).some((r) => S.me.roles?.includes(r)))

// unread counts what came after the read marker of a channel: whether anything, and how often this person was called.
export function unread(channel) {
  const since = S.read.get(channel) ?? '0'
  const later = [...box(channel).map.values()].filter((m) => newer(m.id, since) && !isMine(m))
  const last = S.channels.get(channel)?.last_message_id
  return { any: later.length > 0 || (!box(channel).loaded && !!last && newer(last, since)), mentions: later.filter(mentionsMe).length }
}

export function can(bits) {
  if (bits == null) return true
  const mine = BigInt(S.me.permissions ?? -1), need = BigInt(bits)
  return (mine & 8n) === 8n || (mine & need) === need
}
