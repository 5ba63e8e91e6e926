import { editor, languages } from './monaco.ts'
import type { CodeHelp, Suggestion } from './types.ts'

/** The help for each model. */
const helpers = new WeakMap<editor.ITextModel, CodeHelp>()

/** Sets the source of completion and hover for a model. */
export function setHelp(model: editor.ITextModel, help: CodeHelp | undefined): void {
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
/** The model's own line ends, so that offsets fit the text. */
const OWN_LINE_ENDS = editor.EndOfLinePreference.TextDefined

languages.registerCompletionItemProvider('html', {
  triggerCharacters: ['%', '{', ' ', '.', '|', ':', '"', "'", ',', '/'],
  provideCompletionItems(model, position) {
    const result = helpers.get(model)?.suggest(model.getValue(OWN_LINE_ENDS), model.getOffsetAt(position))
    if (!result) return { suggestions: [] }
    const range = rangeOf(model, result.from, result.to)
    return {
      suggestions: result.items.map(({ label, insert, isSnippet, kind, detail, text }, at) => ({
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
    const result = helpers.get(model)?.explain(model.getValue(OWN_LINE_ENDS), model.getOffsetAt(position))
    return result && { range: rangeOf(model, result.from, result.to), contents: [{ value: result.text }] }
  },
})
