import {
  type Active,
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  type Over,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { CSS } from '@dnd-kit/utilities'
import { ReOrderDotsVerticalRegular } from '@fluentui/react-icons'
import { uploadActions } from './actions.ts'
import { useUploadList, useUploadTask } from './hooks.ts'
import { openIds } from './panel.ts'
import { useUploadRows } from './useUploadRows.ts'
import { uploadsState } from './store.ts'
import { UploadRow } from './UploadRow.tsx'

/** A press becomes a drag after this many pixels, so that clicks stay clicks. */
const DRAG_DISTANCE_PX = 6

const useStyles = makeStyles({
  scroller: { overflow: 'auto', flex: '1 1 auto', minHeight: '180px' },
  list: { position: 'relative', listStyleType: 'none', margin: 0, padding: 0 },
})

/** Moves an unfinished upload to the position of another one. */
function move(open: readonly string[], id: string, to: number): void {
  const from = open.indexOf(id)
  if (from < 0 || from === to || to < 0 || to >= open.length) return
  uploadActions.move(id, open[to > from ? to + 1 : to] ?? '')
}

/** The list of uploads; unfinished ones can be sorted by pointer or keys. */
export function SortableUploads({ ids }: { ids: readonly string[] }) {
  const styles = useStyles()
  const open = useUploadList(openIds)
  const [dragged, setDragged] = useState('')
  const { scroller, rows, height, onFocus } = useUploadRows(ids, dragged)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const accessibility = useMemo(
    () => ({ announcements: createAnnouncements(open), screenReaderInstructions: { draggable: MOVE_HELP } }),
    [open],
  )
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={accessibility}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragCancel={() => setDragged('')}
      onDragEnd={({ active, over }) => {
        setDragged('')
        if (over) move(open, String(active.id), open.indexOf(String(over.id)))
      }}
    >
      <SortableContext items={[...open]} strategy={verticalListSortingStrategy}>
        <div ref={scroller} className={styles.scroller} onFocus={onFocus}>
          <ul className={styles.list} aria-label="上传列表" style={{ height: `${height}px` }}>
            {rows.map(({ key, index, start }) => (
              <SortableUpload
                key={key}
                id={String(key)}
                top={start}
                position={index + 1}
                count={ids.length}
                sortable={index < open.length && open.length > 1}
                onStep={(step) => move(open, String(key), index + step)}
              />
            ))}
          </ul>
        </div>
      </SortableContext>
    </DndContext>
  )
}

const MOVE_HELP = '按空格键拿起，用上下方向键移动，再按空格键放下，按 Esc 取消；也可以直接按 Alt+上下方向键移动。'

const nameOf = ({ id }: Active): string => `“${uploadsState().tasks.get(String(id))?.name ?? id}”`

/** Announcements for screen readers while an unfinished upload is moved. */
function createAnnouncements(open: readonly string[]): Announcements {
  const positionText = (over: Over | null): string => {
    const at = over ? open.indexOf(String(over.id)) : -1
    return at < 0 ? '' : `第 ${at + 1} 位，共 ${open.length} 个`
  }
  return {
    onDragStart: ({ active }) => `已拿起${nameOf(active)}`,
    onDragOver: ({ active, over }) => (positionText(over) ? `${nameOf(active)}在${positionText(over)}` : undefined),
    onDragEnd: ({ active, over }) =>
      positionText(over) ? `${nameOf(active)}已放到${positionText(over)}` : `${nameOf(active)}已放下`,
    onDragCancel: ({ active }) => `已取消，${nameOf(active)}已回到原位置`,
  }
}

const useSortableUploadStyles = makeStyles({
  item: { position: 'absolute', insetInline: 0 },
  dragged: { zIndex: 1, boxShadow: tokens.shadow8 },
  handle: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    width: '24px',
    height: '32px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    background: 'none',
    color: tokens.colorNeutralForeground3,
    fontSize: '16px',
    cursor: 'grab',
    touchAction: 'none',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

interface SortableUploadProps {
  id: string
  /** Position in the list, px. */
  top: number
  /** From 1. */
  position: number
  count: number
  /** Whether the upload is unfinished and not the only one. */
  sortable: boolean
  /** Moves the upload one position down (1) or up (-1). */
  onStep: (step: 1 | -1) => void
}

const STEPS: Record<string, 1 | -1 | undefined> = { ArrowDown: 1, ArrowUp: -1 }

/** An upload in the panel, with a handle to move it while it is unfinished. */
function SortableUpload({ id, top, position, count, sortable, onStep }: SortableUploadProps) {
  const styles = useSortableUploadStyles()
  const name = useUploadTask(id)?.name ?? ''
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: !sortable,
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (!step || !event.altKey) listeners?.['onKeyDown']?.(event)
    else {
      event.preventDefault()
      onStep(step)
    }
  }
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      className={styles.handle}
      {...attributes}
      {...listeners}
      onKeyDown={onKeyDown}
      aria-roledescription="可拖动排序"
      aria-label={`移动 ${name}`}
      title="拖动或按 Alt+↑/↓ 调整顺序"
    >
      <ReOrderDotsVerticalRegular />
    </button>
  )
  return (
    <li
      ref={setNodeRef}
      data-upload={id}
      className={mergeClasses(styles.item, isDragging && styles.dragged)}
      style={{ top: `${top}px`, transform: CSS.Translate.toString(transform), transition }}
      aria-setsize={count}
      aria-posinset={position}
    >
      <UploadRow id={id} start={sortable ? handle : null} />
    </li>
  )
}
