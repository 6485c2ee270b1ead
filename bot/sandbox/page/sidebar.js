// Server, channels and threads on the left, the bar at the top, and the window's title.
import { h, icon, morphChildren } from './dom.js'
import { avatar } from './messages.js'
import { S, unread, textChannels, threadsOf, isThread, display } from './state.js'
import { t } from './words.js'

const $ = (id) => document.getElementById(id)
const present = (list) => list.filter(Boolean)

// address is this page's address with some of its parameters changed.
export function address(change) {
  const q = new URLSearchParams({ as: S.as, ...(S.alone && { alone: 1 }), ...(S.current && { channel: S.current }), ...change })
  return '?' + q
}

const linkTo = (c) => ({ href: address({ channel: c.id }), 'data-do': 'openChannel', 'data-channel-id': c.id })

function channelRow(c) {
  const open = c.id === S.current
  const { any, mentions } = open ? { any: false, mentions: 0 } : unread(c.id)
  const news = mentions ? t('mentions', { n: mentions }) : any ? t('unread') : ''
  const kinds = present(['channel', isThread(c) && 'thread', open && 'open', any && 'unread'])
  return h('li', { 'data-key': c.id },
    h('a', { ...linkTo(c), class: kinds.join(' '), 'aria-current': open ? 'page' : null, 'aria-label': present([c.name, news]).join(', '), title: c.name },
      icon(isThread(c) ? 'thread' : 'hash', isThread(c) ? 16 : 20),
      h('span', { class: 'name' }, c.name),
      c.thread_metadata?.archived && h('small', null, t('archived')),
      mentions > 0 && h('span', { class: 'badge', 'data-mentions': mentions }, String(mentions))))
}

function where(c, parent) {
  if (!c) return []
  return present([
    icon(isThread(c) ? 'thread' : 'hash'),
    parent && h('a', { ...linkTo(parent), class: 'parent' }, parent.name),
    parent && h('span', { class: 'parent' }, ' › '),
    h('h1', null, c.name),
  ])
}

const tool = (id, action, words, hot) => h('button', { type: 'button', class: hot ? 'tool hot' : 'tool', id, 'data-do': action, 'aria-label': words, title: words },
  icon(id === 'menu' ? 'more' : 'fault'))

// strip is one press from any of the people, on wide windows.
const strip = () => h('div', { class: 'strip', role: 'group', 'aria-label': t('people') }, [...S.users.values()].slice(0, 10).map((u) => h('button', {
  type: 'button', 'data-do': 'be', 'data-user': u.id, 'data-key': u.id, 'aria-label': t('playAs', { user: display(u) }), title: display(u),
  'aria-current': u.id === S.as ? 'true' : null,
}, avatar(u, 26))))

const person = () => h('button', { type: 'button', class: 'person', id: 'person', 'data-do': 'people', 'aria-label': t('people'), title: t('people') },
  avatar(S.me, 24), h('span', null, display(S.me)), icon('down', 16))

const self = () => h('button', { type: 'button', class: 'self', 'data-do': S.alone ? 'mainMenu' : 'people', 'aria-label': t('you', { user: display(S.me) }) },
  avatar(S.me, 32), h('span', { class: 'texts' }, h('b', null, display(S.me)), h('small', null, S.me.username)))

export function drawSidebar() {
  const c = S.channels.get(S.current)
  const parent = isThread(c) && S.channels.get(c.parent_id)
  $('sidebar').setAttribute('aria-label', t('channels'))
  $('guild').textContent = S.guild.name
  morphChildren($('channels'), textChannels().flatMap((ch) => [channelRow(ch), ...threadsOf(ch.id).map(channelRow)]))
  morphChildren($('me'), [self()])
  morphChildren($('where'), where(c, parent))
  morphChildren($('tools'), present([!S.alone && strip(), !S.alone && person(), tool('faults', 'faults', t('faults'), S.faults.some((f) => f.on)), tool('menu', 'mainMenu', t('menu'))]))

  const elsewhere = [...S.channels.keys()].filter((id) => id !== S.current || document.hidden).map(unread)
  const calls = elsewhere.reduce((sum, n) => sum + n.mentions, 0)
  const mark = calls || elsewhere.some((n) => n.any) ? h('span', { class: calls ? 'badge' : 'badge dot' }, calls ? String(calls) : '') : null
  morphChildren($('drawer'), present([icon('menu'), mark]))
  $('drawer').setAttribute('aria-label', t('openChannels') + (calls ? ', ' + t('mentions', { n: calls }) : ''))
  document.title = (calls ? `(${calls}) ` : '') + present([c && (parent ? '' : '#') + c.name, S.alone && display(S.me), S.guild.name || 'Kumpas']).join(' · ')
}
