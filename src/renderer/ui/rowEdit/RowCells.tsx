import { makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components'
import { CheckmarkRegular, DismissRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { type RowAction, RowActions } from '../table/RowActions.tsx'
import { TitleCell } from '../table/TitleCell.tsx'
import { nameOf, useRowCell } from './useRowEdit.ts'

const useStyles = makeStyles({
  input: {
    flex: '1 1 auto',
    width: '100%',
    minWidth: '80px',
    maxWidth: '360px',
    height: '28px',
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalS,
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottom: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    ':focus': { outline: `2px solid ${tokens.colorCompoundBrandStroke}`, outlineOffset: '-1px' },
  },
  wrong: { border: `1px solid ${tokens.colorPaletteRedBorder2}` },
  problem: { color: tokens.colorPaletteRedForeground1, whiteSpace: 'nowrap', marginInlineStart: '8px' },
})

interface CellProps {
  id: number
  /** A field of the row's draft. */
  field: string
  text: string
  /** Shown before the text while it is not edited, such as a handle. */
  lead?: ReactNode
}

/** A text cell: an input while the row is edited. Enter saves, Escape cancels. */
export function TextCell({ id, field, text, lead }: CellProps) {
  const { draft } = useRowCell()
  if (draft?.id === id) return <TextInput field={field} />
  return (
    <>
      {lead}
      <TitleCell title={text} />
    </>
  )
}

function TextInput({ field }: { field: string }) {
  const styles = useStyles()
  const { draft, problem, busy, fields, change, save, cancel } = useRowCell()
  const input = useRef<HTMLInputElement>(null)
  const first = Object.keys(fields)[0] === field
  useEffect(() => {
    if (first) input.current?.select()
  }, [first])
  const isInvalid = first && problem !== undefined
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    // The row gets the focus back, so that the keyboard works from there.
    const row = event.currentTarget.closest<HTMLElement>('[role="row"]')
    if (event.key === 'Enter') return save()
    cancel()
    row?.focus()
  }
  return (
    <>
      <input
        ref={input}
        className={mergeClasses(styles.input, isInvalid && styles.wrong)}
        aria-label={fields[field]}
        aria-invalid={isInvalid}
        placeholder={fields[field]}
        autoComplete="off"
        readOnly={busy}
        data-unsaved
        value={draft?.texts[field] ?? ''}
        onChange={(event) => change(field, event.target.value)}
        onKeyDown={onKeyDown}
      />
      {isInvalid && (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </>
  )
}

interface ActionsProps {
  id: number
  name: string
  actions: readonly (RowAction | null)[]
}

/** Save and cancel while the row is edited, otherwise the given actions. */
export function ActionsCell({ id, name, actions }: ActionsProps) {
  const edit = useRowCell()
  if (edit.draft?.id !== id) return <RowActions row={name} actions={actions} />
  if (edit.busy) return <Spinner size="tiny" aria-label="正在保存" />
  return (
    <RowActions
      row={nameOf(edit, edit.draft)}
      actions={[
        { title: '保存', icon: CheckmarkRegular, run: edit.save },
        { title: '取消', icon: DismissRegular, run: edit.cancel },
      ]}
    />
  )
}
