// Building and patching DOM. Nodes are described afresh and morphed onto the old ones, so that
// focus, scroll positions and running animations survive an update.

// h builds an element. Children may be nodes, strings, arrays or null; attributes that are null or false are left out.
export function h(tag, attrs, ...children) {
  const el = document.createElement(tag)
  for (const [name, value] of Object.entries(attrs ?? {})) {
    if (value == null || value === false) continue
    if (name === 'style') for (const [k, v] of Object.entries(value)) el.style.setProperty(k, v)
    else if (name.startsWith('on')) el.addEventListener(name.slice(2), value)
    else el.setAttribute(name, value === true ? '' : value)
  }
  el.append(...children.flat(Infinity).filter((c) => c != null && c !== false))
  return el
}

const SVG = 'http://www.w3.org/2000/svg'
const ICONS = {
  menu: 'M3 6h18M3 12h18M3 18h18',
  hash: 'M9 3 7 21M17 3l-2 18M4 9h17M3 15h17',
  thread: 'M5 4v9a4 4 0 0 0 4 4h11M15 12l5 5-5 5',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  out: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  down: 'm6 9 6 6 6-6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  check: 'm5 12 5 5 9-10',
  close: 'M6 6l12 12M18 6 6 18',
  send: 'M4 12 3 4l18 8-18 8 1-8Zm0 0h8',
  file: 'M6 2h8l5 5v15H6zM14 2v5h5',
  fault: 'M13 2 4 14h7l-1 8 9-12h-7z',
  alert: 'M12 8v5M12 16.5v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
}

export function icon(name, size = 20) {
  const svg = document.createElementNS(SVG, 'svg')
  const path = document.createElementNS(SVG, 'path')
  for (const [k, v] of Object.entries({ viewBox: '0 0 24 24', width: size, height: size, 'aria-hidden': 'true', class: 'icon' })) svg.setAttribute(k, v)
  path.setAttribute('d', ICONS[name])
  svg.append(path)
  return svg
}

const keyOf = (n) => n.nodeType === 1 ? n.getAttribute('data-key') ?? n.getAttribute('data-custom-id') ?? '' : ''
const alike = (a, b) => a.nodeName === b.nodeName && keyOf(a) === keyOf(b)

// morph turns old into a copy of fresh and returns the node that now stands in its place.
// What the reader himself opened (data-open: a spoiler) stays open as long as the same words are in it.
export function morph(old, fresh) {
  if (!alike(old, fresh)) {
    old.replaceWith(fresh)
    return fresh
  }
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data
    return old
  }
  if (old.isEqualNode(fresh)) return old
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(name === 'data-open' && old.textContent === fresh.textContent)) old.removeAttribute(name)
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue
    if (name === 'style') old.style.cssText = value
    else old.setAttribute(name, value)
  }
  morphChildren(old, [...fresh.childNodes])
  return old
}

// morphChildren makes el's children those described by fresh, keeping whatever is alike.
export function morphChildren(el, fresh) {
  let at = el.firstChild
  for (const want of fresh) {
    let match = at
    while (match && !alike(match, want)) match = match.nextSibling
    if (!match) {
      el.insertBefore(want, at)
      continue
    }
    while (at !== match) { // those in between have no successor here or are keyed and come later
      const next = at.nextSibling
      if (keyOf(at) && fresh.some((f) => alike(f, at))) break
      at.remove()
      at = next
    }
    if (at !== match) el.insertBefore(match, at)
    else at = at.nextSibling
    morph(match, want)
  }
  while (at) {
    const next = at.nextSibling
    at.remove()
    at = next
  }
}

// Clicks are told apart by data-do, so that patched nodes need no listeners of their own.
const actions = {}
export const act = (name, fn) => { actions[name] = fn }
export function listen() {
  document.addEventListener('click', (e) => {
    const el = e.target.closest?.('[data-do]')
    if (el && !el.disabled && el.getAttribute('aria-disabled') !== 'true') actions[el.dataset.do]?.(el, e)
  })
}
