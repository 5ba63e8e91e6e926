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
import { type ChosenField, chosenOf, indexOf, neighbour } from './draft/draft.ts'
import type { FieldDraft } from './draft/useDraft.ts'
import { addedBy, CHOSEN_LIST } from './addedBy.ts'

const REORDER_HELP =
  '按空格键拿起字段，用上下方向键移动，再按空格键放下，按 Esc 键取消。也可以在字段上按 Alt 加上下方向键移动。'

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
  const [announcement, setAnnouncement] = useState('')
  const { fields, current, now, change } = draft
  const focus = useRowFocus(list, current)

  // Stable callbacks (`now()` instead of `fields`): a row renders again only when its own field changes.
  const onRemove = useCallback(
    async (name: string): Promise<void> => {
      const title = `删除字段“${nameIn(now(), name)}”`
      if (!(await confirm({ title, text: '确定要删除字段?', danger: true }))) return
      const next = neighbour(now(), name)
      change({ kind: 'remove', name })
      focus(next)
    },
    [now, change, confirm, focus],
  )
  const onMoved = useCallback(
    (name: string, to: number) =>
      setAnnouncement(`字段“${nameIn(now(), name)}”已移到第 ${to + 1} 位，共 ${now().length} 个`),
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
    // During a drag Escape cancels the drag and doesn't close the dialog.
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
      <div className={styles.announcement} role="status" aria-live="polite">
        {announcement}
      </div>
    </DndContext>
  )
}

/** Names of the fields in their order; the same list until one comes, goes or moves, whatever is typed into one. */
function useNames(fields: readonly ChosenField[]): string[] {
  const joined = fields.map((field) => field.fieldName).join('\n')
  return useMemo(() => (joined === '' ? [] : joined.split('\n')), [joined])
}

const rowOf = (list: RefObject<HTMLElement | null>, name: string): HTMLElement | null | undefined =>
  list.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)

/**
 * Keeps the current field in view, however it became that, and answers a function that focuses a row by its field's name
 * once the rows are drawn in their new places.
 */
function useRowFocus(list: RefObject<HTMLElement | null>, current: string): (name: string) => void {
  const [wanted, setWanted] = useState({ name: '', time: 0 })
  useEffect(() => {
    if (wanted.name !== '') rowOf(list, wanted.name)?.focus()
  }, [list, wanted])
  useEffect(() => {
    rowOf(list, current)?.scrollIntoView({ block: 'nearest' })
  }, [list, current])
  const last = useRef(0)
  return useCallback((name: string) => setWanted({ name, time: (last.current += 1) }), [])
}

const STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

interface Options {
  readOnly: boolean
  /** Focuses the row once it is drawn in its place. */
  focus: (name: string) => void
  onRemove: (name: string) => void
  /** A field was moved with the keys. */
  onMoved: (name: string, to: number) => void
}

/** Keys on a chosen field, always the same handler: arrows go to another, with Alt they move it; Home, End, Delete. */
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

/** A press becomes a drag after this many pixels, so that clicks stay clicks. */
const DRAG_FROM = 6

/** A field of the catalogue goes where the pointer is, and nowhere outside the list; a chosen one to the nearest place. */
const collisions: CollisionDetection = (args) => {
  if (!addedBy(args.active.data))
    return closestCenter({
      ...args,
      droppableContainers: args.droppableContainers.filter(({ id }) => id !== CHOSEN_LIST),
    })
  const under = pointerWithin(args)
  const row = under.find(({ id }) => id !== CHOSEN_LIST)
  return row ? [row] : under
}

/** Dragging with the pointer, and with the keys on a handle. Answers the props of DndContext. */
function useSorting({ fields, change }: FieldDraft) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const accessibility = useMemo(
    () => ({ announcements: announcements(fields), screenReaderInstructions: { draggable: REORDER_HELP } }),
    [fields],
  )
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    if (!over) return
    const field = addedBy(active.data)
    const at = indexOf(fields, String(over.id))
    if (field) change({ kind: 'add', field: chosenOf(field), ...(at >= 0 ? { at } : {}) })
    else if (at >= 0) change({ kind: 'move', name: String(active.id), to: at })
  }
  return { sensors, collisionDetection: collisions, accessibility, onDragEnd }
}

/** What a screen reader says while one of the fields is moved, or one is added to them. */
function announcements(fields: readonly ChosenField[]): Announcements {
  const nameOf = ({ id, data }: Active): string => {
    const field = addedBy(data) ?? fields[indexOf(fields, String(id))]
    return `“${field?.fieldAlias || id}”`
  }
  const positionText = (over: Over | null): string => {
    const at = over ? indexOf(fields, String(over.id)) : -1
    return at < 0 ? '' : `第 ${at + 1} 位，共 ${fields.length} 个`
  }
  return {
    onDragStart: ({ active }) => `拿起了字段${nameOf(active)}`,
    onDragOver: ({ active, over }) => (positionText(over) ? `字段${nameOf(active)}在${positionText(over)}` : undefined),
    onDragEnd: ({ active, over }) =>
      positionText(over) ? `字段${nameOf(active)}已放到${positionText(over)}` : `字段${nameOf(active)}已放下`,
    onDragCancel: ({ active }) => `已取消，字段${nameOf(active)}已回到原位置`,
  }
}
