// Server, channels and threads on the left; who one is at the bottom; people, faults and the rest in menus.
import { h, icon, act, morphChildren } from './dom.js'
import { get, post } from './api.js'
import { popup, menu, toast, closeButton } from './popup.js'
import { avatar } from './messages.js'
import { S, unread, textChannels, threadsOf, isThread, display, messageById, channelName, changed } from './state.js'
import { t, language, LOCALES } from './words.js'

const $ = (id) => document.getElementById(id)

function channelRow(c) {
  const { any, mentions } = unread(c.id)
  const open = c.id === S.current
  const news = open ? '' : mentions ? t('mentions', { n: mentions }) : any ? t('unread') : ''
  return h('li', { 'data-key': c.id }, h('a', {
    class: ['channel', isThread(c) && 'thread', open && 'open', any && !open && 'unread'].filter(Boolean).join(' '), href: address({ channel: c.id }), 'data-do': 'openChannel', 'data-channel-id': c.id,
    'aria-current': open ? 'page' : null, 'aria-label': [c.name, news].filter(Boolean).join(', '), title: c.name,
  }, icon(isThread(c) ? 'thread' : 'hash', isThread(c) ? 16 : 20), h('span', { class: 'name' }, c.name),
  c.thread_metadata?.archived && h('small', null, t('archived')), mentions > 0 && !open && h('span', { class: 'badge', 'data-mentions': mentions }, String(mentions))))
}

// address is this page's address with some of its parameters changed.
export function address(change) {
  const q = new URLSearchParams({ as: S.as, ...(S.alone && { alone: 1 }), ...(S.current && { channel: S.current }), ...change })
  return '?' + q
}

export function drawSidebar() {
  const rows = textChannels().flatMap((c) => [channelRow(c), ...threadsOf(c.id).map(channelRow)])
  morphChildren($('channels'), rows)
  $('sidebar').setAttribute('aria-label', t('channels'))
  $('guild').textContent = S.guild.name
  morphChildren($('me'), [h('button', { type: 'button', class: 'self', 'data-do': S.alone ? 'mainMenu' : 'people', 'aria-label': t('you', { user: display(S.me) }) },
    avatar(S.me, 32), h('span', { class: 'texts' }, h('b', null, display(S.me)), h('small', null, S.me.username)))])
  const c = S.channels.get(S.current)
  const parent = isThread(c) && S.channels.get(c.parent_id)
  morphChildren($('where'), c ? [icon(parent ? 'thread' : 'hash'), parent && h('a', { class: 'parent', href: address({ channel: parent.id }), 'data-do': 'openChannel', 'data-channel-id': parent.id }, parent.name), parent && h('span', { class: 'parent' }, ' › '), h('h1', null, c.name)].filter(Boolean) : [])
  const total = [...S.channels.values()].reduce((n, ch) => n + (ch.id === S.current && !document.hidden ? 0 : unread(ch.id).mentions), 0)
  const news = total || [...S.channels.values()].some((ch) => ch.id !== S.current && unread(ch.id).any)
  morphChildren($('drawer'), [icon('menu'), news && h('span', { class: total ? 'badge' : 'badge dot' }, total ? String(total) : '')].filter(Boolean))
  $('drawer').setAttribute('aria-label', t('openChannels') + (total ? ', ' + t('mentions', { n: total }) : ''))
  morphChildren($('tools'), [
    !S.alone && h('div', { class: 'strip', role: 'group', 'aria-label': t('people') }, [...S.users.values()].slice(0, 10).map((u) => h('button', {
      type: 'button', 'data-do': 'be', 'data-user': u.id, 'data-key': u.id, 'aria-label': t('playAs', { user: display(u) }), 'aria-current': u.id === S.as ? 'true' : null, title: display(u),
    }, avatar(u, 26)))),
    !S.alone && h('button', { type: 'button', class: 'person', id: 'person', 'data-do': 'people', 'aria-label': t('people'), title: t('people') }, avatar(S.me, 24), h('span', null, display(S.me)), icon('down', 16)),
    h('button', { type: 'button', class: 'tool' + (S.faults.some((f) => f.on) ? ' hot' : ''), id: 'faults', 'data-do': 'faults', 'aria-label': t('faults'), title: t('faults') }, icon('fault')),
    h('button', { type: 'button', class: 'tool', id: 'menu', 'data-do': 'mainMenu', 'aria-label': t('menu'), title: t('menu') }, icon('more'))].filter(Boolean))
  document.title = (total ? `(${total}) ` : '') + (c ? (parent ? '' : '#') + c.name + ' · ' : '') + (S.alone ? display(S.me) + ' · ' : '') + (S.guild.name || 'Kumpas')
}

// The theme is the browser's own choice, kept for all people.
const systemLight = matchMedia('(prefers-color-scheme: light)')
systemLight.addEventListener('change', () => applyTheme())
export function applyTheme(theme = localStorage.getItem('theme') ?? 'auto') {
  localStorage.setItem('theme', theme)
  document.documentElement.dataset.theme = theme === 'auto' ? (systemLight.matches ? 'light' : 'dark') : theme
}

const radios = (label, entries, current, choose) => h('div', { class: 'radios', role: 'radiogroup', 'aria-label': label }, h('small', null, label), h('div', null, entries.map(([value, words]) =>
  h('button', { type: 'button', role: 'radio', 'data-entry': '', 'data-value': value, 'aria-checked': String(value === current), onclick: (e) => { e.currentTarget.closest('dialog').close(); choose(value) } }, words))))

const tryTo = (doing) => doing.catch((err) => toast(err.message))
const setLanguage = (locale) => tryTo(post('locale', { locale }).then(() => document.dispatchEvent(new Event('reload'))))
const languages = () => radios(t('language'), Object.entries(LOCALES), language(), setLanguage)

act('mainMenu', (el) => {
  let sure = false
  const leave = h('button', { type: 'button', class: 'entry danger', 'data-entry': '', onclick: () => {
    if (sure) return tryTo(post('leave').then(() => { dialog.close(); document.dispatchEvent(new Event('left')) }))
    sure = true
    leave.textContent = t('leaveSure')
  } }, t('leave'))
  const dialog = popup({ anchor: el, kind: 'menu wide', label: t('menu') }, languages(),
    radios(t('theme'), ['auto', 'dark', 'light'].map((k) => [k, t(k)]), localStorage.getItem('theme') ?? 'auto', applyTheme), leave)
})

act('people', (el) => {
  const input = h('input', { class: 'field', required: true, maxlength: 32, placeholder: t('personName'), 'aria-label': t('personName') })
  const lang = h('select', { class: 'field', 'aria-label': t('language') }, Object.entries(LOCALES).map(([k, v]) => h('option', { value: k, selected: k === language() }, v)))
  const form = h('form', { class: 'add', onsubmit: (e) => {
    e.preventDefault()
    tryTo(post('user', { name: input.value.trim(), locale: lang.value }).then((u) => { dialog.close(); be(u.id) }))
  } }, h('small', null, t('addPerson')), h('div', null, input, lang, h('button', { class: 'btn primary', type: 'submit' }, t('add'))))
  const dialog = popup({ anchor: el, kind: 'menu people', label: t('people') }, h('header', null, h('b', null, t('people')), closeButton()), h('ul', null, [...S.users.values()].map((u) => h('li', null,
    h('button', { type: 'button', class: 'entry', 'data-entry': '', 'data-user': u.id, 'aria-current': u.id === S.as ? 'true' : null, 'aria-label': t('playAs', { user: display(u) }), onclick: () => { dialog.close(); be(u.id) } },
      avatar(u, 28), h('span', { class: 'name' }, display(u)), h('small', null, u.locale === 'tr' ? 'TR' : 'EN')),
    h('a', { class: 'tool', href: '?' + new URLSearchParams({ as: u.id, alone: 1, ...(S.current && { channel: S.current }) }), target: '_blank', 'aria-label': t('alone', { user: display(u) }), title: t('alone', { user: display(u) }) }, icon('out', 16))))), form)
})
act('be', (el) => be(el.dataset.user))
const be = (id) => document.dispatchEvent(new CustomEvent('be', { detail: id }))

act('faults', (el) => {
  const rows = () => S.faults.map((f) => h('li', null, h('span', null, f.title || f.id), f.kind === 'switch'
    ? h('button', { type: 'button', class: 'switch', role: 'switch', 'aria-checked': String(!!f.on), 'aria-label': f.title || f.id, 'data-entry': '', 'data-fault': f.id, onclick: () => set(f, !f.on) })
    : h('button', { type: 'button', class: 'btn danger', 'data-entry': '', 'data-fault': f.id, 'aria-label': `${f.title || f.id}: ${t('fire')}`, onclick: () => set(f, true) }, t('fire'))))
  const ul = h('ul', null, rows())
  const set = (f, on) => tryTo(post('fault', { id: f.id, on }).then(reload))
  const reload = async () => {
    S.faults = (await get('world')).faults ?? []
    morphFaults()
    changed()
  }
  const morphFaults = () => { const at = document.activeElement?.dataset.fault; ul.replaceChildren(...rows()); if (at) ul.querySelector(`[data-fault="${at}"]`)?.focus() }
  popup({ anchor: el, kind: 'menu faults', label: t('faults') }, h('header', null, h('b', null, t('faults')), closeButton()), h('p', { class: 'note' }, S.faults.length ? t('faultsNote') : t('noFaults')), ul)
})

const copy = (text) => navigator.clipboard?.writeText(text).catch(() => {})

export function messageMenu(node, anchor) {
  const m = messageById(node.dataset.messageId)
  if (!m) return
  const ephemeral = (m.flags & 64) !== 0
  menu(anchor, t('messageMenu'), [
    [t('copyLink'), () => copy(`https://discord.com/channels/${S.guild.id}/${m.channel_id}/${m.id}`)],
    [t('copyID'), () => copy(m.id)],
    ephemeral ? [t('dismiss'), () => tryTo(post('dismiss', { message_id: m.id }))] : [t('deleteMessage'), () => tryTo(post('delete', { message_id: m.id })), 'danger'],
  ])
}

export function channelMenu(id, anchor) {
  menu(anchor, channelName(id), [[t('copyID'), () => copy(id)], [t(isThread(S.channels.get(id)) ? 'deleteThread' : 'deleteChannel'), () => tryTo(post('delete', { channel_id: id })), 'danger']])
}
