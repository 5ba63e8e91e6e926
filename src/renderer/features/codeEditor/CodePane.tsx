import { useUncontrolledFocus } from '@fluentui/react-components'
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { requireValue } from '#shared/util/assertNever.ts'
import { useEditorStyles } from './editorStyles.ts'
import { editor, KeyCode, KeyMod, OPTIONS } from './monaco.ts'
import type { CodePaneProps, Marker } from './types.ts'
import { setHelp } from './help.ts'
import { useQuietEscape } from './useQuietEscape.ts'
import { languageOf } from './language.ts'
import { lineEndsOf } from './lineEnds.ts'
import type { LiveTexts, Texts } from './openTexts.ts'

/** The code editor. On unmount, editor and models are disposed, and their texts go back to `texts`. */
export function CodePane({
  texts,
  active,
  name,
  fontSize,
  reveal,
  markers,
  help,
  onEdit,
  onSave,
  handle,
}: CodePaneProps) {
  const styles = useEditorStyles()
  const container = useRef<HTMLDivElement>(null)
  const shown = useRef<{ pane: editor.IStandaloneCodeEditor; models: Models } | null>(null)
  const edited = useEffectEvent(onEdit)
  const saved = useEffectEvent(onSave)
  useQuietEscape(container)
  const keys = useUncontrolledFocus()

  useEffect(() => {
    const pane = editor.create(requireValue(container.current, 'the container is rendered'), {
      ...OPTIONS,
      model: null,
    })
    const models = new Models(pane, (key) => edited(key))
    const detach = texts.attach(models)
    pane.addCommand(KeyMod.CtrlCmd | KeyCode.KeyS, () => saved())
    shown.current = { pane, models }
    return () => {
      detach()
      shown.current = null
      pane.dispose()
      models.dispose()
    }
  }, [texts])

  useEffect(() => {
    shown.current?.pane.updateOptions({ fontSize, ariaLabel: `编辑 ${name}，按 F6 离开` })
  }, [fontSize, name])

  useEffect(() => {
    shown.current?.models.show(active, name, texts)
    shown.current?.pane.focus()
  }, [active, name, texts])
  useEffect(() => {
    const pane = shown.current?.pane
    if (!pane || reveal?.key !== active) return
    const { line, column, length } = reveal
    const range = { startLineNumber: line, startColumn: column, endLineNumber: line, endColumn: column + length }
    pane.setSelection(range)
    pane.revealRangeInCenter(range)
    pane.focus()
  }, [reveal, active])

  useEffect(() => {
    const model = shown.current?.pane.getModel()
    if (model) editor.setModelMarkers(model, 'check', marksIn(model, active, markers ?? []))
  }, [markers, active, name, texts])

  useEffect(() => {
    const model = shown.current?.pane.getModel()
    if (model) setHelp(model, help)
  }, [help, active, name, texts])

  useImperativeHandle(
    handle,
    () => ({
      insert(text) {
        const pane = shown.current?.pane
        const selection = pane?.getSelection()
        if (!pane || !selection) return
        pane.pushUndoStop()
        pane.executeEdits('insert', [{ range: selection, text, forceMoveMarkers: true }])
        pane.pushUndoStop()
        pane.focus()
      },
      focus: () => shown.current?.pane.focus(),
    }),
    [],
  )

  return <div ref={container} className={styles.pane} {...keys} />
}

/** The whole line of each marker of a text. */
const marksIn = (model: editor.ITextModel, key: string, markers: readonly Marker[]): editor.IMarkerData[] =>
  markers
    .filter(({ file, line }) => file === key && line <= model.getLineCount())
    .map(({ line, severity, message }) => ({
      severity: SEVERITIES[severity],
      message,
      startLineNumber: line,
      startColumn: model.getLineFirstNonWhitespaceColumn(line) || 1,
      endLineNumber: line,
      endColumn: model.getLineMaxColumn(line),
    }))
/** Monaco's MarkerSeverity. */
const SEVERITIES = { error: 8, warning: 4, info: 2 } as const

/** One editor model per open text, with its undo history and its last view state. */
class Models implements LiveTexts {
  readonly #models = new Map<string, { model: editor.ITextModel; view: editor.ICodeEditorViewState | null }>()
  readonly #pane: editor.IStandaloneCodeEditor
  readonly #onEdit: (key: string) => void
  #shown: string | null = null

  constructor(pane: editor.IStandaloneCodeEditor, onEdit: (key: string) => void) {
    this.#pane = pane
    this.#onEdit = onEdit
  }

  /** Shows a text; its model is created the first time. */
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
