// The open channel: its messages, patched in place, and where the reader stands among them.
import { h, icon, act, morph } from './dom.js'
import { get, post } from './api.js'
import { markdown } from './mdview.js'
import { components, embed, attachments, dots } from './components.js'
import { S, box, messagesIn, newer, isMine, mentionsMe, messageById, remember, display, userOf, isThread, markRead, channelName, changed } from './state.js'
import { clock, headTime, full, day } from './time.js'
import { t, tn, language } from './words.js'
import { leaves } from './commands.js'

const EPHEMERAL = 64, LOADING = 128
const APART = 7 * 60000 // messages of one author further apart than this have a head each
const list = () => document.getElementById('messages')
const scroller = () => document.getElementById('scroller')

const colours = ['#5865f2', '#3ba55c', '#e67e22', '#e84393', '#00a8a8', '#9b59b6', '#c0392b', '#2980b9']
export function avatar(user, size = 40) {
  const n = [...(user?.id ?? '0')].reduce((sum, d) => (sum * 31 + d.charCodeAt(0)) % 997, 7)
  const colour = typeof user?.color === 'number' ? '#' + user.color.toString(16).padStart(6, '0') : user?.color
  return h('span', { class: 'avatar', 'aria-hidden': 'true', style: { '--size': size + 'px', background: user?.bot ? '#5865f2' : colour || colours[n % colours.length] } },
    user?.bot ? '🧭' : [...display(user)][0]?.toLocaleUpperCase('tr'))
}

const known = (user) => ({ ...user, ...userOf(user?.id) })
const appTag = () => h('span', { class: 'app' }, icon('check', 12), t('app'))
const who = (author, time) => h('div', { class: 'who' }, h('span', { class: 'author' }, display(author)), author.bot && appTag(), time)
const failure = (words) => h('div', { class: 'failed', role: 'alert' }, icon('alert', 16), words)
const onlyYou = (dismissal) => h('div', { class: 'only' }, icon('eye', 16), t('onlyYou'), ' • ', h('button', { type: 'button', class: 'link', ...dismissal }, t('dismiss')))

// heads reports whether a message shows its author, or continues the group above.
function heads(m, above) {
  return !above || above.author?.id !== m.author?.id || usedCommand(m) || m.type === 19 || isSystem(m) || isSystem(above) ||
    ((m.flags ^ above.flags) & EPHEMERAL) !== 0 || Date.parse(m.timestamp) - Date.parse(above.timestamp) > APART || !sameDay(m, above)
}
const sameDay = (a, b) => new Date(a.timestamp).toDateString() === new Date(b.timestamp).toDateString()
const isSystem = (m) => [6, 7, 18, 21].includes(m.type)

// usedCommand is the name of the slash command that this message answers.
function usedCommand(m) {
  const meta = m.interaction_metadata
  return meta?.type === 2 && !meta.original_response_message_id ? m.interaction?.name ?? meta.name ?? '' : m.interaction?.name
}

const commandLine = (user, name) => h('div', { class: 'used' }, avatar(user, 16),
  tn('used', { user: h('b', null, display(user)), command: h('span', { class: 'mention' }, '/' + (name || '…')) }))

function body(m) {
  if ((m.flags & LOADING) !== 0) return h('div', { class: 'thinking' }, dots(), t('thinking', { bot: display(known(m.author)) }))
  const edited = m.edited_timestamp && h('time', { class: 'edited', datetime: m.edited_timestamp, title: full(m.edited_timestamp) }, t('edited'))
  const text = m.content ? markdown(m.content) : null
  if (text && edited) (text.lastElementChild?.tagName === 'P' ? text.lastElementChild : text).append(' ', edited)
  return [text, attachments(m), (m.embeds ?? []).map((e) => embed(e, m)),
    m.components?.length > 0 && h('div', { class: m.flags & 32768 ? 'parts v2' : 'parts' }, components(m.components, m)), !text && edited]
}

function systemLine(m) {
  const user = h('b', null, display(known(m.author)))
  if (m.type === 7) return tn('joined', { user })
  const id = m.message_reference?.channel_id ?? m.thread?.id
  return tn('startedThread', { user, thread: h('a', { class: 'link', href: '?channel=' + id, 'data-do': 'jump', 'data-to': id }, m.content || channelName(id)) })
}

// threadOf is the thread that hangs on a message: it has the message's id.
const threadOf = (m) => S.channels.get(m.id) ?? m.thread

function threadCard(c) {
  return h('button', { type: 'button', class: 'thread-card', 'data-do': 'jump', 'data-to': c.id },
    icon('thread', 16), h('b', null, c.name), h('span', { class: 'link' }, t('openThread'), ' ›'))
}

function messageNode(m, above) {
  const head = heads(m, above)
  const author = known(m.author)
  const command = usedCommand(m)
  const ephemeral = (m.flags & EPHEMERAL) !== 0
  const answered = m.referenced_message ?? (m.type === 19 ? messageById(m.message_reference?.message_id) : null)
  const kinds = [head && 'head', ephemeral && 'ephemeral', mentionsMe(m) && !ephemeral && 'called', isSystem(m) && 'system'].filter(Boolean)
  return h('li', {
    class: 'message ' + kinds.join(' '), id: 'm' + m.id, 'data-key': m.id, 'data-message-id': m.id, 'data-author': m.author?.id, 'data-ephemeral': ephemeral ? 'true' : null,
    tabindex: -1, 'aria-label': `${display(author)}, ${clock(m.timestamp)}`,
  },
  head && command != null && commandLine(known((m.interaction_metadata ?? m.interaction).user), command),
  answered && h('button', { type: 'button', class: 'used', 'data-do': 'jump', 'data-to': m.channel_id, 'data-message': answered.id },
    avatar(known(answered.author), 16), h('b', null, display(known(answered.author))), h('span', { class: 'excerpt' }, answered.content || t('message'))),
  head && !isSystem(m) ? avatar(author) : h('time', { class: 'aside', datetime: m.timestamp, title: full(m.timestamp) }, isSystem(m) ? '→' : clock(m.timestamp)),
  h('div', { class: 'content' },
    head && !isSystem(m) && who(author, h('time', { datetime: m.timestamp, title: full(m.timestamp) }, headTime(m.timestamp))),
    isSystem(m) ? systemLine(m) : body(m),
    threadOf(m) && !isSystem(m) && threadCard(threadOf(m)),
    S.failed.has(m.id) && failure(t('failed')),
    ephemeral && onlyYou({ 'data-do': 'dismiss' })),
  h('button', { type: 'button', class: 'more', 'data-do': 'messageMenu', 'aria-label': t('messageMenu'), title: t('messageMenu') }, icon('more')))
}

function ghostNode(id, g) {
  return h('li', { class: 'message head ghost', 'data-key': 'g' + id }, commandLine(S.me, g.name), avatar({ ...S.bots[0], bot: true }),
    h('div', { class: 'content' }, who({ ...S.bots[0], bot: true }),
      g.state === 'failed' ? [failure(t('noAnswer')), onlyYou({ 'data-do': 'dropGhost', 'data-ghost': id })] : h('div', { class: 'thinking' }, dots(), t('sending'))))
}

function beginning(c) {
  const name = isThread(c) ? c.name : '#' + c.name
  return h('li', { class: 'beginning', 'data-key': 'begin' }, h('span', { class: 'big-icon' }, icon(isThread(c) ? 'thread' : 'hash', 36)),
    h('h2', null, t('welcome', { channel: name })), h('p', null, t(isThread(c) ? 'welcomeThread' : 'welcomeSub', { channel: name })), isThread(c) ? null : hint())
}

// opens is the command that a newcomer needs first. Discord would not say so; here nobody else does.
const opens = () => leaves().find((l) => l.plain === 'play')
function hint() {
  const c = opens()
  const command = c && h('button', { type: 'button', class: 'mention', 'data-do': 'useCommand', 'data-name': c.plain }, '/' + c.name)
  return c && h('p', { class: 'opens' }, tn('opens', { command }))
}

// A message is drawn again only when something it shows has changed.
const drawn = new Map() // key -> {sign, node}
function row(key, sign, make) {
  const old = drawn.get(key)
  if (old?.sign === sign) return old.node
  const node = old ? morph(old.node, make()) : make()
  drawn.set(key, { sign, node })
  return node
}

let shownChannel = ''
let atEnd = true // the reader wants to see the newest
let lastTop = 0 // where the scroller stood when that was last so

// look finds out whether the reader has left the end: by scrolling up, not because something grew below.
function look() {
  const s = scroller()
  if (s.scrollHeight - s.scrollTop - s.clientHeight < 60) atEnd = true
  else if (s.scrollTop < lastTop - 2) atEnd = false
  if (atEnd) lastTop = s.scrollTop
}

export function drawMessages() {
  const c = S.channels.get(S.current)
  const place = list()
  if (shownChannel !== S.current) {
    drawn.clear()
    place.replaceChildren()
    atEnd = true
    shownChannel = S.current
  } else look()
  if (!c) return place.replaceChildren(h('li', { class: 'beginning' }, h('p', null, S.left ? t('left') : S.ready ? t('noChannel') : t('loading'))))
  place.setAttribute('aria-label', t('messages', { channel: c.name }))
  trim()
  const { complete, loaded } = box(S.current)
  const rows = []
  if (loaded && complete) rows.push(row('begin', [language(), c.name, opens()?.name].join(), () => beginning(c)))
  else rows.push(row('older', language(), () => h('li', { class: 'older', 'data-key': 'older' }, t(loaded ? 'older' : 'loading'))))
  let above = null, divided = !S.divider
  for (const m of messagesIn(S.current)) {
    if (above && !sameDay(above, m)) rows.push(row('day' + m.id, language(), () => h('li', { class: 'day', 'data-key': 'day' + m.id, role: 'separator' }, h('span', null, day(m.timestamp)))))
    if (!divided && newer(m.id, S.divider) && !isMine(m)) {
      divided = true
      rows.push(row('fresh', language(), () => h('li', { class: 'fresh', 'data-key': 'fresh', role: 'separator' }, h('span', null, t('fresh')))))
    }
    const mine = (map) => [...map].filter(([k]) => k.startsWith(m.id + ':')).join('|')
    const sign = [language(), worldSign(), heads(m, above), threadOf(m)?.name, S.failed.has(m.id), mine(S.busy), mine(S.picked), versionOf(m)].join('\n')
    const over = above
    rows.push(row(m.id, sign, () => messageNode(m, over)))
    above = m
  }
  for (const [id, g] of S.ghosts) if (g.channel === S.current) rows.push(row('g' + id, language() + g.state, () => ghostNode(id, g)))
  arrange(place, rows)
  if (atEnd) toEnd()
  document.getElementById('to-end').hidden = atEnd
}

// versionOf numbers message objects: every edit is a new object.
const versions = new WeakMap()
let version = 0
function versionOf(m) {
  if (!versions.has(m)) versions.set(m, ++version)
  return versions.get(m)
}

// worldSign changes with the names that mentions show.
const worldSign = () => S.users.size + ':' + S.channels.size + ':' + S.bots.length

function arrange(place, rows) {
  const keep = new Set(rows)
  for (const child of [...place.children]) if (!keep.has(child)) { child.remove(); drawn.delete(child.dataset.key) }
  rows.forEach((node, i) => { if (place.children[i] !== node) place.insertBefore(node, place.children[i] ?? null) })
}

function toEnd() {
  const s = scroller()
  s.scrollTop = s.scrollHeight
  lastTop = s.scrollTop
}
export function followEnd() {
  atEnd = true
  toEnd()
  changed()
}
act('toEnd', followEnd)

// trim forgets what is far above a reader at the end; scrolling up fetches it again.
function trim() {
  const b = box(S.current)
  if (!atEnd || b.map.size < 300) return
  for (const m of messagesIn(S.current).slice(0, -150)) b.map.delete(m.id)
  b.complete = false
}

let loadingOlder = false
async function loadOlder() {
  const channel = S.current
  const b = box(channel)
  const first = messagesIn(channel)[0]
  if (loadingOlder || !b.loaded || b.complete || !first) return
  loadingOlder = true
  try {
    const asked = performance.now()
    if (!take(channel, S.as, await get('messages', { channel, before: first.id }), asked)) return
    const s = scroller(), below = s.scrollHeight - s.scrollTop
    drawMessages()
    s.scrollTop = s.scrollHeight - below
  } catch { /* the next scroll tries again */ } finally { loadingOlder = false }
}

// take keeps a page of messages, but not over what an event has said of them since it was asked for.
function take(channel, as, page, asked) {
  if (as !== S.as) return false // asked for by the person shown before
  const b = box(channel)
  for (const m of page) {
    if (!(S.touched.get(m.id) > asked)) b.map.set(m.id, m)
    remember(m)
  }
  if (page.length < 50) b.complete = true
  b.loaded = true
  return true
}

// loadMessages fetches the newest messages of a channel; those it had before are forgotten, so that none outlives its deletion.
export async function loadMessages(channel) {
  const asked = performance.now()
  const as = S.as
  const page = await get('messages', { channel })
  if (as !== S.as) return
  const b = box(channel)
  b.complete = false
  for (const id of [...b.map.keys()]) if (!(S.touched.get(id) > asked)) b.map.delete(id)
  take(channel, as, page, asked)
  changed()
}

// settle marks what is on the screen as read.
export function settle() {
  if (!S.current || document.hidden || !atEnd || !box(S.current).loaded) return
  const last = messagesIn(S.current).at(-1)?.id
  if (!markRead(S.current, last)) return
  changed()
  post('read', { channel_id: S.current, message_id: last }).catch(() => {})
}

export async function showMessage(id) {
  for (let i = 0; i < 8 && !box(S.current).map.has(id) && !box(S.current).complete; i++) await loadOlder()
  const node = document.getElementById('m' + id)
  if (!node) return false
  atEnd = false
  node.scrollIntoView({ block: 'center' })
  node.focus({ preventScroll: true })
  node.classList.remove('flash')
  void node.offsetWidth // start the animation anew
  node.classList.add('flash')
  return true
}

export function watchScroll() {
  const s = scroller()
  s.addEventListener('scroll', () => {
    const before = atEnd
    look()
    document.getElementById('to-end').hidden = atEnd
    if (atEnd && !before) settle()
    if (s.scrollTop < 200) loadOlder()
  })
  const grown = new ResizeObserver(() => { if (atEnd) toEnd() })
  grown.observe(s)
  grown.observe(list())
}
