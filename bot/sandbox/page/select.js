// Choosing from a select: a list beside it, on a phone a sheet from below.
import { h, icon, act } from './dom.js'
import { popup, toast } from './popup.js'
import { emoji } from './mdview.js'
import { avatar } from './messages.js'
import { chosen, find } from './components.js'
import { S, display, isThread, messageById, changed } from './state.js'
import { t, lower } from './words.js'
import { press } from './interact.js'

const people = () => [...S.users.values(), ...S.bots].map((u) => ({ value: u.id, label: display(u), description: u.username, mark: avatar(u, 24) }))
const roles = () => [...S.roles.values()].map((r) => ({ value: r.id, label: '@' + r.name }))
const channels = (c) => [...S.channels.values()].filter((ch) => !c.channel_types?.length || c.channel_types.includes(ch.type))
  .map((ch) => ({ value: ch.id, label: ch.name, mark: icon(isThread(ch) ? 'thread' : 'hash') }))

// optionsOf lists what a select offers.
export function optionsOf(c) {
  const ways = { 3: () => c.options.map((o) => ({ ...o, mark: emoji(o.emoji) })), 5: people, 6: roles, 7: () => [...people(), ...roles()], 8: () => channels(c) }
  return ways[c.type]()
}

const title = (c) => c.placeholder || t('choose')

// pick opens the list of a select and gives done the chosen values; nothing is given when the reader changes nothing.
export function pick(c, anchor, before, done) {
  const options = optionsOf(c)
  const min = c.min_values ?? 1, max = Math.min(c.max_values ?? 1, options.length)
  const several = max > 1 || min === 0
  const values = new Set(before.filter((v) => options.some((o) => o.value === v)))
  const search = c.type === 3 ? null : h('input', { type: 'search', class: 'field', placeholder: t('search'), 'aria-label': t('search'), oninput: () => filter() })
  const rows = options.map((o) => h('button', {
    type: 'button', role: 'option', class: 'option', 'data-entry': '', 'data-value': o.value, 'aria-selected': String(values.has(o.value)), onclick: () => toggle(o.value),
  }, o.mark, h('span', { class: 'texts' }, h('span', { class: 'name' }, o.label), o.description && h('small', null, o.description)),
  h('span', { class: several ? 'tick' : 'tick round' }, icon('check', 16))))
  const confirm = several && h('button', { type: 'button', class: 'btn primary', 'data-entry': '', onclick: () => dialog.close('done') }, t('done'))
  const none = h('p', { class: 'note', hidden: true }, t('nothing'))
  const dialog = popup({ anchor, kind: 'sheet', label: title(c), onclose: finish },
    h('header', null, h('b', null, title(c)), several && max > 1 && h('small', null, t('chooseN', { min, max }))), search,
    h('div', { class: 'options', role: 'listbox', 'aria-label': title(c), 'aria-multiselectable': max > 1 ? 'true' : null }, rows, none), confirm && h('footer', null, confirm))
  const refresh = () => {
    for (const r of rows) r.setAttribute('aria-selected', String(values.has(r.dataset.value)))
    if (confirm) confirm.disabled = values.size < min || values.size > max
  }
  const filter = () => {
    const q = lower(search.value)
    for (const r of rows) r.hidden = !lower(r.textContent).includes(q)
    none.hidden = rows.some((r) => !r.hidden)
  }
  const toggle = (v) => {
    if (values.has(v) && several) values.delete(v)
    else {
      if (max === 1) values.clear()
      if (values.size >= max) return
      values.add(v)
    }
    refresh()
    if (!several) dialog.close('done')
  }
  function finish() {
    const how = dialog.returnValue
    const same = values.size === before.length && before.every((v) => values.has(v))
    if ((how === 'done' || (how === 'outside' && several && !same)) && values.size >= min && values.size <= max) done(options.map((o) => o.value).filter((v) => values.has(v)))
  }
  refresh()
  ;(search ?? rows.find((r) => r.getAttribute('aria-selected') === 'true') ?? rows[0])?.focus()
}

act('openSelect', (el) => {
  const message = messageById(el.closest('[data-message-id]')?.dataset.messageId)
  const c = message && find(message.components, el.dataset.customId)
  if (!c || el.getAttribute('aria-busy')) return
  el.setAttribute('aria-expanded', 'true')
  pick(c, el, chosen(c, message), (values) => {
    S.picked.set(message.id + ':' + c.custom_id, values)
    changed()
    press(message.id, c.custom_id, values).catch((err) => toast(err.message))
  })
  document.querySelector('dialog.sheet')?.addEventListener('close', () => el.setAttribute('aria-expanded', 'false'))
})
