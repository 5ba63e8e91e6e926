import { makeStyles, Portal, tokens } from '@fluentui/react-components'
import { DndContext, DragOverlay } from '@dnd-kit/core'
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { FIELDS } from '#renderer/areas/column/fields/text.ts'
import { Catalogue } from './catalogue/Catalogue.tsx'
import { ChosenList } from './chosen/ChosenList.tsx'
import { useRowFocus } from './chosen/useRowFocus.ts'
import { useRowKeys } from './chosen/useRowKeys.ts'
import { FieldDetails } from './details/FieldDetails.tsx'
import { type ChosenField, indexOf, neighbour } from './draft/draft.ts'
import { useNames } from './draft/useNames.ts'
import type { FieldDraft } from './draft/useDraft.ts'
import { addedBy } from './sorting/addedBy.ts'
import { useSorting } from './sorting/useSorting.ts'

const useStyles = makeStyles({
  root: {
    flex: '1 1 auto',
    display: 'grid',
    gridTemplateColumns: '220px minmax(0, 1fr) 300px',
    gap: tokens.spacingHorizontalL,
    minHeight: 0,
  },
  overlay: {
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    cursor: 'grabbing',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  said: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
})

/** Fluent's dialogs stand at 1000000. */
const OVER_DIALOGS = 1_000_001

const nameIn = (fields: readonly ChosenField[], name: string): string =>
  fields[indexOf(fields, name)]?.fieldAlias || name

interface Props {
  draft: FieldDraft
  siteId: number
  readOnly: boolean
  /** What is wrong with fields, by their names. */
  wrong: ReadonlyMap<string, string>
}

/** A·§2 Column field settings: the catalogue, the chosen fields in their order, and the properties of one of them. */
export function FieldEditor({ draft, siteId, readOnly, wrong }: Props) {
  const styles = useStyles()
  const confirm = useConfirm()
  const list = useRef<HTMLUListElement>(null)
  const sorting = useSorting(draft)
  const [dragged, setDragged] = useState<ChosenField | null>(null)
  const [said, setSaid] = useState('')
  const { fields, current, now, change } = draft
  const focus = useRowFocus(list, current)

  // The rows are drawn again only when their own field changes: none of these change with the fields.
  const onRemove = useCallback(
    async (name: string): Promise<void> => {
      const title = `删除字段“${nameIn(now(), name)}”`
      if (!(await confirm({ title, text: FIELDS.deleteQuestion, danger: true }))) return
      const next = neighbour(now(), name)
      change({ kind: 'remove', name })
      focus(next)
    },
    [now, change, confirm, focus],
  )
  const onMoved = useCallback(
    (name: string, to: number) => setSaid(`字段“${nameIn(now(), name)}”移到了第 ${to + 1} 位，共 ${now().length} 个`),
    [now],
  )
  const remove = useCallback((name: string) => void onRemove(name), [onRemove])
  const key = useRowKeys(draft, { readOnly, focus, onRemove: remove, onMoved })
  const edit = useCallback(
    (name: string, patch: Partial<ChosenField>) => change({ kind: 'edit', name, patch }),
    [change],
  )
  const show = useCallback((name: string) => change({ kind: 'show', name }), [change])
  const add = useCallback((field: ChosenField) => change({ kind: 'add', field }), [change])
  const actions = useMemo(() => ({ show, edit, remove, key }), [show, edit, remove, key])
  const names = useNames(fields)
  const chosen = useMemo(() => new Set(names), [names])
  const shownField = fields[indexOf(fields, current)]

  const onEscape = (event: KeyboardEvent): void => {
    // Takes the drag back, not the dialog away.
    if (event.key === 'Escape' && dragged) event.preventDefault()
  }
  return (
    <DndContext
      {...sorting}
      onDragStart={({ active }) =>
        setDragged(addedBy(active.data) ?? fields[indexOf(fields, String(active.id))] ?? null)
      }
      onDragEnd={(event) => {
        setDragged(null)
        sorting.onDragEnd(event)
      }}
      onDragCancel={() => setDragged(null)}
    >
      <div className={styles.root} role="presentation" onKeyDown={onEscape}>
        <Catalogue chosen={chosen} readOnly={readOnly} onAdd={add} onShow={show} />
        <ChosenList draft={draft} names={names} readOnly={readOnly} wrong={wrong} actions={actions} listRef={list} />
        {shownField ? (
          <FieldDetails
            key={shownField.fieldName}
            field={shownField}
            siteId={siteId}
            readOnly={readOnly}
            wrong={wrong.get(shownField.fieldName) ?? ''}
            onEdit={edit}
          />
        ) : (
          <EmptyState title="没有选中的字段" text="选中一个字段，在这里设置它的别名、默认值和提示" />
        )}
      </div>
      {/* Outside of the dialog, whose own box would be the measure of fixed positions. */}
      <Portal>
        <DragOverlay dropAnimation={null} zIndex={OVER_DIALOGS}>
          {dragged && <div className={styles.overlay}>{dragged.fieldAlias || dragged.fieldName}</div>}
        </DragOverlay>
      </Portal>
      <div className={styles.said} role="status" aria-live="polite">
        {said}
      </div>
    </DndContext>
  )
}
