import { editor, languages } from './monaco.ts'
import type { CodeHelp, Suggestion } from './types.ts'

/** Who helps with a model. */
const helpers = new WeakMap<editor.ITextModel, CodeHelp>()

/** Completion and hover for this model from now on. */
export function helpWith(model: editor.ITextModel, help: CodeHelp | undefined): void {
  if (help) helpers.set(model, help)
  else helpers.delete(model)
}

const { CompletionItemKind: KIND, CompletionItemInsertTextRule: RULE } = languages
const KINDS: Record<Suggestion['kind'], languages.CompletionItemKind> = {
  tag: KIND.Keyword,
  filter: KIND.Function,
  field: KIND.Field,
  variable: KIND.Variable,
  file: KIND.File,
  value: KIND.EnumMember,
}

const rangeOf = (model: editor.ITextModel, from: number, to: number) => {
  const [start, end] = [model.getPositionAt(from), model.getPositionAt(to)]
  return {
    startLineNumber: start.lineNumber,
    startColumn: start.column,
    endLineNumber: end.lineNumber,
    endColumn: end.column,
  }
}
/** Line ends count as one sign, as in the text that is asked about. */
const LF = editor.EndOfLinePreference.TextDefined

languages.registerCompletionItemProvider('html', {
  triggerCharacters: ['%', '{', ' ', '.', '|', ':', '"', "'", ',', '/'],
  provideCompletionItems(model, position) {
    const found = helpers.get(model)?.suggest(model.getValue(LF), model.getOffsetAt(position))
    if (!found) return { suggestions: [] }
    const range = rangeOf(model, found.from, found.to)
    return {
      suggestions: found.items.map(({ label, insert, isSnippet, kind, detail, text }, at) => ({
        label: { label, description: detail },
        kind: KINDS[kind],
        insertText: insert,
        ...(isSnippet && { insertTextRules: RULE.InsertAsSnippet }),
        ...(text !== undefined && { documentation: { value: text } }),
        // In the order of the catalogue.
        sortText: String(at).padStart(4, '0'),
        filterText: label,
        range,
      })),
    }
  },
})

languages.registerHoverProvider('html', {
  provideHover(model, position) {
    const found = helpers.get(model)?.explain(model.getValue(LF), model.getOffsetAt(position))
    return found && { range: rangeOf(model, found.from, found.to), contents: [{ value: found.text }] }
  },
})
