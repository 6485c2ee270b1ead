// Slash commands as data: which there are, how far one is filled in, what may stand in an option.
import { S, can, channelName, display } from './state.js'
import { t, local, lower } from './words.js'

const SUB = 1, GROUP = 2
const STRING = 3, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, ROLE = 8, MENTIONABLE = 9, NUMBER = 10

// leaves lists everything that can be sent, sub-commands as entries of their own:
// {command, path: default names, name: words in the client's language, description, options}.
export function leaves() {
  const out = []
  const walk = (command, def, path, names) => {
    const subs = (def.options ?? []).filter((o) => o.type === SUB || o.type === GROUP)
    if (subs.length) return subs.forEach((o) => walk(command, o, [...path, o], [...names, local(o)]))
    const options = (def.options ?? []).slice().sort((a, b) => !!b.required - !!a.required)
    out.push({ command, path, name: names.join(' '), plain: [command, ...path].map((d) => d.name).join(' '), description: local(def, 'description'), options })
  }
  for (const c of S.commands) if ((c.type ?? 1) === 1 && can(c.default_member_permissions)) walk(c, c, [], [local(c)])
  return out.sort((a, b) => a.name.localeCompare(b.name))
}

// matching finds the commands for what was typed after the slash, by local or default name.
export function matching(typed) {
  const q = lower(typed)
  const starts = (l) => lower(l.name).startsWith(q) || l.plain.startsWith(q)
  const all = leaves()
  return [...all.filter(starts), ...all.filter((l) => !starts(l) && (lower(l.name).includes(q) || lower(l.description).includes(q)))]
}

// suggestions are the fixed choices of an option: [{label, value}]; null when it has none or asks the bot.
export function suggestions(o) {
  if (o.autocomplete) return null
  if (o.choices) return o.choices.map((c) => ({ label: local(c), value: c.value }))
  const users = () => [...S.users.values(), ...S.bots].map((u) => ({ label: display(u), value: u.id, detail: u.username }))
  const roles = () => [...S.roles.values()].map((r) => ({ label: '@' + r.name, value: r.id }))
  const kinds = {
    [BOOLEAN]: () => [{ label: t('yes'), value: true }, { label: t('no'), value: false }],
    [USER]: users,
    [ROLE]: roles,
    [MENTIONABLE]: () => [...users(), ...roles()],
    [CHANNEL]: () => [...S.channels.values()].filter((c) => !o.channel_types?.length || o.channel_types.includes(c.type)).map((c) => ({ label: '#' + channelName(c.id), value: c.id })),
  }
  return kinds[o.type]?.() ?? null
}

// read turns the text of an option into its value, or says in words what is wrong: {value} or {fault}.
export function read(o, text, picked) {
  if (text === '') return o.required ? { fault: t('required') } : {}
  if (picked && picked.label === text) return { value: picked.value }
  const list = suggestions(o)
  if (list) {
    const hit = list.find((s) => lower(s.label) === lower(text))
    return hit ? { value: hit.value } : { fault: t('badChoice') }
  }
  if (o.type === INTEGER || o.type === NUMBER) {
    const n = Number(text.replace(',', '.'))
    if (Number.isNaN(n) || (o.type === INTEGER && !Number.isInteger(n))) return { fault: t('badNumber') }
    if (n < (o.min_value ?? -Infinity) || n > (o.max_value ?? Infinity)) return { fault: t('range', { min: o.min_value ?? '−∞', max: o.max_value ?? '∞' }) }
    return { value: n }
  }
  if (o.type === STRING && text.length < (o.min_length ?? 0)) return { fault: t('tooShort', { n: o.min_length }) }
  if (o.type === STRING && text.length > (o.max_length ?? 6000)) return { fault: t('tooLong', { n: o.max_length }) }
  return { value: text }
}

// wire builds the options of the API: values nested under sub-command and group.
export function wire(leaf, values) {
  return leaf.path.reduceRight((inner, p) => [{ name: p.name, type: p.type, options: inner }], values)
}
