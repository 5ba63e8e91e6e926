import 'monaco-editor/features/register.all'
import 'monaco-editor/languages/definitions/css/register'
import 'monaco-editor/languages/definitions/html/register'
import 'monaco-editor/languages/definitions/javascript/register'
import 'monaco-editor/languages/features/css/register'
import 'monaco-editor/languages/features/html/register'
import 'monaco-editor/languages/features/json/register'
import 'monaco-editor/languages/features/typescript/register'
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'
import CssWorker from 'monaco-editor/languages/features/css/css.worker?worker'
import HtmlWorker from 'monaco-editor/languages/features/html/html.worker?worker'
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker'
import ScriptWorker from 'monaco-editor/languages/features/typescript/ts.worker?worker'
import { editor } from 'monaco-editor/editor'

/**
 * Adds the nonce of the page to all style elements that are created later. Monaco creates style elements without one,
 * and the content security policy (shared/security/csp.ts) would block them.
 */
function addNonceToStyles(document: Document): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  if (!nonce) return
  const create = document.createElement.bind(document)
  const withNonce = (tag: string, options?: ElementCreationOptions): HTMLElement => {
    const element = create(tag, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
  Object.assign(document, { createElement: withNonce })
}

addNonceToStyles(document)

const WORKERS: Record<string, new () => Worker> = {
  css: CssWorker,
  html: HtmlWorker,
  json: JsonWorker,
  javascript: ScriptWorker,
  typescript: ScriptWorker,
}
globalThis.MonacoEnvironment = { getWorker: (_module, label) => new (WORKERS[label] ?? EditorWorker)() }

/** A·§2, A·§9: the editor is dark, whatever the program's theme is. */
const THEME = 'sitecraft-dark'
// Monaco's own green of comments is too dark to read on its background (4.2 : 1).
editor.defineTheme(THEME, {
  base: 'vs-dark',
  inherit: true,
  rules: [{ token: 'comment', foreground: '7ca668' }],
  // The text of a change keeps a contrast of 4.5 : 1 on its faint background; a border marks the change.
  colors: {
    'diffEditor.insertedLineBackground': '#2ea0430f',
    'diffEditor.insertedTextBackground': '#2ea04314',
    'diffEditor.insertedTextBorder': '#3fb95099',
    'diffEditor.removedLineBackground': '#f8514912',
    'diffEditor.removedTextBackground': '#f8514918',
    'diffEditor.removedTextBorder': '#f8514999',
  },
})

/** Options of every pane. */
export const OPTIONS = {
  theme: THEME,
  automaticLayout: true,
  fixedOverflowWidgets: true,
  minimap: { enabled: false },
  links: false,
  scrollBeyondLastLine: false,
  smoothScrolling: true,
  // No prompt about unusual line terminators: they stay as they are.
  unusualLineTerminators: 'off',
  padding: { top: 8, bottom: 8 },
  // Chinese punctuation is not marked as ambiguous characters.
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true, nonBasicASCII: false },
  fontFamily: '"Cascadia Code", Consolas, "SF Mono", Menlo, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace',
} satisfies editor.IEditorOptions & editor.IGlobalEditorOptions

export { editor, KeyCode, KeyMod, languages } from 'monaco-editor/editor'
