// Modals: forms that the bot opens. A refused or failed form stays open with what was written.
import { h, icon } from './dom.js'
import { post } from './api.js'
import { popup, closeButton } from './popup.js'
import { outcome } from './interact.js'
import { pick, optionsOf } from './select.js'
import { markdown } from './mdview.js'
import { dots } from './components.js'
import { botName } from './state.js'
import { t } from './words.js'

const PARAGRAPH = 2

// A control is {id, node, value(), fault()}: what it stands for, and what is wrong with it, if anything.
function textInput(c, labelled) {
  const input = h(c.style === PARAGRAPH ? 'textarea' : 'input', {
    class: 'field', id: 'in-' + c.custom_id, 'data-custom-id': c.custom_id, placeholder: c.placeholder, maxlength: c.max_length ?? 4000, rows: c.style === PARAGRAPH ? 4 : null,
    autocomplete: 'off', 'aria-required': c.required === false ? null : 'true', 'aria-describedby': 'why-' + c.custom_id, 'aria-label': labelled,
  })
  input.value = c.value ?? ''
  const fault = () => {
    const n = [...input.value].length
    if (n === 0) return c.required === false ? '' : t('mustFill')
    if (n < (c.min_length ?? 0)) return t('tooShort', { n: c.min_length })
    return n > (c.max_length ?? 4000) ? t('tooLong', { n: c.max_length }) : ''
  }
  return { id: c.custom_id, node: input, required: c.required !== false, value: () => input.value, fault }
}

function selectInput(c, labelled) {
  let values = c.type === 3 ? c.options.filter((o) => o.default).map((o) => o.value) : (c.default_values ?? []).map((v) => v.id)
  const node = h('button', {
    type: 'button', class: 'select', id: 'in-' + c.custom_id, 'data-custom-id': c.custom_id,
    role: 'combobox', 'aria-haspopup': 'listbox', 'aria-label': labelled, 'aria-describedby': 'why-' + c.custom_id,
  })
  const draw = () => {
    const words = optionsOf(c).filter((o) => values.includes(o.value)).map((o) => h('span', { class: 'value' }, o.label))
    node.replaceChildren(words.length ? h('span', { class: 'values' }, words) : h('span', { class: 'hint' }, c.placeholder || t('choose')), icon('down'))
  }
  node.onclick = () => pick(c.required === false ? { ...c, min_values: 0 } : c, node, values, (v) => { values = v; draw(); node.dispatchEvent(new Event('input', { bubbles: true })) })
  draw()
  const fault = () => (values.length === 0 ? (c.required === false || c.min_values === 0 ? '' : t('mustFill')) : values.length < (c.min_values ?? 1) ? t('tooShort', { n: c.min_values }) : '')
  return { id: c.custom_id, node, required: c.required !== false, value: () => values, fault }
}

const control = (c, label) => (c.type === 4 ? textInput(c, label) : selectInput(c, label))

// fields lays the modal's components out; controls collects those that carry a value.
function fields(list, controls) {
  return (list ?? []).map((c) => {
    if (c.type === 10) return markdown(c.content)
    const inner = c.type === 18 ? c.component : c.type === 1 ? c.components?.[0] : c
    if (!inner || ![3, 4, 5, 6, 7, 8].includes(inner.type)) return null
    const label = c.type === 18 ? c.label : inner.label
    const ctl = control(inner, label)
    controls.push(ctl)
    ctl.why = h('div', { class: 'why', id: 'why-' + inner.custom_id, role: 'alert' })
    return h('div', { class: 'modal-field' }, label && h('label', { for: 'in-' + inner.custom_id }, label, ctl.required && h('span', { class: 'star', 'aria-hidden': 'true' }, ' *')),
      c.type === 18 && c.description && h('small', null, c.description), ctl.node, ctl.why)
  })
}

export function openModal({ interaction, modal }) {
  const controls = []
  const problem = h('div', { class: 'failed', role: 'alert', hidden: true })
  const submit = h('button', { type: 'submit', class: 'btn primary' }, h('span', { class: 'label' }, t('submit')))
  const note = h('p', { class: 'note' }, icon('alert', 16), t('modalNote', { bot: botName() }))
  const form = h('form', { novalidate: true }, h('div', { class: 'modal-body' }, fields(modal.components, controls), problem, note),
    h('footer', null, h('button', { type: 'button', class: 'btn secondary', onclick: () => dialog.close() }, t('cancel')), submit))
  const dialog = popup({ kind: 'modal', label: modal.title }, h('header', null, h('h2', null, modal.title), closeButton()), form)
  dialog.dataset.customId = modal.custom_id
  form.addEventListener('input', () => { for (const c of controls) if (c.why.textContent) show(c) })
  form.addEventListener('submit', async (e) => {
    e.preventDefault()
    const wrong = controls.filter((c) => show(c))
    if (wrong.length) return wrong[0].node.focus()
    if (submit.getAttribute('aria-busy')) return
    busy(true)
    problem.hidden = true
    try {
      const sent = await post('modal', { interaction, custom_id: modal.custom_id, values: Object.fromEntries(controls.map((c) => [c.id, c.value()])) })
      if (await outcome(sent.interaction) === 'failed') throw new Error(t('wentWrong'))
      dialog.close()
    } catch (err) {
      problem.hidden = false
      problem.textContent = err.message
    } finally {
      busy(false)
    }
  })
  const busy = (is) => {
    submit.classList.toggle('busy', is)
    submit.toggleAttribute('aria-busy', is)
    if (is) submit.setAttribute('aria-busy', 'true')
    submit.querySelector('.dots')?.remove()
    if (is) submit.append(dots())
  }
  controls[0]?.node.focus()
}

function show(c) {
  const fault = c.fault()
  c.why.textContent = fault
  c.node.toggleAttribute('aria-invalid', !!fault)
  if (fault) c.node.setAttribute('aria-invalid', 'true')
  return fault
}
