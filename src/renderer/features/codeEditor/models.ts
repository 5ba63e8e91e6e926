import { languageOf } from './language.ts'
import { lineEndsOf } from './lineEnds.ts'
import { editor } from './monaco.ts'
import type { LiveTexts, Texts } from './texts.ts'

/** One editor model per open text, with its undo history and the place where it was left. */
export class Models implements LiveTexts {
  readonly #models = new Map<string, { model: editor.ITextModel; view: editor.ICodeEditorViewState | null }>()
  readonly #pane: editor.IStandaloneCodeEditor
  readonly #onEdit: (key: string) => void
  #shown: string | null = null

  constructor(pane: editor.IStandaloneCodeEditor, onEdit: (key: string) => void) {
    this.#pane = pane
    this.#onEdit = onEdit
  }

  /** Shows a text; its model is made on first show. */
  show(key: string, name: string, texts: Texts): void {
    const shown = this.#shown === null ? undefined : this.#models.get(this.#shown)
    if (shown) shown.view = this.#pane.saveViewState()
    const entry = this.#models.get(key) ?? this.#open(key, name, texts.read(key))
    this.#pane.setModel(entry.model)
    this.#pane.restoreViewState(entry.view)
    this.#shown = key
  }

  read(key: string): string | undefined {
    return this.#models.get(key)?.model.getValue()
  }

  write(key: string, text: string): void {
    const model = this.#models.get(key)?.model
    if (!model || model.getValue() === text) return
    const { CRLF, LF } = editor.EndOfLineSequence
    model.pushStackElement()
    model.pushEOL(lineEndsOf(text).ends === 'CRLF' ? CRLF : LF)
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null)
    model.pushStackElement()
  }

  close(key: string): void {
    if (this.#shown === key) this.#shown = null
    this.#models.get(key)?.model.dispose()
    this.#models.delete(key)
  }

  dispose(): void {
    for (const { model } of this.#models.values()) model.dispose()
    this.#models.clear()
  }

  #open(key: string, name: string, text: string) {
    const entry = { model: editor.createModel(text, languageOf(name)), view: null }
    entry.model.onDidChangeContent(() => this.#onEdit(key))
    this.#models.set(key, entry)
    return entry
  }
}
