// Discord's markdown, from text to a tree of plain objects {t: kind, c: children, ...}.
//
// Blocks:  p, h {level}, sub, quote, list {ordered, start, items: [{c, lists}]}, code {lang, v}
// Inline:  text {v}, b, i, u, s, spoiler, mono {v}, link {url}, user|channel|role {id}, everyone {v},
//          command {name, id}, time {unix, style}, custom {name, id}, emoji {v}

const LIST = /^( *)([-*]|\d{1,9}\.) +(?=\S)/
const HEAD = /^(#{1,3}) +(?=\S)/
const SUB = /^-# +(?=\S)/
const FENCE = '```'

export function parse(text) {
  return blocks(text.replace(/\r\n?/g, '\n'), false)
}

// parseInline is for places that know no blocks: titles, names of fields.
export function parseInline(text) {
  return inline(text)
}

// onlyEmoji tells whether a message is nothing but a few emoji, which are then drawn large.
export function onlyEmoji(tree) {
  if (tree.length !== 1 || tree[0].t !== 'p') return false
  const marks = tree[0].c.filter((n) => n.t !== 'text' || n.v.trim() !== '')
  return marks.length > 0 && marks.length <= 30 && marks.every((n) => n.t === 'emoji' || n.t === 'custom')
}

function blocks(text, quoted) {
  const out = []
  let para = null // text of the paragraph being collected
  const flush = () => {
    if (para !== null) out.push({ t: 'p', c: inline(para) })
    para = null
  }
  let pos = 0
  const lineAt = (p) => {
    const end = text.indexOf('\n', p)
    return end < 0 ? text.slice(p) : text.slice(p, end)
  }
  while (pos < text.length) {
    const line = lineAt(pos)
    let m
    if (!quoted && line.startsWith('>>> ')) {
      flush()
      out.push({ t: 'quote', c: blocks(text.slice(pos + 4), true) })
      return out
    }
    if (!quoted && line.startsWith('> ')) {
      flush()
      const lines = []
      for (let l = line; pos <= text.length && l.startsWith('> '); l = lineAt(pos)) {
        lines.push(l.slice(2))
        pos += l.length + 1
        if (pos > text.length) break
      }
      out.push({ t: 'quote', c: blocks(lines.join('\n'), true) })
      continue
    }
    if ((m = HEAD.exec(line)) || (m = SUB.exec(line))) {
      flush()
      const c = inline(line.slice(m[0].length))
      out.push(m[1] ? { t: 'h', level: m[1].length, c } : { t: 'sub', c })
      pos += line.length + 1
      continue
    }
    if (LIST.test(line)) {
      flush()
      const lines = []
      for (let l = line; pos < text.length && (LIST.test(l) || (/^ +\S/.test(l) && lines.length)); l = lineAt(pos)) {
        lines.push(l)
        pos += l.length + 1
      }
      out.push(...lists(lines))
      continue
    }
    const open = fence(line)
    const close = open < 0 ? -1 : text.indexOf(FENCE, pos + open + 3)
    if (close > pos + open + 3) {
      if (open > 0) para = join(para, line.slice(0, open))
      flush()
      const body = text.slice(pos + open + 3, close)
      const lang = /^([\w+#.-]+)\n/.exec(body)
      const v = (lang ? body.slice(lang[0].length) : body).replace(/^\n+/, '').replace(/\n+$/, '')
      out.push({ t: 'code', lang: lang?.[1] ?? '', v })
      pos = close + 3
      if (text[pos] === '\n') pos++
      continue
    }
    para = join(para, line)
    pos += line.length + 1
  }
  flush()
  return out
}

const join = (para, line) => (para === null ? line : para + '\n' + line)

// fence finds a code fence in a line that no backslash escapes.
function fence(line) {
  let at = line.indexOf(FENCE)
  while (at > 0 && line[at - 1] === '\\') at = line.indexOf(FENCE, at + 1)
  return at
}

// lists nests items by their indentation; an indented line without a mark continues its item.
function lists(lines) {
  const roots = []
  const open = [] // [{indent, list}] from the outermost inwards
  for (const line of lines) {
    const m = LIST.exec(line)
    if (!m) {
      open.at(-1).list.items.at(-1).raw += '\n' + line.trim()
      continue
    }
    const indent = m[1].length
    const ordered = /\d/.test(m[2])
    while (open.length > 1 && indent <= open.at(-1).indent - 1) open.pop()
    const top = open.at(-1)
    const item = { raw: line.slice(m[0].length), lists: [] }
    if (top && indent <= top.indent && top.list.ordered === ordered) {
      top.list.items.push(item)
      continue
    }
    const list = { t: 'list', ordered, start: ordered ? parseInt(m[2], 10) : 1, items: [item] }
    if (top && indent <= top.indent) open.pop()
    const parent = open.at(-1)
    if (parent) parent.list.items.at(-1).lists.push(list)
    else roots.push(list)
    open.push({ indent, list })
  }
  const finish = (l) => l.items.forEach((it) => {
    it.c = inline(it.raw)
    delete it.raw
    it.lists.forEach(finish)
  })
  roots.forEach(finish)
  return roots
}

const PLAIN = /[ !"$%&'()+,./:;=>?A-Z\]^a-gi-z{}\n\u00a1-\u024f-]+/y // common signs that begin nothing, letters above all
const PAIRS = [['**', 'b'], ['__', 'u'], ['~~', 's'], ['||', 'spoiler']]
const URL_AT = /^https?:\/\/[^\s<]*[^\s<.,:;"'\]!?]/
const LINK_AT = /^\[((?:\\.|\[[^\]\n]*\]|[^\[\]\\])+)\]\(<?(https?:\/\/[^\s<>]+?)>?(?: +"[^"]*")?\)/
// A text-style sign such as a suit counts as an emoji in Discord; digits and legal marks do not.
const EMOJI_AT = /^(?:\p{RGI_Emoji}|(?![#*0-9©®™])[\p{Emoji}--\p{Emoji_Modifier}]\uFE0F?(?!\uFE0E))/v
const FIRST_EMOJI = '\u203C' // none lies below but digits and legal marks
const TAGS = [
  [/^<@!?(\d+)>/, (m) => ({ t: 'user', id: m[1] })],
  [/^<@&(\d+)>/, (m) => ({ t: 'role', id: m[1] })],
  [/^<#(\d+)>/, (m) => ({ t: 'channel', id: m[1] })],
  [/^<\/([^:>\n]{1,100}):(\d+)>/, (m) => ({ t: 'command', name: m[1], id: m[2] })],
  [/^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/, (m) => ({ t: 'time', unix: Number(m[1]), style: m[2] ?? 'f' })],
  [/^<a?:(\w{2,32}):(\d+)>/, (m) => ({ t: 'custom', name: m[1], id: m[2] })],
  [/^<(https?:\/\/[^\s<>]+)>/, (m) => ({ t: 'link', url: m[1], c: [{ t: 'text', v: m[1] }] })],
]

function inline(s) {
  const out = []
  let text = ''
  const put = (node) => {
    if (text) out.push({ t: 'text', v: text })
    text = ''
    if (node) out.push(node)
  }
  for (let i = 0; i < s.length;) {
    PLAIN.lastIndex = i
    const run = PLAIN.exec(s)
    if (run) {
      text += run[0]
      i += run[0].length
      continue
    }
    const found = span(s, i)
    if (found) {
      put(found.node)
      i = found.end
    } else if (s[i] === '\\' && /[^\p{L}\p{N}\s]/u.test(String.fromCodePoint(s.codePointAt(i + 1) ?? 32))) {
      const sign = String.fromCodePoint(s.codePointAt(i + 1))
      text += sign
      i += 1 + sign.length
    } else {
      const sign = String.fromCodePoint(s.codePointAt(i))
      text += sign
      i += sign.length
    }
  }
  put()
  return out
}

// span reads one formatted stretch at i, or gives null where there is only text.
function span(s, i) {
  const ch = s[i]
  if (ch === '`') return mono(s, i)
  for (const [mark, t] of PAIRS) {
    if (!s.startsWith(mark, i)) continue
    const end = closing(s, i + 2, mark)
    if (end > i + 2 && s.slice(i + 2, end).trim()) return { node: { t, c: inline(s.slice(i + 2, end)) }, end: end + 2 }
  }
  if (ch === '*' || ch === '_') return italics(s, i)
  const rest = s.slice(i, i + 2048)
  if (ch === '<') {
    for (const [re, make] of TAGS) {
      const m = re.exec(rest)
      if (m) return { node: make(m), end: i + m[0].length }
    }
    return null
  }
  if (ch === '[') {
    const m = LINK_AT.exec(rest)
    return m && { node: { t: 'link', url: m[2], c: inline(m[1]) }, end: i + m[0].length }
  }
  if (ch === 'h' && !/\w/.test(s[i - 1] ?? '')) {
    const m = URL_AT.exec(rest)
    if (!m) return null
    let url = m[0]
    while (url.endsWith(')') && !url.includes('(')) url = url.slice(0, -1)
    return { node: { t: 'link', url, c: [{ t: 'text', v: url }] }, end: i + url.length }
  }
  if (ch === '@') {
    const m = /^@(everyone|here)\b/.exec(rest)
    return m && { node: { t: 'everyone', v: m[0] }, end: i + m[0].length }
  }
  if (ch >= FIRST_EMOJI || s[i + 1] === '\uFE0F') { // the latter: a keycap
    const m = EMOJI_AT.exec(rest)
    if (m) return { node: { t: 'emoji', v: m[0] }, end: i + m[0].length }
  }
  return null
}

function mono(s, i) {
  const ticks = /^`+/.exec(s.slice(i))[0]
  if (ticks.length > 2) return null
  for (let end = s.indexOf(ticks, i + ticks.length); end >= 0; end = s.indexOf(ticks, end + 1)) {
    if (s[end - 1] === '`' || s[end + ticks.length] === '`') continue
    const v = s.slice(i + ticks.length, end)
    return v.trim() ? { node: { t: 'mono', v: ticks.length > 1 ? v.trim() : v }, end: end + ticks.length } : null
  }
  return null
}

// closing finds where a doubled mark ends: at the last pair of a longer run, beyond escapes and inline code.
function closing(s, from, mark) {
  for (let j = from; j < s.length; j++) {
    if (s[j] === '\\') j++
    else if (s[j] === '`') j = (mono(s, j)?.end ?? j + 1) - 1
    else if (s.startsWith(mark, j) && s[j + 2] !== mark[0]) return j
  }
  return -1
}

function italics(s, i) {
  const mark = s[i]
  if (!s[i + 1] || /\s/.test(s[i + 1]) || (mark === '_' && /[\p{L}\p{N}_]/u.test(s[i - 1] ?? ''))) return null
  for (let j = i + 1; j < s.length; j++) {
    if (s[j] === '\\') j++
    else if (s[j] === '`') j = (mono(s, j)?.end ?? j + 1) - 1
    else if (s[j] === mark && s[j + 1] === mark) j++ // a doubled mark belongs to bold or underline within
    else if (s[j] === mark) {
      if (j === i + 1 || /\s/.test(s[j - 1])) continue
      if (mark === '_' && /[\p{L}\p{N}_]/u.test(s[j + 1] ?? '')) continue
      const within = s.slice(i + 1, j)
      return within.replaceAll(mark, '') ? { node: { t: 'i', c: inline(within) }, end: j + 1 } : null
    }
  }
  return null
}
