// Times in the client's language; relative ones are counted on by one ticker for the whole page.
import { h } from './dom.js'
import { language, t } from './words.js'

let ahead = 0 // ms by which the server's clock runs before this one's
export const setClock = (serverNow) => { ahead = serverNow ? Date.parse(serverNow) - Date.now() : 0 }
export const now = () => Date.now() + ahead

const made = new Map() // formatters are costly to make
function formatter(Kind, options) {
  const key = Kind.name + language() + JSON.stringify(options)
  if (!made.has(key)) made.set(key, new Kind(language(), options))
  return made.get(key)
}
const format = (options, date) => formatter(Intl.DateTimeFormat, options).format(date)

const STYLES = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
}

const UNITS = [['year', 31536000], ['month', 2592000], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]]

// relative says how far a moment is from now, rounded, in the largest unit that makes at least one; at is in ms.
export function relative(unix, at = now()) {
  const seconds = Math.round(unix - at / 1000)
  const [unit, size] = UNITS.find(([, s], i) => Math.abs(seconds) >= s - (UNITS[i + 1]?.[1] ?? 0) / 2) ?? UNITS.at(-1)
  const value = Math.round(Math.abs(seconds) / size)
  return formatter(Intl.RelativeTimeFormat).format(seconds < 0 ? -value : value, unit)
}

export const say = (unix, style) => style === 'R' ? relative(unix) : format(STYLES[style] ?? STYLES.f, new Date(unix * 1000))

// stamp is a <t:unix:style> in a text.
export function stamp(unix, style) {
  if (Math.abs(unix) > 8.64e12) return String(unix)
  return h('time', { class: 'stamp', datetime: new Date(unix * 1000).toISOString(), title: say(unix, 'F'), 'data-unix': unix, 'data-style': style }, say(unix, style))
}

export function tick() {
  for (const el of document.querySelectorAll('time[data-style="R"]')) {
    const words = relative(Number(el.dataset.unix))
    if (el.textContent !== words) el.textContent = words
  }
}

export const clock = (iso) => format(STYLES.t, new Date(iso))
export const full = (iso) => format(STYLES.F, new Date(iso))

// headTime is the time beside an author: short for today, a date for older days.
export function headTime(iso) {
  const date = new Date(iso)
  const days = Math.round((new Date(now()).setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86400000)
  if (days === 0) return t('today', { time: clock(iso) })
  if (days === 1) return t('yesterday', { time: clock(iso) })
  return format(STYLES.s, date)
}

export const day = (iso) => format(STYLES.D, new Date(iso))
