import { makeStyles, Portal, tokens } from '@fluentui/react-components'
import {
  type Active,
  type Announcements,
  closestCenter,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  type Over,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Catalogue } from './Catalogue.tsx'
import { ChosenList } from './chosen/ChosenList.tsx'
import { FieldDetails } from './details/FieldDetails.tsx'
import { type ChosenField, toChosenField, indexOf, findNeighbour } from './draft/draft.ts'
import type { FieldDraft } from './draft/useDraft.ts'
import { draggedCatalogueField, CHOSEN_LIST_ID } from './dragData.ts'

const REORDER_HELP =
  '按空格键选中字段，用上下方向键移动，再按空格键确定位置，按 Esc 键取消。也可在字段上按 Alt 加上下方向键移动。'

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
  announcement: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
})

/** Above Fluent's dialogs, which have the z-index 1000000. */
const DRAG_OVERLAY_Z_INDEX = 1_000_001

const aliasOf = (fields: readonly ChosenField[], name: string): string =>
  fields[indexOf(fields, name)]?.fieldAlias || name

interface Props {
  draft: FieldDraft
  siteId: number
  readOnly: boolean
  /** Error messages by field name. */
  wrong: ReadonlyMap<string, string>
}

/** Edits the fields of a column (A·§2): the catalogue, the ordered list of chosen fields, and the details of one field. */
export function FieldEditor({ draft, siteId, readOnly, wrong }: Props) {
  const styles = useStyles()
  const confirm = useConfirm()
  const list = useRef<HTMLUListElement>(null)
  const sorting = useSorting(draft)
  const [dragged, setDragged] = useState<ChosenField | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const { fields, current, now, change } = draft
  const focus = useRowFocus(list, current)

  // Stable callbacks (`now()` instead of `fields`): a row renders again only when its own field changes.
  const onRemove = useCallback(
    async (name: string): Promise<void> => {
      const title = `删除字段“${aliasOf(now(), name)}”`
      if (!(await confirm({ title, text: '确定要删除字段?', confirmText: '删除', danger: true }))) return
      const next = findNeighbour(now(), name)
      change({ kind: 'remove', name })
      focus(next)
    },
    [now, change, confirm, focus],
  )
  const onMoved = useCallback(
    (name: string, to: number) =>
      setAnnouncement(`字段“${aliasOf(now(), name)}”已移到第 ${to + 1} 位，共 ${now().length} 个`),
    [now],
  )
  const remove = useCallback((name: string) => void onRemove(name), [onRemove])
  const onKeyDown = useRowKeys(draft, { readOnly, focus, onRemove: remove, onMoved })
  const edit = useCallback(
    (name: string, patch: Partial<ChosenField>) => change({ kind: 'edit', name, patch }),
    [change],
  )
  const show = useCallback((name: string) => change({ kind: 'show', name }), [change])
  const add = useCallback((field: ChosenField) => change({ kind: 'add', field }), [change])
  const actions = useMemo(() => ({ show, edit, remove, onKeyDown }), [show, edit, remove, onKeyDown])
  const names = useNames(fields)
  const chosen = useMemo(() => new Set(names), [names])
  const shownField = fields[indexOf(fields, current)]

  const onEscape = (event: KeyboardEvent): void => {
    // During a drag, Escape cancels the drag instead of closing the dialog.
    if (event.key === 'Escape' && dragged) event.preventDefault()
  }
  return (
    <DndContext
      {...sorting}
      onDragStart={({ active }) =>
        setDragged(draggedCatalogueField(active.data) ?? fields[indexOf(fields, String(active.id))] ?? null)
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
          <EmptyState title="未选择字段" text="选择字段后，可设置其别名、默认值和提示" />
        )}
      </div>
      {/* Rendered outside the dialog, because fixed positions inside it would be relative to its box. */}
      <Portal>
        <DragOverlay dropAnimation={null} zIndex={DRAG_OVERLAY_Z_INDEX}>
          {dragged && <div className={styles.overlay}>{dragged.fieldAlias || dragged.fieldName}</div>}
        </DragOverlay>
      </Portal>
      <div className={styles.announcement} role="status" aria-live="polite">
        {announcement}
      </div>
    </DndContext>
  )
}

/** Ordered names of the fields; the same array until a field is added, removed or moved. */
function useNames(fields: readonly ChosenField[]): string[] {
  const joined = fields.map((field) => field.fieldName).join('\n')
  return useMemo(() => (joined === '' ? [] : joined.split('\n')), [joined])
}

const findRow = (list: RefObject<HTMLElement | null>, name: string): HTMLElement | null | undefined =>
  list.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)

/**
 * Scrolls the current field into view. Returns a function that focuses the row of a field after the next render.
 */
function useRowFocus(list: RefObject<HTMLElement | null>, current: string): (name: string) => void {
  const [request, setRequest] = useState({ name: '', time: 0 })
  useEffect(() => {
    if (request.name !== '') findRow(list, request.name)?.focus()
  }, [list, request])
  useEffect(() => {
    findRow(list, current)?.scrollIntoView({ block: 'nearest' })
  }, [list, current])
  const requestCount = useRef(0)
  return useCallback((name: string) => setRequest({ name, time: (requestCount.current += 1) }), [])
}

const STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

interface Options {
  readOnly: boolean
  /** Focuses the row of a field after the next render. */
  focus: (name: string) => void
  onRemove: (name: string) => void
  /** Called after the keys moved a field. */
  onMoved: (name: string, to: number) => void
}

/** Stable key handler of a chosen field: arrows, Home and End select; Alt with an arrow moves; Delete removes. */
function useRowKeys({ now, change }: FieldDraft, { readOnly, focus, onRemove, onMoved }: Options) {
  return useCallback(
    (name: string, event: KeyboardEvent): void => {
      const fields = now()
      const at = indexOf(fields, name)
      const step = STEPS[event.key]
      const to = step ? at + step : ({ Home: 0, End: fields.length - 1 }[event.key] ?? -1)
      if (event.key === 'Delete' && !readOnly) onRemove(name)
      else if (step && event.altKey && !readOnly) {
        const index = Math.min(Math.max(to, 0), fields.length - 1)
        change({ kind: 'move', name, to: index })
        focus(name)
        onMoved(name, index)
      } else if (fields[to] && !event.altKey) {
        change({ kind: 'show', name: fields[to].fieldName })
        focus(fields[to].fieldName)
      } else return
      event.preventDefault()
    },
    [now, change, readOnly, focus, onRemove, onMoved],
  )
}

/** A drag starts after this many pixels, so that clicks stay clicks. */
const DRAG_THRESHOLD_PX = 6

/** A catalogue field drops at the pointer, only inside the list; a chosen field drops at the nearest position. */
const detectCollisions: CollisionDetection = (args) => {
  if (!draggedCatalogueField(args.active.data))
    return closestCenter({
      ...args,
      droppableContainers: args.droppableContainers.filter(({ id }) => id !== CHOSEN_LIST_ID),
    })
  const underPointer = pointerWithin(args)
  const row = underPointer.find(({ id }) => id !== CHOSEN_LIST_ID)
  return row ? [row] : underPointer
}

/** Props of DndContext for dragging with the pointer or the keyboard. */
function useSorting({ fields, change }: FieldDraft) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_THRESHOLD_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const accessibility = useMemo(
    () => ({ announcements: createAnnouncements(fields), screenReaderInstructions: { draggable: REORDER_HELP } }),
    [fields],
  )
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    if (!over) return
    const field = draggedCatalogueField(active.data)
    const at = indexOf(fields, String(over.id))
    if (field) change({ kind: 'add', field: toChosenField(field), ...(at >= 0 ? { at } : {}) })
    else if (at >= 0) change({ kind: 'move', name: String(active.id), to: at })
  }
  return { sensors, collisionDetection: detectCollisions, accessibility, onDragEnd }
}

/** Screen reader texts while a field is moved or added. */
function createAnnouncements(fields: readonly ChosenField[]): Announcements {
  const nameOf = ({ id, data }: Active): string => {
    const field = draggedCatalogueField(data) ?? fields[indexOf(fields, String(id))]
    return `“${field?.fieldAlias || id}”`
  }
  const positionText = (over: Over | null): string => {
    const at = over ? indexOf(fields, String(over.id)) : -1
    return at < 0 ? '' : `第 ${at + 1} 位，共 ${fields.length} 个`
  }
  return {
    onDragStart: ({ active }) => `已选中字段${nameOf(active)}`,
    onDragOver: ({ active, over }) => (positionText(over) ? `字段${nameOf(active)}在${positionText(over)}` : undefined),
    onDragEnd: ({ active, over }) =>
      positionText(over) ? `字段${nameOf(active)}已移到${positionText(over)}` : `字段${nameOf(active)}已放下`,
    onDragCancel: ({ active }) => `已取消移动，字段${nameOf(active)}回到原位置`,
  }
}
