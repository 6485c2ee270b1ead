// Message components of both generations, drawn from Discord's JSON.
import { h, icon } from './dom.js'
import { markdown, inlineMarkdown, emoji, link } from './mdview.js'
import { S, nameOf, channelName } from './state.js'
import { headTime } from './time.js'
import { t } from './words.js'

// components draws a message's components; ctx is the message.
export const components = (list, message) => (list ?? []).map((c) => component(c, message))
const component = (c, message) => KINDS[c.type]?.(c, message) ?? null

const BUTTONS = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'outward' }
const keyOf = (c, message) => message.id + ':' + c.custom_id

function button(c, message) {
  const kind = 'btn ' + (BUTTONS[c.style] ?? 'secondary')
  const words = [emoji(c.emoji), c.label && h('span', { class: 'label' }, c.label)]
  const name = c.label ? null : c.emoji?.name
  if (c.style === 5) {
    const out = h('span', { class: 'out' }, icon('out', 16))
    return c.disabled ? h('span', { class: kind, 'aria-disabled': 'true' }, words, out) : link(c.url, { class: kind, 'aria-label': name }, words, out)
  }
  const busy = S.busy.has(keyOf(c, message))
  return h('button', {
    type: 'button', class: busy ? kind + ' busy' : kind, 'data-do': 'press', 'data-custom-id': c.custom_id,
    disabled: !!c.disabled, 'aria-label': name, 'aria-busy': busy ? 'true' : null,
  }, words, busy && dots())
}

export const dots = () => h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'))

// chosen is what a select shows as selected: what was just picked, else its defaults.
export function chosen(c, message) {
  const picked = S.picked.get(keyOf(c, message))
  if (picked) return picked
  if (c.type === 3) return (c.options ?? []).filter((o) => o.default).map((o) => o.value)
  return (c.default_values ?? []).map((v) => v.id)
}

function select(c, message) {
  const busy = S.busy.has(keyOf(c, message))
  const values = chosen(c, message)
  const shown = c.type === 3 ? (c.options ?? []).filter((o) => values.includes(o.value)).map((o) => h('span', { class: 'value' }, emoji(o.emoji), o.label))
    : values.map((id) => h('span', { class: 'value pill' }, S.channels.has(id) ? '#' + channelName(id) : S.roles.has(id) ? '@' + S.roles.get(id).name : nameOf(id)))
  const hint = c.placeholder || t('choose')
  return h('button', {
    type: 'button', class: busy ? 'select busy' : 'select', role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': 'false', 'aria-label': hint,
    'aria-busy': busy ? 'true' : null, 'data-do': 'openSelect', 'data-custom-id': c.custom_id, disabled: !!c.disabled,
  }, shown.length ? h('span', { class: 'values' }, shown) : h('span', { class: 'hint' }, hint), busy ? dots() : icon('down'))
}

// attached is the attachment of the message that a medium names, if it is one.
function attached(media, message) {
  const name = /^attachment:\/\/(.+)$/.exec(media.url ?? '')?.[1]
  return (message.attachments ?? []).find((a) => a.id === media.attachment_id || a.filename === name || (a.url && a.url === media.url))
}
const attachmentURL = (file) => `ui/attachment/${file.id}/${encodeURIComponent(file.filename)}`

// picture draws a medium; with its size known, nothing moves when it has come.
function picture(media, message, alt, kind) {
  const file = attached(media, message)
  const { width, height } = media.width ? media : file ?? {}
  return h('img', { src: file ? attachmentURL(file) : media.url, alt: alt || file?.description || t('image'), loading: 'lazy', class: kind, width, height })
}

// hidden covers a node until the reader asks for it.
const hidden = (is, node) => is ? h('div', { class: 'cover', role: 'button', tabindex: 0, 'aria-label': t('showSpoiler'), 'data-do': 'spoiler', 'data-word': t('spoiler') }, node) : node

const file = (name, size, url) => h('div', { class: 'file' }, icon('file', 32), h('div', null,
  h('a', { href: url, class: 'link', target: '_blank', download: name, 'aria-label': t('file', { name }) }, name),
  size ? h('small', null, size < 1024 ? size + ' B' : (size / 1024).toFixed(1) + ' KB') : null))

const KINDS = {
  1: (c, m) => h('div', { class: 'row', 'data-key': c.components?.[0]?.custom_id }, components(c.components, m)), // found again when a text comes before it
  2: button,
  3: select, 5: select, 6: select, 7: select, 8: select,
  9: (c, m) => h('div', { class: 'section' }, h('div', { class: 'text' }, components(c.components, m)), h('div', { class: 'accessory' }, component(c.accessory ?? {}, m))),
  10: (c) => markdown(c.content),
  11: (c, m) => hidden(c.spoiler, picture(c.media ?? {}, m, c.description, 'thumb')),
  12: (c, m) => h('div', { class: 'gallery', 'data-count': Math.min((c.items ?? []).length, 4) },
    (c.items ?? []).map((i) => hidden(i.spoiler, picture(i.media ?? {}, m, i.description)))),
  13: (c, m) => {
    const of = attached(c.file ?? {}, m)
    return of && hidden(c.spoiler, file(of.filename, of.size, attachmentURL(of)))
  },
  14: (c) => h('div', { class: `sep ${c.spacing === 2 ? 'large' : ''} ${c.divider === false ? '' : 'line'}`, role: 'separator' }),
  17: (c, m) => hidden(c.spoiler, h('div', { class: 'container' + (c.accent_color == null ? '' : ' accent'), style: colour(c.accent_color) }, components(c.components, m))),
}
const colour = (n) => (n == null ? {} : { '--accent': '#' + n.toString(16).padStart(6, '0') })

export function embed(e, message) {
  const title = e.title && h('div', { class: 'title' }, e.url ? link(e.url, { class: 'link' }, inlineMarkdown(e.title)) : inlineMarkdown(e.title))
  return h('article', { class: 'embed', style: colour(e.color) },
    h('div', { class: 'body' },
      e.author && h('div', { class: 'by' }, e.author.name), title,
      e.description && markdown(e.description),
      e.fields?.length > 0 && h('div', { class: 'fields' }, e.fields.map((f) => h('div', { class: f.inline ? 'field inline' : 'field' },
        h('div', { class: 'name' }, inlineMarkdown(f.name)), markdown(f.value))))),
    e.thumbnail && picture(e.thumbnail, message, '', 'thumb'),
    e.image && picture(e.image, message, '', 'big'),
    (e.footer || e.timestamp) && h('footer', null, e.footer?.text, e.footer && e.timestamp && ' • ', e.timestamp && headTime(e.timestamp)))
}

export function attachments(message) {
  const shown = JSON.stringify([message.components, message.embeds]) // those that a component shows are not listed again
  const rest = (message.attachments ?? []).filter((a) => !shown.includes('attachment://' + a.filename) && !(a.url && shown.includes(a.url)))
  return rest.map((a) => /^image\//.test(a.content_type ?? '') || /\.(png|jpe?g|gif|webp|svg)$/i.test(a.filename)
    ? picture(a, { attachments: [a] }, a.description, 'attachment') : file(a.filename, a.size, attachmentURL(a)))
}

// find looks a component of a message up by its custom id.
export function find(list, id) {
  for (const c of list ?? []) {
    if (c.custom_id === id) return c
    const within = find([...(c.components ?? []), c.accessory, c.component].filter(Boolean), id)
    if (within) return within
  }
}
