// The tree of markdown.js as nodes.
import { h } from './dom.js'
import { parse, parseInline, onlyEmoji } from './markdown.js'
import { stamp } from './time.js'
import { t } from './words.js'
import { S, nameOf, channelName } from './state.js'

export function markdown(text, className = 'md') {
  const tree = parse(text ?? '')
  return h('div', { class: onlyEmoji(tree) ? className + ' jumbo' : className }, tree.map(node))
}

// inlineMarkdown is for titles, which know no blocks.
export const inlineMarkdown = (text) => h('div', { class: 'md' }, parseInline(text ?? '').map(node))

// emoji draws the emoji of a button, an option or a custom tag; those that are pictures on Discord's servers show their name.
export function emoji(e) {
  if (!e) return null
  if (!e.id) return h('span', { class: 'emoji', 'aria-hidden': 'true' }, picture(e.name ?? ''))
  return h('span', { class: 'emoji custom', title: `:${e.name}:` }, `:${e.name}:`)
}

// picture asks for the coloured form of a sign that also exists as text.
const picture = (v) => (/^\p{Emoji}$/u.test(v) && !/\p{Emoji_Presentation}/u.test(v) ? v + '\uFE0F' : v)

const MESSAGE_LINK = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/

// link leads to the page itself where it names a channel or message here, else outside.
export function link(url, attrs, ...children) {
  const m = MESSAGE_LINK.exec(url)
  if (m) return h('a', { ...attrs, href: url, 'data-do': 'jump', 'data-to': m[1], 'data-message': m[2] }, children)
  return h('a', { ...attrs, href: url, target: '_blank', rel: 'noreferrer noopener', title: url }, children)
}

const KINDS = {
  text: (n) => n.v,
  p: (n) => h('p', null, n.c.map(node)),
  h: (n) => h('h' + (n.level + 2), { class: 'h' + n.level }, n.c.map(node)),
  sub: (n) => h('small', { class: 'sub' }, n.c.map(node)),
  quote: (n) => h('div', { class: 'quote' }, h('blockquote', null, n.c.map(node))),
  code: (n) => h('pre', null, h('code', { 'data-lang': n.lang || null }, n.v)),
  list: (n) => h(n.ordered ? 'ol' : 'ul', n.ordered ? { start: n.start } : null, n.items.map((i) => h('li', null, i.c.map(node), i.lists.map(node)))),
  b: (n) => h('strong', null, n.c.map(node)),
  i: (n) => h('em', null, n.c.map(node)),
  u: (n) => h('u', null, n.c.map(node)),
  s: (n) => h('s', null, n.c.map(node)),
  spoiler: (n) => h('span', { class: 'spoiler', role: 'button', tabindex: 0, 'aria-label': t('showSpoiler'), 'data-do': 'spoiler' }, h('span', null, n.c.map(node))),
  mono: (n) => h('code', { class: 'mono' }, n.v),
  link: (n) => {
    const m = n.c.length === 1 && n.c[0].v === n.url && MESSAGE_LINK.exec(n.url)
    return m ? link(n.url, { class: 'mention' }, '#' + channelName(m[1]), m[2] ? ' › 💬' : '') : link(n.url, { class: 'link' }, n.c.map(node))
  },
  user: (n) => h('span', { class: 'mention', 'data-user': n.id }, '@' + nameOf(n.id)),
  role: (n) => h('span', { class: 'mention' }, '@' + (S.roles.get(n.id)?.name ?? t('unknownRole'))),
  channel: (n) => h('a', { class: 'mention', href: '?channel=' + n.id, 'data-do': 'jump', 'data-to': n.id }, '#' + channelName(n.id)),
  everyone: (n) => h('span', { class: 'mention' }, n.v),
  command: (n) => h('button', { type: 'button', class: 'mention', 'data-do': 'useCommand', 'data-name': n.name }, '/' + n.name),
  time: (n) => stamp(n.unix, n.style),
  custom: (n) => emoji(n),
  emoji: (n) => h('span', { class: 'emoji' }, picture(n.v)),
}
const node = (n) => KINDS[n.t](n)
