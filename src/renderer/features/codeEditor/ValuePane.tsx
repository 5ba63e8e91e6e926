import { useUncontrolledFocus } from '@fluentui/react-components'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { requireValue } from '#shared/util/assertNever.ts'
import { useEditorStyles } from './editorStyles.ts'
import { editor, OPTIONS } from './monaco.ts'
import { PublishedTexts } from './publishedTexts.ts'
import type { ValuePaneProps } from './types.ts'
import { useQuietEscape } from './useQuietEscape.ts'

/**
 * The code editor as a form input with one text, reported on every change. Tab indents; Escape and then Tab leaves it.
 */
export function ValuePane({
  value,
  onChange,
  onBlur,
  language,
  label,
  fontSize,
  readOnly,
  autoFocus,
  handle,
}: ValuePaneProps) {
  const styles = useEditorStyles()
  const container = useRef<HTMLDivElement>(null)
  const pane = useRef<editor.IStandaloneCodeEditor>(null)
  const [texts] = useState(() => new PublishedTexts(value))
  const changed = useEffectEvent((text: string) => {
    if (texts.publish(text)) onChange(text)
  })
  const handleBlur = useEffectEvent(onBlur)
  const start = useEffectEvent(() => editor.createModel(texts.agreed, language))
  const wantsFocus = useEffectEvent(() => autoFocus === true)
  useQuietEscape(container)
  // Without it Fluent moves the focus before the editor gets the key.
  const keys = useUncontrolledFocus()

  useEffect(() => {
    const element = requireValue(container.current, 'the container is rendered')
    const model = start()
    const instance = editor.create(element, { ...OPTIONS, model, lineNumbersMinChars: 3, tabFocusMode: false })
    pane.current = instance
    if (wantsFocus()) instance.focus()
    const tabLeaves = (leaves: boolean): void => instance.updateOptions({ tabFocusMode: leaves })
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') tabLeaves(true)
    }
    element.addEventListener('keydown', onKey, true)
    model.onDidChangeContent(() => {
      tabLeaves(false)
      changed(model.getValue())
    })
    instance.onDidBlurEditorWidget(() => {
      tabLeaves(false)
      handleBlur()
    })
    return () => {
      element.removeEventListener('keydown', onKey, true)
      pane.current = null
      instance.dispose()
      model.dispose()
    }
  }, [])

  useEffect(() => {
    pane.current?.updateOptions({ fontSize, readOnly, ariaLabel: `${label}，按 Esc 再按 Tab 离开` })
  }, [fontSize, readOnly, label])
  useEffect(() => {
    const model = pane.current?.getModel()
    if (model && model.getLanguageId() !== language) editor.setModelLanguage(model, language)
  }, [language])
  useEffect(() => {
    const model = pane.current?.getModel()
    if (!texts.accept(value) || !model) return
    // Replaced as an edit, so that it can be undone.
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text: value }], () => null)
  }, [value, texts])

  useImperativeHandle(handle, () => ({ focus: () => pane.current?.focus() }), [])
  return <div ref={container} className={styles.pane} {...keys} />
}
