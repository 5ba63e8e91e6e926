import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { makeStyles } from '@fluentui/react-components'
import { useMemo, useState } from 'react'
import { uploadActions } from './actions.ts'
import { announcements, MOVE_HELP } from './announcements.ts'
import { useUploadList } from './hooks.ts'
import { openIds } from './panel.ts'
import { SortableUpload } from './SortableUpload.tsx'
import { useUploadRows } from './useUploadRows.ts'

/** A press becomes a drag after this many pixels, so that clicks stay clicks. */
const DRAG_FROM = 6

const useStyles = makeStyles({
  scroller: { overflow: 'auto', flex: '1 1 auto', minHeight: '180px' },
  list: { position: 'relative', listStyleType: 'none', margin: 0, padding: 0 },
})

/** Moves an upload to the place of another one; both are unfinished. */
function move(open: readonly string[], id: string, to: number): void {
  const from = open.indexOf(id)
  if (from < 0 || from === to || to < 0 || to >= open.length) return
  uploadActions.move(id, open[to > from ? to + 1 : to] ?? '')
}

/** The list of uploads, whose unfinished ones are brought into another order with the pointer or with the keys. */
export function SortableUploads({ ids }: { ids: readonly string[] }) {
  const styles = useStyles()
  const open = useUploadList(openIds)
  const [dragged, setDragged] = useState('')
  const { scroller, rows, height, onFocus } = useUploadRows(ids, dragged)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const accessibility = useMemo(
    () => ({ announcements: announcements(open), screenReaderInstructions: { draggable: MOVE_HELP } }),
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
