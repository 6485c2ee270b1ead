// The page's beginning: who it is, what the events do, what is drawn when.
import { h, icon, act, listen, morphChildren } from './dom.js'
import { get, post, follow } from './api.js'
import { S, onChange, changed, setWorld, putMessage, dropMessage, isThread, textChannels, unread, box, nameOf } from './state.js'
import { speak, t } from './words.js'
import { setClock, tick } from './time.js'
import { drawMessages, loadMessages, settle, showMessage, watchScroll } from './messages.js'
import { drawSidebar, address } from './sidebar.js'
import { applyTheme, messageMenu, channelMenu } from './menus.js'
import { drawComposer, watchComposer, leaveCommand, clear } from './composer.js'
import { openModal } from './modal.js'
import { onInteraction, forget } from './interact.js'
import { toast } from './popup.js'
import './select.js'

const $ = (id) => document.getElementById(id)
const query = new URLSearchParams(location.search)
let leaving = new AbortController() // ends what belongs to the person shown before

// What an event does to the state.
const EVENTS = {
  MESSAGE_CREATE(m) {
    S.typing.get(m.channel_id)?.delete(m.author?.id)
    if (m.channel_id === S.current && document.hidden && !S.divider) S.divider = S.read.get(S.current) ?? ''
    putMessage(m)
  },
  MESSAGE_UPDATE: putMessage,
  MESSAGE_DELETE: (d) => dropMessage(d.channel_id, d.id),
  CHANNEL_CREATE: putChannel, CHANNEL_UPDATE: putChannel, THREAD_CREATE: putChannel, THREAD_UPDATE: putChannel,
  CHANNEL_DELETE: dropChannel, THREAD_DELETE: dropChannel,
  TYPING_START(d) {
    if (d.user_id === S.as) return
    if (!S.typing.has(d.channel_id)) S.typing.set(d.channel_id, new Map())
    S.typing.get(d.channel_id).set(d.user_id, Date.now() + 8000)
  },
  INTERACTION: onInteraction,
  MODAL: (d) => openModal({ interaction: d.interaction, modal: d.modal ?? d }),
  COMMANDS: () => refresh().catch(() => {}),
  FAULTS: () => refresh().catch(() => {}),
  WORLD: () => load(),
}

let channelNews = 0 // counts what events said of channels

function putChannel(c) {
  channelNews++
  S.channels.set(c.id, { ...S.channels.get(c.id), ...c })
}

function dropChannel(c) {
  channelNews++
  S.channels.delete(c.id)
  S.messages.delete(c.id)
  for (const th of [...S.channels.values()]) if (isThread(th) && th.parent_id === c.id) dropChannel(th)
  if (!S.channels.has(S.current)) openChannel(S.channels.has(c.parent_id) ? c.parent_id : textChannels()[0]?.id ?? '')
}

// refresh takes over what the server says of the world, without touching the messages.
async function refresh() {
  const asked = S.as
  let w, news
  do { // an answer that events have overtaken is not used
    news = channelNews
    w = await get('world')
  } while (news !== channelNews && asked === S.as)
  if (asked !== S.as) return
  setWorld(w)
  S.left = false
  sessionStorage.setItem('username', w.me.username)
  setClock(w.now)
  speak(w.me.locale)
  changed()
}

// load brings everything up to date: at the start, and when events may have been missed.
async function load() {
  const signal = leaving.signal
  try {
    if (query.get('lang')) {
      await post('locale', { locale: query.get('lang') }).catch(() => {})
      query.delete('lang')
    }
    await refresh()
    if (signal.aborted) return
    forget()
    const wanted = [S.current, query.get('channel'), localStorage.getItem('channel:' + S.as), textChannels()[0]?.id].find((id) => S.channels.has(id))
    for (const b of S.messages.values()) b.loaded = false
    await openChannel(wanted ?? '')
    offline('')
    // Mentions elsewhere can be counted only in the messages themselves.
    const others = [...S.channels.values()].filter((c) => c.id !== S.current && unread(c.id).any).slice(0, 30)
    for (const c of others) if (!signal.aborted) await loadMessages(c.id).catch(() => {})
  } catch (err) {
    if (signal.aborted) return
    if (gone(err)) return first()
    offline(t('lost'))
    setTimeout(() => signal.aborted || load(), 1500)
  }
}

// gone tells that the server does not know this person (any more).
const gone = (err) => err.status >= 400 && err.status < 500 && err.status !== 429

function leave() {
  leaving.abort()
  Object.assign(S, { left: true, current: '', channels: new Map() })
  offline('')
  changed()
}

async function openChannel(id) {
  if (id !== S.current) leaveCommand()
  if (id !== S.current || !S.divider) S.divider = unread(id).any ? S.read.get(id) ?? '0' : ''
  S.current = id
  if (S.as) history.replaceState(null, '', address({}))
  if (id) localStorage.setItem('channel:' + S.as, id)
  changed()
  if (id && !box(id).loaded) await loadMessages(id).catch((err) => toast(err.message))
}

// be shows the page as another person.
async function be(id) {
  leaving.abort()
  leaving = new AbortController()
  forget()
  Object.assign(S, { as: id, ready: false, left: false, messages: new Map(), read: new Map(), typing: new Map(), failed: new Set(), picked: new Map(), divider: '' })
  clear()
  document.querySelectorAll('dialog').forEach((d) => d.close())
  if (!S.alone) localStorage.setItem('as', id)
  follow(leaving.signal, {
    up: load,
    down: (err) => {
      offline(t('reconnecting'))
      if (gone(err)) first()
    },
    event: ({ t: type, d }) => { EVENTS[type]?.(d); changed() },
  })
}

function offline(words) {
  $('offline').hidden = !words
  $('offline').textContent = words
}

function draw() {
  Object.assign(document.body.dataset, { as: S.as, channel: S.current, ready: String(S.ready && (!S.current || box(S.current).loaded)) }) // for tests
  drawSidebar()
  drawMessages()
  drawComposer()
  drawTyping()
  $('to-end').setAttribute('aria-label', t('toEnd'))
  morphChildren($('to-end'), [h('span', null, t('toEnd')), icon('down', 16)]) // a node replaced under a pressed mouse would swallow the click
  settle()
}

function drawTyping() {
  const users = [...(S.typing.get(S.current) ?? [])].filter(([, until]) => until > Date.now()).map(([id]) => nameOf(id))
  const words = users.length ? t('typing', { user: users.join(', ') }) : ''
  if ($('typing').textContent !== words) $('typing').textContent = words
}

const openDrawer = () => document.body.classList.add('drawer')
const closeDrawer = () => document.body.classList.remove('drawer')
act('openDrawer', openDrawer)
act('closeDrawer', closeDrawer)

const plain = (e) => !(e.ctrlKey || e.metaKey || e.shiftKey || e.button)
act('openChannel', (el, e) => {
  if (!plain(e)) return
  e.preventDefault()
  closeDrawer()
  openChannel(el.dataset.channelId)
})
act('jump', async (el, e) => {
  if (!plain(e)) return
  e.preventDefault()
  const { to, message } = el.dataset
  if (!S.channels.has(to)) return toast(t('unknownChannel'))
  await openChannel(to)
  await new Promise((done) => setTimeout(done)) // until it is drawn
  if (message && !await showMessage(message)) toast(t('gone'))
})
act('spoiler', (el, e) => {
  if (el.dataset.open) return
  e.preventDefault()
  e.stopPropagation()
  el.dataset.open = '1'
})
act('dismiss', (el) => post('dismiss', { message_id: el.closest('[data-message-id]').dataset.messageId }).catch((err) => toast(err.message)))
act('messageMenu', (el) => messageMenu(el.closest('[data-message-id]'), el))

// A right click or a long press opens the menu of a message or channel.
function watchMenus() {
  const at = (e) => ({ x: e.clientX, y: e.clientY })
  document.addEventListener('contextmenu', (e) => {
    if (e.target.closest('a.link, textarea, input, dialog') || String(getSelection())) return
    const message = e.target.closest('[data-message-id]:not([data-do])'), channel = e.target.closest('#sidebar [data-channel-id]')
    if (!message && !channel) return
    e.preventDefault()
    if (message) messageMenu(message, at(e))
    else channelMenu(channel.dataset.channelId, at(e))
  })
  let timer, held = false // phones that send no contextmenu of their own (Safari)
  document.addEventListener('touchstart', (e) => {
    held = false
    clearTimeout(timer)
    const target = e.target
    const point = { clientX: e.touches[0].clientX, clientY: e.touches[0].clientY, bubbles: true, cancelable: true }
    timer = setTimeout(() => { if (!document.querySelector('dialog')) held = !target.dispatchEvent(new MouseEvent('contextmenu', point)) }, 550)
  }, { passive: true })
  for (const end of ['touchmove', 'touchcancel']) document.addEventListener(end, () => clearTimeout(timer), { passive: true })
  document.addEventListener('touchend', (e) => { clearTimeout(timer); if (held) e.preventDefault() })
  document.addEventListener('keydown', (e) => {
    if ((e.key === 'Enter' || e.key === ' ') && e.target.matches('[data-do=spoiler]')) { e.preventDefault(); e.target.click() }
    if (e.key === 'Escape') closeDrawer()
  })
}

function begin() {
  speak(query.get('lang') ?? navigator.language.replace(/^tr\b.*/, 'tr'))
  applyTheme()
  S.alone = query.get('alone') === '1'
  $('send').append(icon('send'))
  listen()
  watchComposer()
  watchScroll()
  watchMenus()
  onChange(draw)
  document.addEventListener('reload', load)
  document.addEventListener('be', (e) => be(e.detail))
  document.addEventListener('left', leave)
  document.addEventListener('visibilitychange', changed)
  addEventListener('focus', changed)
  setInterval(() => { tick(); drawTyping() }, 1000)
  changed()
  if (query.get('as')) be(query.get('as'))
  else first()
}

// first finds out whose page it is when the address does not say or names nobody of this server. After a restart of the
// server the same name has another id; who has left is nobody.
async function first() {
  try {
    S.as = ''
    const { users } = await get('world')
    const by = (field, value) => users.find((u) => u[field] === value)
    const who = by('username', sessionStorage.getItem('username')) ?? (S.alone || S.ready ? null : by('id', localStorage.getItem('as')) ?? users[0])
    if (who) be(who.id)
    else leave()
  } catch {
    offline(t('lost'))
    setTimeout(first, 1500)
  }
}
begin()
