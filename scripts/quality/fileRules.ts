import type { Problem } from './problem.ts'
import type { SourceFile } from './source.ts'
import { isRenderer, isTest } from './tree.ts'

/** docs/architecture, Targets: a longer file has more than one purpose. */
export const MAX_LINES = 400

const ESCAPE = /@ts-(ignore|expect-error|nocheck)|(?:eslint|oxlint)-disable/

/** Lines of comments that disable a check. */
export const escapesOf = (file: SourceFile): number[] =>
  file.comments.filter((c) => ESCAPE.test(c.text)).map((c) => c.line)

/** Rules for a single file: its length, lint escapes without a reason, unfinished notes. */
export function fileProblems(file: SourceFile): Problem[] {
  const at = (line: number, message: string): Problem => ({ path: file.path, line, message })
  const problems: Problem[] = []
  if (file.lines > MAX_LINES) {
    problems.push(at(MAX_LINES + 1, `${file.lines} lines, at most ${MAX_LINES}: split it by purpose`))
  }
  if (/^src\/renderer\/.*\/texts?\.ts$/.test(file.path)) {
    problems.push(at(1, 'no file of texts: write a text where it is shown (decision 074)'))
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

const HEX_COLOUR = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b/gi

/** Colours come from the theme's tokens, for dark mode and contrast: a literal may not be in three or more files. */
export function colourProblems(files: readonly SourceFile[]): Problem[] {
  const byColour = new Map<string, Problem[]>()
  for (const file of files.filter((f) => isRenderer(f.path) && !isTest(f.path))) {
    const own = new Set<string>()
    for (const { text, line } of file.strings) {
      for (const match of text.matchAll(HEX_COLOUR)) {
        const colour = match[0].toLowerCase()
        if (own.has(colour)) continue
        own.add(colour)
        const message = `${colour} is in three files or more: name it once in the theme and use the token`
        byColour.set(colour, [...(byColour.get(colour) ?? []), { path: file.path, line, message }])
      }
    }
  }
  return [...byColour.values()].filter((problems) => problems.length > 2).flat()
}
