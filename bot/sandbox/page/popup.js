// Everything that opens over the page: menus and lists beside their button (a sheet from below on a phone), and toasts.
import { h, icon } from './dom.js'
import { t } from './words.js'

// popup opens a dialog and returns it; anchor is the element or point {x, y} it belongs to, null for the middle.
export function popup({ anchor = null, kind = '', label, onclose }, ...content) {
  const dialog = h('dialog', { class: 'popup ' + kind, 'aria-label': label }, content)
  document.body.append(dialog)
  dialog.addEventListener('close', () => {
    dialog.remove()
    onclose?.()
  })
  dialog.addEventListener('pointerdown', (e) => { if (e.target === dialog) dialog.dataset.outside = '1'; else delete dialog.dataset.outside })
  dialog.addEventListener('click', (e) => { if (e.target === dialog && dialog.dataset.outside) dialog.close('outside') })
  dialog.addEventListener('keydown', (e) => arrows(e, dialog))
  dialog.showModal()
  if (anchor) beside(dialog, anchor)
  return dialog
}

function beside(dialog, anchor) {
  const a = anchor.getBoundingClientRect?.() ?? { left: anchor.x, right: anchor.x, top: anchor.y, bottom: anchor.y, width: 0 }
  dialog.style.minWidth = a.width + 'px'
  const size = dialog.getBoundingClientRect()
  const below = innerHeight - a.bottom - 12, above = a.top - 12
  const up = size.height > below && above > below
  const height = Math.min(size.height, Math.max(up ? above : below, 160))
  dialog.style.maxHeight = height + 'px'
  dialog.style.left = Math.max(8, Math.min(a.left, innerWidth - size.width - 8)) + 'px'
  dialog.style.top = Math.max(8, up ? a.top - height - 4 : a.bottom + 4) + 'px'
}

// arrows moves the focus among the entries of a list.
function arrows(e, dialog) {
  const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[e.key]
  if (!step || e.target.matches('textarea') || (e.target.matches('input') && Math.abs(step) > 1)) return
  const entries = [...dialog.querySelectorAll('[data-entry]:not([hidden]):not(:disabled)')]
  if (!entries.length) return
  e.preventDefault()
  const at = entries.indexOf(document.activeElement)
  entries[Math.max(0, Math.min(entries.length - 1, at < 0 && step > 0 ? 0 : at + step))].focus()
}

// menu opens a list of [words, function, class?] entries; null entries are left out.
export function menu(anchor, label, entries) {
  const dialog = popup({ anchor, kind: 'menu', label }, h('div', { role: 'menu', 'aria-label': label }, entries.filter(Boolean).map(([words, fn, kind]) =>
    h('button', { type: 'button', role: 'menuitem', 'data-entry': '', class: 'entry ' + (kind ?? ''), onclick: () => { dialog.close(); fn() } }, words))))
  dialog.querySelector('[data-entry]')?.focus()
  return dialog
}

export const closeButton = () => h('button', { type: 'button', class: 'close', 'aria-label': t('close'), onclick: (e) => e.currentTarget.closest('dialog').close() }, icon('close'))

export function toast(words) {
  const el = h('div', { class: 'toast', role: 'alert' }, words)
  document.getElementById('toasts').append(el)
  setTimeout(() => el.remove(), 5000)
}
