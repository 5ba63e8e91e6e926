import { useUncontrolledFocus } from '@fluentui/react-components'
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { must } from '#shared/util/assertNever.ts'
import { useEditorStyles } from './editorStyles.ts'
import { Models } from './models.ts'
import { editor, KeyCode, KeyMod, OPTIONS } from './monaco.ts'
import type { CodePaneProps } from './types.ts'
import { useQuietEscape } from './useQuietEscape.ts'

/** The code editor. Models and editor are disposed of with it; the texts go back to `texts`. */
export function CodePane({ texts, active, name, fontSize, onEdit, onSave, handle }: CodePaneProps) {
  const styles = useEditorStyles()
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef<{ pane: editor.IStandaloneCodeEditor; models: Models } | null>(null)
  const edited = useEffectEvent(onEdit)
  const saved = useEffectEvent(onSave)
  useQuietEscape(place)
  const keys = useUncontrolledFocus()

  useEffect(() => {
    const pane = editor.create(must(place.current, 'the place is drawn'), { ...OPTIONS, model: null })
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

  return <div ref={place} className={styles.pane} {...keys} />
}
