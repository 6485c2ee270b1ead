// The menus: who one is, how the page looks, what goes wrong, and what can be done with a message or channel.
import { h, icon, act } from './dom.js'
import { get, post } from './api.js'
import { popup, menu, toast, closeButton } from './popup.js'
import { avatar } from './messages.js'
import { S, isThread, display, messageById, channelName, changed } from './state.js'
import { t, language, LOCALES } from './words.js'

const tryTo = (doing) => doing.catch((err) => toast(err.message))
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }))
const head = (words) => h('header', null, h('b', null, words), closeButton())

// The theme is the browser's own choice, kept for all people.
const systemLight = matchMedia('(prefers-color-scheme: light)')
systemLight.addEventListener('change', () => applyTheme())
const theme = () => localStorage.getItem('theme') ?? 'auto'
export function applyTheme(chosen = theme()) {
  localStorage.setItem('theme', chosen)
  document.documentElement.dataset.theme = chosen === 'auto' ? (systemLight.matches ? 'light' : 'dark') : chosen
}

function radios(label, entries, current, choose) {
  const entry = ([value, words]) => h('button', {
    type: 'button', role: 'radio', 'data-entry': '', 'data-value': value, 'aria-checked': String(value === current),
    onclick: (e) => { e.currentTarget.closest('dialog').close(); choose(value) },
  }, words)
  return h('div', { class: 'radios', role: 'radiogroup', 'aria-label': label }, h('small', null, label), h('div', null, entries.map(entry)))
}

const speakFrom = (locale) => tryTo(post('locale', { locale }).then(() => tell('reload')))

act('mainMenu', (el) => {
  let sure = false
  const leave = h('button', { type: 'button', class: 'entry danger', 'data-entry': '', onclick: () => {
    if (sure) return tryTo(post('leave').then(() => { dialog.close(); tell('left') }))
    sure = true
    leave.textContent = t('leaveSure')
  } }, t('leave'))
  const dialog = popup({ anchor: el, kind: 'menu wide', label: t('menu') },
    radios(t('language'), Object.entries(LOCALES), language(), speakFrom),
    radios(t('theme'), ['auto', 'dark', 'light'].map((k) => [k, t(k)]), theme(), applyTheme), leave)
})

act('be', (el) => tell('be', el.dataset.user))

act('people', (el) => {
  const become = (id) => {
    dialog.close()
    tell('be', id)
  }
  const row = (u) => {
    const alone = t('alone', { user: display(u) })
    const there = '?' + new URLSearchParams({ as: u.id, alone: 1, ...(S.current && { channel: S.current }) })
    return h('li', null,
      h('button', {
        type: 'button', class: 'entry', 'data-entry': '', 'data-user': u.id, 'aria-current': u.id === S.as ? 'true' : null,
        'aria-label': t('playAs', { user: display(u) }), onclick: () => become(u.id),
      }, avatar(u, 28), h('span', { class: 'name' }, display(u)), h('small', null, u.locale === 'tr' ? 'TR' : 'EN')),
      h('a', { class: 'tool', href: there, target: '_blank', 'aria-label': alone, title: alone }, icon('out', 16)))
  }
  const name = h('input', { class: 'field', required: true, maxlength: 32, placeholder: t('personName'), 'aria-label': t('personName') })
  const locale = h('select', { class: 'field', 'aria-label': t('language') }, Object.entries(LOCALES).map(([k, v]) => h('option', { value: k, selected: k === language() }, v)))
  const add = (e) => {
    e.preventDefault()
    tryTo(post('user', { name: name.value.trim(), locale: locale.value }).then((u) => become(u.id)))
  }
  const form = h('form', { class: 'add', onsubmit: add }, h('small', null, t('addPerson')),
    h('div', null, name, locale, h('button', { class: 'btn primary', type: 'submit' }, t('add'))))
  const dialog = popup({ anchor: el, kind: 'menu people', label: t('people') }, head(t('people')), h('ul', null, [...S.users.values()].map(row)), form)
})

act('faults', (el) => {
  const row = (f) => {
    const title = f.title || f.id
    const common = { type: 'button', 'data-entry': '', 'data-fault': f.id }
    return h('li', null, h('span', null, title), f.kind === 'switch'
      ? h('button', { ...common, class: 'switch', role: 'switch', 'aria-checked': String(!!f.on), 'aria-label': title, onclick: () => set(f, !f.on) })
      : h('button', { ...common, class: 'btn danger', 'aria-label': `${title}: ${t('fire')}`, onclick: () => set(f, true) }, t('fire')))
  }
  const ul = h('ul', null, S.faults.map(row))
  const set = (f, on) => tryTo(post('fault', { id: f.id, on }).then(async () => {
    S.faults = (await get('world')).faults ?? []
    ul.replaceChildren(...S.faults.map(row))
    ul.querySelector(`[data-fault="${f.id}"]`)?.focus()
    changed()
  }))
  popup({ anchor: el, kind: 'menu faults', label: t('faults') }, head(t('faults')), h('p', { class: 'note' }, S.faults.length ? t('faultsNote') : t('noFaults')), ul)
})

const copy = (text) => navigator.clipboard?.writeText(text).catch(() => {})

export function messageMenu(node, anchor) {
  const m = messageById(node.dataset.messageId)
  if (!m) return
  const ephemeral = (m.flags & 64) !== 0
  menu(anchor, t('messageMenu'), [
    [t('copyLink'), () => copy(`https://discord.com/channels/${S.guild.id}/${m.channel_id}/${m.id}`)],
    [t('copyID'), () => copy(m.id)],
    ephemeral ? [t('dismiss'), () => tryTo(post('dismiss', { message_id: m.id }))]
      : [t('deleteMessage'), () => tryTo(post('delete', { message_id: m.id })), 'danger'],
  ])
}

export function channelMenu(id, anchor) {
  menu(anchor, channelName(id), [
    [t('copyID'), () => copy(id)],
    [t(isThread(S.channels.get(id)) ? 'deleteThread' : 'deleteChannel'), () => tryTo(post('delete', { channel_id: id })), 'danger'],
  ])
}
