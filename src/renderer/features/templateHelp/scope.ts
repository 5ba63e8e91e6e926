import {
  kindOfField,
  type NamedValue,
  TAGS,
  THINGS,
  type ThingName,
  type ValueKind,
  VARIABLES,
} from '#engine/catalogue/index.ts'
import type { TemplateNames } from '#shared/contract/livePreview.ts'

/** The names that a template can use besides tags and filters; null while unknown. */
export type Names = TemplateNames | null

const TAG = /\{%-?\s*(\w+)([\s\S]*?)-?%\}/g

/** The variables that are available after this text; inner ones hide outer ones. */
export function variablesAfter(head: string, names: Names): Map<string, NamedValue> {
  const scopes = [{ tag: '', own: new Map(VARIABLES.map((each) => [each.name, each])) }]
  const all = (): Map<string, NamedValue> => new Map(scopes.flatMap(({ own }) => [...own]))
  for (const [, tag = '', rest = ''] of head.matchAll(TAG)) {
    const top = scopes.at(-1)
    if (tag.startsWith('end')) {
      const at = scopes.findLastIndex((scope) => scope.tag === tag.slice(3))
      if (at > 0) scopes.length = at
      continue
    }
    const entry = TAGS.find(({ name }) => name === tag)
    const assignment = /^\s*(\w+)\s*=\s*([\w.[\]]+)/.exec(rest)
    if (tag === 'assign' && assignment && top)
      top.own.set(assignment[1] ?? '', {
        name: assignment[1] ?? '',
        title: '赋值的变量',
        kind: kindOf(assignment[2] ?? '', all(), names),
      })
    const captured = /^\s*(\w+)/.exec(rest)?.[1]
    if (tag === 'capture' && captured && top)
      top.own.set(captured, { name: captured, title: '存为变量的内容', kind: 'html' })
    if (entry?.form !== 'block') continue
    const own = new Map(entry.variables.map((each) => [each.name, each]))
    const loop = /^\s*(\w+)\s+in\s+([\w.[\]]+)/.exec(rest)
    if (loop)
      own.set(loop[1] ?? '', {
        name: loop[1] ?? '',
        title: '循环的当前项',
        kind: elementOf(kindOf(loop[2] ?? '', all(), names)),
      })
    scopes.push({ tag, own })
  }
  return all()
}

/** Tags that are open at the end of the text, the innermost last. */
export function openTags(head: string): string[] {
  const open: string[] = []
  for (const [, tag = ''] of head.matchAll(TAG)) {
    if (tag.startsWith('end')) {
      const at = open.lastIndexOf(tag.slice(3))
      if (at >= 0) open.length = at
    } else if (TAGS.some(({ name, form }) => name === tag && form === 'block')) open.push(tag)
  }
  return open
}

const isThing = (kind: string): kind is ThingName => Object.hasOwn(THINGS, kind)
const elementOf = (kind: ValueKind): ValueKind => {
  const element = kind.replace('[]', '')
  return kind.endsWith('[]') && isThing(element) ? element : 'text'
}

/** The kind of a path such as `article.column.title`; text when unknown. */
export function kindOf(path: string, variables: ReadonlyMap<string, NamedValue>, names: Names): ValueKind {
  const [first = '', ...rest] = path.replaceAll(/\[\d+\]/g, '.first').split('.')
  let kind: ValueKind = variables.get(first)?.kind ?? 'text'
  for (const name of rest)
    kind =
      kind.endsWith('[]') && (name === 'first' || name === 'last')
        ? elementOf(kind)
        : (fieldsOf(kind, names).find((field) => field.name === name)?.kind ?? 'text')
  return kind
}

/** The fields of a kind of value; for articles also those of the site's column types. */
export function fieldsOf(kind: ValueKind, names: Names): NamedValue[] {
  if (kind.endsWith('[]'))
    return [
      { name: 'size', kind: 'number', title: '总数' },
      { name: 'first', kind: elementOf(kind), title: '第一项' },
      { name: 'last', kind: elementOf(kind), title: '最后一项' },
    ]
  if (!isThing(kind)) return []
  const { fields } = THINGS[kind]
  if (kind !== 'article' || !names) return [...fields]
  const own = names.fields
    .filter(({ name }) => !fields.some((field) => field.name === name))
    .map(({ name, title, type, columns }): NamedValue => ({
      name,
      kind: kindOfField(type),
      title: `${title}（${joinColumns(columns)}）`,
    }))
  return [...fields, ...own]
}

const MAX_COLUMNS = 3
const joinColumns = (columns: readonly string[]): string => {
  const some = [...new Set(columns)]
  return some.length <= MAX_COLUMNS
    ? some.join('、')
    : `${some.slice(0, MAX_COLUMNS).join('、')}等 ${some.length} 个栏目`
}
