// What the browser test asks of the page.

// read is the text of an element; a space at which no line may end reads like any other.
window.read = (el) => (el?.innerText ?? '').replace(/\u00a0/g, ' ')

// look tells what a person of this name can see and press in the open channel.
window.look = (name) => {
  const messages = [...document.querySelectorAll('li[data-message-id]')]
  const own = (m) => m.dataset.ephemeral === 'true'
  const has = (m, verb) => m.querySelector(`[data-custom-id^="${verb}:"]`) !== null
  const board = messages.filter((m) => !own(m) && (has(m, 'p') || has(m, 'h'))).at(-1)
  const panel = messages.filter((m) => own(m) && has(m, 'p')).at(-1)
  const controls = (m) => [...(m?.querySelectorAll('[data-custom-id]:enabled') ?? [])].map((c) => ({
    Message: m.dataset.messageId, ID: c.dataset.customId, Label: c.innerText, Select: c.dataset.do === 'openSelect', Private: own(m),
  }))
  const text = window.read(board)
  return {
    Ready: document.body?.dataset.ready === 'true', Channel: document.body?.dataset.channel ?? '', Lang: document.documentElement.lang,
    Busy: document.querySelector('[aria-busy=true], .ghost') !== null, Failed: document.querySelector('.failed')?.innerText ?? '',
    Over: board !== undefined && has(board, 'h'), Awaited: text.split('\n').some((line) => line.startsWith('👉') && line.includes('@' + name)),
    Board: text, Controls: [...controls(board), ...controls(panel)],
  }
}

// spot says where the last element of a selector can be hit, or why it cannot.
window.spot = (selector) => {
  const nowhere = (why, gone = true) => ({ X: 0, Y: 0, Why: why, Gone: gone })
  const el = [...document.querySelectorAll(selector)].at(-1)
  if (!el) return nowhere('it is not there')
  if (el.disabled) return nowhere('it is disabled')
  if (document.getAnimations().some((a) => a.playState === 'running' && a.effect?.target !== el && a.effect?.target?.contains(el))) return nowhere('it moves', false)
  el.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = el.getBoundingClientRect()
  const x = left + width / 2, y = top + height / 2
  const hit = document.elementFromPoint(x, y)
  return el.contains(hit) ? { X: x, Y: y, Why: '', Gone: false } : nowhere(`${hit?.tagName}.${hit?.className} lies over it`, false)
}
