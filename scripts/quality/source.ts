import { parseSync, Visitor } from 'rolldown/utils'

/** One import of a file. `names` are the imported names; `*` for a default, a namespace or a dynamic import. */
export interface ImportRef {
  specifier: string
  names: string[]
  typeOnly: boolean
  line: number
}

/** A TypeScript file as the rules and metrics see it. `path` is relative to the repository, with `/`. */
export interface SourceFile {
  path: string
  text: string
  lines: number
  imports: ImportRef[]
  /** Number of lines with nothing but a comment, including blank lines in block comments. */
  commentLines: number
  comments: { text: string; line: number }[]
  /** Lines of `any` types and of non-null assertions. */
  anyLines: number[]
  nonNullLines: number[]
  strings: { text: string; line: number }[]
}

/** Parses a file's text; throws the parser's message for invalid TypeScript. */
export function readSource(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text)
  const broken = parsed.errors[0]
  if (broken) throw new Error(`${path}: ${broken.message}`)
  const lineOf = lineFinder(text)
  const file: SourceFile = {
    path,
    text,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports: [],
    commentLines: 0,
    comments: parsed.comments.map((c) => ({ text: c.value, line: lineOf(c.start) })),
    anyLines: [],
    nonNullLines: [],
    strings: [],
  }
  const add = (specifier: string, at: number, typeOnly: boolean, names: string[]) =>
    file.imports.push({ specifier, names, typeOnly, line: lineOf(at) })
  for (const entry of parsed.module.staticImports) {
    const typeOnly = entry.entries.length > 0 && entry.entries.every((e) => e.isType)
    add(
      entry.moduleRequest.value,
      entry.start,
      typeOnly,
      entry.entries.map((e) => e.importName.name ?? '*'),
    )
  }
  for (const entry of parsed.module.staticExports) {
    for (const e of entry.entries) {
      if (e.moduleRequest) add(e.moduleRequest.value, e.start, e.isType, [e.importName.name ?? '*'])
    }
  }
  for (const entry of parsed.module.dynamicImports) {
    const literal = /^(['"`])([^'"`]*)\1$/.exec(text.slice(entry.moduleRequest.start, entry.moduleRequest.end))
    if (literal) add(literal[2] ?? '', entry.start, false, ['*'])
  }
  new Visitor({
    TSAnyKeyword: (node) => void file.anyLines.push(lineOf(node.start)),
    TSNonNullExpression: (node) => void file.nonNullLines.push(lineOf(node.start)),
    TSImportType: (node) => void add(node.source.value, node.start, true, ['*']),
    Literal: (node) =>
      void (typeof node.value === 'string' && file.strings.push({ text: node.value, line: lineOf(node.start) })),
    TemplateElement: (node) => void file.strings.push({ text: node.value.raw, line: lineOf(node.start) }),
  }).visit(parsed.program)
  file.commentLines = countCommentLines(
    text,
    parsed.comments.map((c) => [c.start, c.end]),
  )
  return file
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    const after = starts.findIndex((start) => start > offset)
    return after < 0 ? starts.length : after
  }
}

/** Counts lines with a comment and nothing else. */
function countCommentLines(text: string, ranges: [number, number][]): number {
  let bare = text
  for (const [start, end] of ranges) {
    bare = bare.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + bare.slice(end)
  }
  const before = text.split('\n')
  return bare.split('\n').filter((line, i) => line.trim() === '' && before[i]?.trim() !== '').length
}
