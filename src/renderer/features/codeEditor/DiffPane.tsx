import { useUncontrolledFocus } from '@fluentui/react-components'
import { useEffect, useEffectEvent, useRef } from 'react'
import { requireValue } from '#shared/util/assertNever.ts'
import { useEditorStyles } from './editorStyles.ts'
import { languageOf } from './language.ts'
import { editor, OPTIONS } from './monaco.ts'
import type { DiffPaneProps } from './types.ts'
import { useQuietEscape } from './useQuietEscape.ts'

/** Two versions side by side. With onEdit the right one is editable, and blocks can be copied from the left. */
export function DiffPane({ name, fontSize, left, leftTitle, right, rightTitle, onEdit }: DiffPaneProps) {
  const styles = useEditorStyles()
  const container = useRef<HTMLDivElement>(null)
  const editable = onEdit !== undefined
  const edited = useEffectEvent((text: string) => onEdit?.(text))
  useQuietEscape(container)
  const keys = useUncontrolledFocus()

  useEffect(() => {
    const pane = editor.createDiffEditor(requireValue(container.current, 'the container is rendered'), {
      ...OPTIONS,
      fontSize,
      readOnly: !editable,
      originalEditable: false,
      renderMarginRevertIcon: editable,
      renderGutterMenu: editable,
      renderOverviewRuler: false,
      ignoreTrimWhitespace: false,
      useInlineViewWhenSpaceIsLimited: false,
      originalAriaLabel: leftTitle,
      modifiedAriaLabel: rightTitle,
    })
    const original = editor.createModel(left, languageOf(name))
    const modified = editor.createModel(right, languageOf(name))
    modified.onDidChangeContent(() => edited(modified.getValue()))
    pane.setModel({ original, modified })
    // The options of the diff editor don't name its two editors.
    pane.getOriginalEditor().updateOptions({ ariaLabel: leftTitle })
    pane.getModifiedEditor().updateOptions({ ariaLabel: rightTitle })
    // Scrolls to the first difference as soon as it is computed; a long file may begin with equal lines.
    pane.revealFirstDiff()
    return () => {
      pane.dispose()
      original.dispose()
      modified.dispose()
    }
  }, [name, fontSize, left, leftTitle, right, rightTitle, editable])

  return (
    <div className={styles.diff}>
      <div className={styles.titles}>
        <span>{leftTitle}</span>
        <span>{rightTitle}</span>
      </div>
      <div ref={container} className={styles.pane} {...keys} />
    </div>
  )
}
