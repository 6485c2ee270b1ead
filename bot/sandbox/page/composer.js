// The line at the bottom: plain messages, and slash commands filled in option by option.
import { h, icon, act } from './dom.js'
import { post } from './api.js'
import { toast } from './popup.js'
import { avatar, followEnd } from './messages.js'
import { command } from './interact.js'
import { matching, suggestions, read, wire, leaves } from './commands.js'
import { S, botName, isThread } from './state.js'
import { t, local, lower } from './words.js'

const $ = (id) => document.getElementById(id)
const mode = { leaf: null, chips: [], list: [], active: -1, moved: false, asked: 0 } // chips: {o, input, picked}

export function drawComposer() {
  const c = S.channels.get(S.current)
  const closed = !c || (c.thread_metadata?.archived && c.thread_metadata?.locked) || S.left
  $('composer').classList.toggle('closed', !!closed)
  const text = $('text')
  text.disabled = !!closed
  text.placeholder = closed && c ? t('locked') : t('say', { channel: c ? (isThread(c) ? `“${c.name}”` : '#' + c.name) : '' })
  text.setAttribute('aria-label', t('sayLabel'))
  for (const [id, key] of [['slash', 'commands'], ['send', 'sendIt'], ['leave', 'leaveCommand']]) {
    $(id).setAttribute('aria-label', t(key))
    $(id).title = t(key)
  }
}

// suggest shows entries {mark?, label, detail?, side?, take} above the line; entry `active` is what Tab and Enter take.
function suggest(title, entries, active = 0) {
  mode.list = entries
  mode.active = entries.length ? Math.min(active, entries.length - 1) : -1
  mode.moved = false
  const box = $('suggest')
  box.hidden = !title
  box.replaceChildren(h('header', null, title), ...entries.map((e, i) => h('div', {
    role: 'option', id: 's' + i, class: 'option', 'aria-selected': String(i === mode.active), 'data-value': e.value,
    onpointerdown: (ev) => ev.preventDefault(), onclick: () => e.take(), onpointermove: () => select(i, false),
  }, e.mark, h('span', { class: 'texts' }, h('span', { class: 'name' }, e.label), e.detail && h('small', null, e.detail)), e.side && h('small', { class: 'side' }, e.side))))
  point()
}

function select(i, moved = true) {
  mode.active = i
  mode.moved ||= moved
  $('suggest').querySelectorAll('[role=option]').forEach((el, n) => el.setAttribute('aria-selected', String(n === i)))
  if (moved) $('s' + i)?.scrollIntoView({ block: 'nearest' })
  point()
}

function point() {
  const field = document.activeElement
  if (!$('composer').contains(field)) return
  if (mode.active >= 0 && !$('suggest').hidden) field.setAttribute('aria-activedescendant', 's' + mode.active)
  else field.removeAttribute('aria-activedescendant')
}

const hideSuggest = () => suggest('', [])

// typed looks at the plain line: a slash at its start opens the list of commands.
function typed() {
  const text = $('text')
  text.style.height = 'auto'
  text.style.height = Math.min(text.scrollHeight, 200) + 'px'
  if (!text.value.startsWith('/') || text.value.includes('\n')) return hideSuggest()
  const written = leaves().flatMap((l) => [l.name, l.plain].map((name) => ({ l, start: `/${name} ` }))).find(({ start }) => text.value.startsWith(start))
  if (written) return begin(written.l, text.value.slice(written.start.length))
  const found = matching(text.value.slice(1))
  suggest(found.length ? t('commands') : t('noCommand'), found.map((l) => ({
    mark: avatar({ ...S.bots[0], bot: true }, 28), label: ['/' + l.name, l.options.map((o) => h('i', { class: 'opt' }, local(o)))],
    detail: l.description, side: botName(), value: l.plain, take: () => begin(l),
  })))
}

// begin turns the line into a form for one command; what was typed after its name goes into its first option.
function begin(leaf, rest = '') {
  Object.assign(mode, { leaf, chips: [] })
  $('text').value = ''
  $('text').hidden = true
  $('form').hidden = $('leave').hidden = false
  $('form').replaceChildren(h('span', { class: 'command', title: leaf.description }, '/' + leaf.name), h('input', {
    id: 'tail', autocomplete: 'off', 'aria-label': t('addOption'), role: 'combobox', 'aria-controls': 'suggest', 'aria-expanded': 'true', oninput: offer, onfocus: offer, onclick: offer,
  }))
  leaf.options.filter((o) => o.required).forEach((o) => addChip(o))
  const first = mode.chips[0]
  if (first && rest.trim()) first.input.value = rest.trim()
  onward()
}

function end(focus) {
  Object.assign(mode, { leaf: null, chips: [] })
  $('form').replaceChildren()
  $('form').hidden = $('leave').hidden = true
  $('text').hidden = false
  hideSuggest()
  if (focus) $('text').focus()
}

function addChip(o) {
  const input = h('input', {
    'data-option': o.name, 'aria-label': `${local(o)}: ${local(o, 'description')}`, autocomplete: 'off', role: 'combobox', 'aria-controls': 'suggest', 'aria-expanded': 'true',
    inputmode: o.type === 4 ? 'numeric' : null, size: 4,
  })
  const chip = { o, input, picked: null }
  chip.node = h('label', { class: 'chip' }, h('span', null, local(o)), input)
  input.addEventListener('input', () => { check(chip, false); complete(chip) })
  input.addEventListener('focus', () => complete(chip))
  input.addEventListener('blur', () => check(chip, true))
  mode.chips.push(chip)
  $('tail').before(chip.node)
  tail()
  return chip
}

function tail() {
  const left = remaining().length
  $('tail').placeholder = left ? t('moreOptions', { n: left }) : ''
  $('tail').classList.toggle('none', !left)
}

const remaining = () => mode.leaf.options.filter((o) => !mode.chips.some((c) => c.o === o))

function check(chip, strict) {
  chip.input.size = Math.max(4, chip.input.value.length + 1)
  const { fault } = read(chip.o, chip.input.value, chip.picked)
  const bad = strict && !!fault
  chip.node.classList.toggle('bad', bad)
  chip.node.title = bad ? fault : ''
  return fault
}

// offer lists the options that may still be added.
function offer() {
  const q = lower($('tail').value)
  const add = (o) => {
    $('tail').value = ''
    addChip(o).input.focus()
  }
  const entries = remaining().filter((o) => lower(local(o)).includes(q)).map((o) => ({ label: local(o), detail: local(o, 'description'), value: o.name, take: () => add(o) }))
  suggest(entries.length ? t('addOption') : `/${mode.leaf.name}: ${mode.leaf.description}`, entries)
}

// complete lists what may stand in an option, asking the bot where it wants to be asked.
async function complete(chip) {
  const { o, input } = chip
  const title = `${local(o)}: ${local(o, 'description')}`
  const take = (s) => ({ ...s, value: String(s.value), take: () => { input.value = s.label; chip.picked = s; check(chip, true); onward() } })
  const q = lower(chip.picked?.label === input.value ? '' : input.value)
  if (!o.autocomplete) {
    const list = suggestions(o) ?? []
    const hits = list.filter((s) => lower(s.label).includes(q) || lower(s.detail ?? '').includes(q)).slice(0, 25)
    return suggest(title, hits.map(take), Math.max(0, hits.findIndex((s) => s === chip.picked)))
  }
  const asked = ++mode.asked
  if (!mode.list.length) suggest(t('loading'), [])
  await new Promise((done) => setTimeout(done, 150)) // until the typist pauses
  if (asked !== mode.asked) return
  try {
    const values = mode.chips.filter((c) => c === chip || c.input.value).map((c) => ({
      name: c.o.name, type: c.o.type, ...(c === chip ? { value: input.value, focused: true } : { value: read(c.o, c.input.value, c.picked).value ?? c.input.value }),
    }))
    const { choices } = await post('autocomplete', { channel_id: S.current, name: mode.leaf.command.name, options: wire(mode.leaf, values) })
    if (asked === mode.asked && document.activeElement === input) suggest(title, (choices ?? []).map((c) => take({ label: local(c), value: c.value })))
  } catch { if (asked === mode.asked) suggest(t('noAnswer'), []) }
}

// onward moves to the first required option that is empty, else to the end of the line.
function onward() {
  mode.asked++
  const empty = mode.chips.find((c) => c.o.required && !c.input.value)
  ;(empty?.input ?? $('tail')).focus()
}

async function send() {
  if (mode.leaf) return sendCommand()
  const content = $('text').value.trim()
  if (!content) return
  const leaf = content.startsWith('/') && leaves().find((l) => [l.name, l.plain].includes(content.slice(1)))
  if (leaf) return begin(leaf)
  $('text').value = ''
  typed()
  followEnd()
  await post('say', { channel_id: S.current, content }).catch((err) => { $('text').value = content; toast(err.message) })
}

async function sendCommand() {
  const wrong = mode.chips.find((c) => check(c, true))
  if (wrong) {
    wrong.input.focus()
    return toast(`${local(wrong.o)}: ${wrong.node.title}`)
  }
  const { leaf } = mode
  const values = mode.chips.filter((c) => c.input.value !== '').map((c) => ({ name: c.o.name, type: c.o.type, value: read(c.o, c.input.value, c.picked).value }))
  end(true)
  followEnd()
  await command(S.current, leaf.command.name, leaf.name, wire(leaf, values)).catch((err) => toast(err.message))
}

// keys: arrows choose, Tab and Enter take what is chosen; Enter sends where nothing was chosen and the line is complete.
function keydown(e) {
  if (e.isComposing) return
  const field = e.target, n = mode.list.length
  const open = !$('suggest').hidden
  const atTail = field.id === 'tail'
  if ((e.key === 'ArrowDown' || e.key === 'ArrowUp') && open && n) {
    e.preventDefault()
    return select((mode.active + (e.key === 'ArrowDown' ? 1 : -1) + n) % n)
  }
  if (e.key === 'Escape' && (open || mode.leaf)) {
    e.preventDefault()
    return open && n ? hideSuggest() : end(true)
  }
  if (e.key === 'Tab' && !e.shiftKey && open && n && !(atTail && !mode.list[mode.active])) {
    e.preventDefault()
    return mode.list[mode.active].take()
  }
  if (e.key === 'Enter' && !e.shiftKey) {
    e.preventDefault()
    const chosenBefore = atTail ? field.value === '' : mode.chips.some((c) => c.input === field && c.picked?.label === field.value)
    return open && n && (mode.moved || !chosenBefore) ? mode.list[mode.active].take() : send()
  }
  if (e.key === 'Backspace' && mode.leaf && field.value === '') {
    e.preventDefault()
    const at = atTail ? mode.chips.length : mode.chips.findIndex((c) => c.input === field)
    if (!atTail && !mode.chips[at].o.required) {
      mode.chips.splice(at, 1)[0].node.remove()
      tail()
    }
    if (at > 0) mode.chips[at - 1].input.focus()
    else if (atTail || mode.chips.every((c) => !c.input.value)) end(true)
    else $('tail').focus()
  }
}

export function watchComposer() {
  const form = $('composer')
  form.addEventListener('submit', (e) => { e.preventDefault(); send() })
  form.addEventListener('keydown', keydown)
  form.addEventListener('focusout', () => setTimeout(() => { if (!form.contains(document.activeElement)) hideSuggest() }, 100))
  $('text').addEventListener('input', typed)
  $('text').addEventListener('focus', typed)
  $('leave').append(icon('close', 16))
  act('leaveCommand', () => end(true))
  act('slash', () => {
    if (mode.leaf) end(false)
    $('text').value = '/'
    $('text').focus()
    typed()
  })
  act('useCommand', (el) => {
    const leaf = leaves().find((l) => l.plain === el.dataset.name)
    if (leaf) begin(leaf)
  })
}
// leaveCommand drops a half-written command, when channel or person change; clear drops what is written, too.
export const leaveCommand = () => { if (mode.leaf) end(false) }
export function clear() {
  leaveCommand()
  $('text').value = ''
  typed()
}
