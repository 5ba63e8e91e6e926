import { FILTERS, type NamedValue, type TagEntry, TAGS } from '#engine/catalogue/index.ts'
import type { CodeHelp, Suggestion } from '#renderer/features/codeEditor/types.ts'
import { filterText, kindTitle, parameterHelp, tagText, valueText } from './describe.ts'
import { fieldsOf, kindOf, type Names, openTags, variablesAfter } from './scope.ts'

/** The syntax at the cursor of a template. `from`: offset at which the word begins. */
type CursorContext = { word: string; from: number } & (
  | { at: 'tag' }
  | { at: 'parameter'; tag: string }
  | { at: 'value'; tag: string; parameter: string; quoted: boolean }
  | { at: 'file' }
  | { at: 'text' }
  | { at: 'filter' }
  | { at: 'field'; of: string }
  | { at: 'variable' }
)

/** Tags whose first argument names a file. */
const OF_FILES: ReadonlySet<string> = new Set(['include', 'render', 'layout', 'extends'])

/** Returns null when the cursor is outside of tags and outputs. */
function cursorContextAt(text: string, offset: number): CursorContext | null {
  const head = text.slice(0, offset)
  const start = Math.max(head.lastIndexOf('{{'), head.lastIndexOf('{%'))
  if (start < 0) return null
  const isTag = head[start + 1] === '%'
  const inside = head.slice(start + 2)
  if (inside.includes(isTag ? '%}' : '}}')) return null
  const tag = isTag ? (/^-?\s*(#|\w+)/.exec(inside)?.[1] ?? '') : ''
  const wordAt = (word: string): { word: string; from: number } => ({ word, from: offset - word.length })

  if (isTag && /^-?\s*(?:#|\w*)$/.test(inside)) return { at: 'tag', ...wordAt(/\w*$/.exec(inside)?.[0] ?? '') }
  const quote = openQuote(inside)
  if (quote >= 0) {
    const word = inside.slice(quote + 1)
    const parameter = /(\w+)\s*:\s*$/.exec(inside.slice(0, quote))?.[1]
    if (isTag && parameter !== undefined && !OF_FILES.has(tag))
      return { at: 'value', tag, parameter, quoted: true, ...wordAt(lastPart(word)) }
    return { at: isTag && OF_FILES.has(tag) && parameter === undefined ? 'file' : 'text', ...wordAt(word) }
  }
  const word = /\w*$/.exec(inside)?.[0] ?? ''
  const before = inside.slice(0, inside.length - word.length)
  if (/\|\s*$/.test(before)) return { at: 'filter', ...wordAt(word) }
  const of = /([A-Za-z_]\w*(?:\.\w+|\[\d+\])*)\.$/.exec(before)?.[1]
  if (of !== undefined) return { at: 'field', of, ...wordAt(word) }
  const parameter = /(\w+)\s*:\s*$/.exec(before)?.[1]
  if (isTag && parameter !== undefined) return { at: 'value', tag, parameter, quoted: false, ...wordAt(word) }
  if (isTag && /[\s,]$/.test(before)) return { at: 'parameter', tag, ...wordAt(word) }
  return { at: 'variable', ...wordAt(word) }
}

/** The last of several values that are separated by commas. */
const lastPart = (text: string): string => text.slice(text.lastIndexOf(',') + 1).trimStart()

/** Index of the quote that opens an unclosed text; -1 for none. */
function openQuote(text: string): number {
  let open = -1
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (open < 0 && (character === '"' || character === "'")) open = at
    else if (open >= 0 && character === text[open]) open = -1
  }
  return open
}

/** Maximum number of suggested files. */
const MAX_FILES = 500
const TEMPLATE = /\.(?:html?|liquid)$/i

/** Completion and hover for template tags. `names`: what the template at hand can name. */
export const templateHelp = (names: Names): CodeHelp => ({
  suggest(text, offset) {
    const context = cursorContextAt(text, offset)
    if (!context) return null
    const after = text.slice(offset)
    const items = suggestionsAt(context, text.slice(0, context.from), after, names)
    // The rest of the word after the cursor is replaced too, and the brace that the editor has added to `{`.
    const rest = context.at === 'file' || context.at === 'text' ? /^[^"'\s%}]*/ : /^\w*/
    const tail = rest.exec(after)?.[0].length ?? 0
    const brace = context.at === 'tag' && /^\s*\}(?!\})/.exec(after.slice(tail))
    const to = offset + tail + (brace ? brace[0].length : 0)
    return items.length > 0 ? { from: context.from, to, items } : null
  },
  explain(text, offset) {
    const tail = /^[\w#]*/.exec(text.slice(offset))?.[0].length ?? 0
    const to = offset + tail
    const context = cursorContextAt(text, to)
    if (!context || context.word === '') return null
    const explanation = textAt(context, text.slice(0, context.from), names)
    return explanation === null ? null : { from: context.from, to, text: explanation }
  },
})

function suggestionsAt(context: CursorContext, head: string, after: string, names: Names): Suggestion[] {
  switch (context.at) {
    case 'tag':
      return tags(openTags(head.slice(0, head.lastIndexOf('{%'))), after)
    case 'filter':
      return FILTERS.map((each) => ({
        label: each.name,
        insert: each.parameters === '' ? each.name : `${each.name}: `,
        kind: 'filter',
        detail: each.title,
        text: filterText(each),
      }))
    case 'field':
      return values(fieldsOf(kindOf(context.of, variablesAfter(head, names), names), names), 'field')
    case 'variable':
      return values([...variablesAfter(head, names).values()], 'variable')
    case 'parameter':
      return [...parameters(context.tag), ...values([...variablesAfter(head, names).values()], 'variable')]
    case 'value':
      return parameterValues(context, names)
    case 'file':
      return files(names, (path) => TEMPLATE.test(path))
    case 'text':
      return files(names, (path) => !TEMPLATE.test(path))
  }
}

const entryOf = (name: string): TagEntry | undefined => TAGS.find((tag) => tag.name === name)

function tags(open: readonly string[], after: string): Suggestion[] {
  const isClosed = /^\s*-?%\}/.test(after)
  const end = isClosed ? '' : ' %}'
  const ends = open.slice(-1).flatMap((name): Suggestion[] => [
    { label: `end${name}`, insert: `end${name}${end}`, kind: 'tag', detail: `结束${entryOf(name)?.title ?? ''}` },
    { label: 'else', insert: `else${end}`, kind: 'tag', detail: '否则，或没有内容时' },
  ])
  const all = TAGS.map((tag): Suggestion => {
    const { name, form, title, parameters: given } = tag
    const base = { label: name, kind: 'tag' as const, detail: title, text: tagText(tag) }
    if (isClosed) return { ...base, insert: name }
    const argument = given[0]?.kind === 'file' ? ' "$1"' : name === 'for' ? ' ${1:item} in ${2:list}' : '$1'
    const body = form === 'block' ? `\n\t$0\n{% end${name} %}` : '$0'
    return { ...base, insert: `${name}${argument} %}${body}`, isSnippet: true }
  })
  return [...ends, ...all]
}

const parameters = (tag: string): Suggestion[] =>
  (entryOf(tag)?.parameters ?? [])
    .filter(({ kind }) => kind !== 'file')
    .map((each) => ({
      label: each.name,
      insert: `${each.name}: `,
      kind: 'field',
      detail: '参数',
      text: parameterHelp(tag, each),
    }))

const values = (list: readonly NamedValue[], kind: 'field' | 'variable'): Suggestion[] =>
  list.map((each) => ({
    label: each.name,
    insert: each.name,
    kind,
    detail: each.title,
    text: valueText(each),
  }))

function parameterValues(context: Extract<CursorContext, { at: 'value' }>, names: Names): Suggestion[] {
  const parameter = entryOf(context.tag)?.parameters.find(({ name }) => name === context.parameter)
  if (!parameter) return []
  const written = (text: string): string => (context.quoted || parameter.kind === 'boolean' ? text : `"${text}"`)
  const item = (text: string, detail: string): Suggestion => ({
    label: text,
    insert: written(text),
    kind: 'value',
    detail,
  })
  if (parameter.kind === 'column') {
    const columns = names?.columns ?? []
    return columns.flatMap(({ title, identifies, code }) =>
      [identifies, code, title]
        .filter((text, at, all) => text !== '' && all.indexOf(text) === at)
        .map((text) => item(text, text === title ? '栏目名称' : title)),
    )
  }
  if (parameter.name === 'where')
    return (names?.fields ?? []).map(({ name, title }) => ({ ...item(`${name} = `, title), label: name }))
  return (parameter.values ?? []).map((text) => item(text, parameter.title.split(/[：，]/)[0] ?? ''))
}

const files = (names: Names, isWanted: (path: string) => boolean): Suggestion[] =>
  (names?.files ?? [])
    .filter(isWanted)
    .slice(0, MAX_FILES)
    .map((path) => ({ label: path, insert: path, kind: 'file', detail: '模板的文件' }))

function textAt(context: CursorContext, head: string, names: Names): string | null {
  const { word } = context
  switch (context.at) {
    case 'tag': {
      const tag = entryOf(word.replace(/^end/, '')) ?? entryOf(word)
      return tag ? tagText(tag) : null
    }
    case 'filter': {
      const filter = FILTERS.find(({ name }) => name === word)
      return filter ? filterText(filter) : null
    }
    case 'field': {
      const field = fieldsOf(kindOf(context.of, variablesAfter(head, names), names), names).find(
        ({ name }) => name === word,
      )
      return field ? valueText(field) : null
    }
    case 'parameter': {
      const parameter = entryOf(context.tag)?.parameters.find(({ name }) => name === word)
      if (parameter) return parameterHelp(context.tag, parameter)
      return variableText(word, head, names)
    }
    case 'variable':
    case 'value':
      return variableText(word, head, names)
    case 'file':
    case 'text':
      return null
  }
}

function variableText(word: string, head: string, names: Names): string | null {
  const variable = variablesAfter(head, names).get(word)
  if (!variable) return null
  const fields = fieldsOf(variable.kind, names)
  const list = fields.map(({ name, title }) => `- \`${name}\` ${title}`).join('\n')
  return [
    `**${variable.title}** \`${word}\`（${kindTitle(variable.kind)}）`,
    ...(fields.length > 0 ? [list] : []),
  ].join('\n\n')
}
