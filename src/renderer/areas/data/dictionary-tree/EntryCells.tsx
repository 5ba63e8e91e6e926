import { makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components'
import { CheckmarkRegular, DismissRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Classify } from '#shared/contract/classify.ts'
import { type RowAction, RowActions } from '#renderer/ui/table/RowActions.tsx'
import { TitleCell } from '#renderer/ui/table/TitleCell.tsx'
import { useEntryCell } from './useEntryEdit.ts'

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

const NAMES = { title: '名称', subTitle: '副标题' }

/** One text of an entry: an input while the row is edited. Enter saves, Escape takes back. */
export function TextCell({ entry, field }: { entry: Classify; field: 'title' | 'subTitle' }) {
  const { draft } = useEntryCell()
  return draft?.id === entry.id ? <TextInput field={field} /> : <TitleCell title={entry[field]} />
}

function TextInput({ field }: { field: 'title' | 'subTitle' }) {
  const styles = useStyles()
  const { draft, problem, busy, change, save, cancel } = useEntryCell()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field === 'title') input.current?.select()
  }, [field])
  const wrong = field === 'title' && problem !== undefined
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    // The row takes the focus back, so that the keyboard goes on from it.
    const row = event.currentTarget.closest<HTMLElement>('[role="row"]')
    if (event.key === 'Enter') return save()
    cancel()
    row?.focus()
  }
  return (
    <>
      <input
        ref={input}
        className={mergeClasses(styles.input, wrong && styles.wrong)}
        aria-label={NAMES[field]}
        aria-invalid={wrong}
        placeholder={NAMES[field]}
        autoComplete="off"
        readOnly={busy}
        data-unsaved
        value={draft?.[field] ?? ''}
        onChange={(event) => change({ [field]: event.target.value })}
        onKeyDown={onKeyDown}
      />
      {wrong && (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </>
  )
}

/** Save and cancel while the row is edited, else the given actions. */
export function ActionsCell({ entry, actions }: { entry: Classify; actions: readonly (RowAction | null)[] }) {
  const { draft, busy, save, cancel } = useEntryCell()
  if (draft?.id !== entry.id) return <RowActions row={entry.title} actions={actions} />
  if (busy) return <Spinner size="tiny" aria-label="正在保存" />
  return (
    <RowActions
      row={draft.title}
      actions={[
        { title: '保存', icon: CheckmarkRegular, run: save },
        { title: '取消', icon: DismissRegular, run: cancel },
      ]}
    />
  )
}

/** Nothing in a row that is not there yet. */
export function SavedOnly({ entry, children }: { entry: Classify; children: ReactNode }) {
  return entry.id > 0 ? children : null
}
