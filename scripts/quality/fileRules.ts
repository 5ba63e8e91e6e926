import type { Problem } from './problem.ts'
import type { SourceFile } from './source.ts'
import { isRenderer, isTest } from './tree.ts'

/** docs/architecture, Targets: a file that is longer holds more than one thing. */
export const MAX_LINES = 400

const ESCAPE = /@ts-(ignore|expect-error|nocheck)|(?:eslint|oxlint)-disable/

/** Comments that switch a check off. */
export const escapesOf = (file: SourceFile): number[] =>
  file.comments.filter((c) => ESCAPE.test(c.text)).map((c) => c.line)

/** What one file alone can break: its length, lint escapes without a reason, unfinished notes. */
export function fileProblems(file: SourceFile): Problem[] {
  const at = (line: number, message: string): Problem => ({ path: file.path, line, message })
  const problems: Problem[] = []
  if (file.lines > MAX_LINES) {
    problems.push(at(MAX_LINES + 1, `${file.lines} lines, at most ${MAX_LINES}: split it by what it does`))
  }
  if (/^src\/renderer\/.*\/texts?\.ts$/.test(file.path)) {
    problems.push(at(1, 'no bag of texts: a text stands where it is shown (decision 074)'))
  }
  for (const { text, line } of file.comments) {
    if (/@ts-(ignore|nocheck|expect-error)/.test(text)) {
      problems.push(at(line, 'no TypeScript escapes: narrow the type, or parse the value with its schema'))
    } else if (ESCAPE.test(text) && !/-disable(-next)?(-line)? [\w/-]+.* -- \S/.test(text)) {
      problems.push(at(line, 'a lint escape names its rule and its reason: `oxlint-disable-next-line rule -- why`'))
    }
    if (/\b(TODO|FIXME|XXX|HACK)\b/.test(text)) problems.push(at(line, 'finish it, or open an issue: no notes to self'))
  }
  return problems
}

/** Words of exported names that a stranger would not search for; what they stood for has a standard term (docs/glossary). */
const VAGUE = new Set(['place', 'places', 'keep', 'kept', 'desk', 'carry', 'apart', 'hold', 'holds', 'late', 'said'])
const EXPORTED = /^export (?:async |abstract )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm

/** Names that other files of the program use. */
export function nameProblems({ path, text }: SourceFile): Problem[] {
  if (!path.startsWith('src/')) return []
  return [...text.matchAll(EXPORTED)].flatMap(({ 1: name = '', index }) => {
    const words = name
      .replace(/([a-z\d])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .split('_')
    const vague = words.find((word) => VAGUE.has(word))
    const isView = path.endsWith('.tsx') && /^[A-Z]\w*[a-z]View$/.test(name) && !name.endsWith('NodeView')
    const message = vague
      ? `${name}: “${vague}” says little; use the field's term`
      : isView && `${name}: name the component after what it shows`
    return message ? [{ path, line: text.slice(0, index).split('\n').length, message }] : []
  })
}

const HEX_COLOUR = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b/gi

/** Colours come from the theme's tokens, so that dark mode and contrast hold: the third file with a literal is one too many. */
export function colourProblems(files: readonly SourceFile[]): Problem[] {
  const seen = new Map<string, Problem[]>()
  for (const file of files.filter((f) => isRenderer(f.path) && !isTest(f.path))) {
    const own = new Set<string>()
    for (const { text, line } of file.strings) {
      for (const match of text.matchAll(HEX_COLOUR)) {
        const colour = match[0].toLowerCase()
        if (own.has(colour)) continue
        own.add(colour)
        const message = `${colour} stands in three files or more: name it once in the theme and use the token`
        seen.set(colour, [...(seen.get(colour) ?? []), { path: file.path, line, message }])
      }
    }
  }
  return [...seen.values()].filter((places) => places.length > 2).flat()
}
