import {
  type Active,
  type Announcements,
  closestCenter,
  type DragEndEvent,
  KeyboardSensor,
  type Over,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { useMemo } from 'react'

/** A press becomes a drag after this many pixels, so that clicks stay clicks. */
const DRAG_DISTANCE_PX = 6

interface Options {
  keys: readonly string[]
  /** Returns the name of the item with a key. */
  nameOf: (key: string) => string
  onMove: (from: number, to: number) => void
}

function createAnnouncements({ keys, nameOf }: Options): Announcements {
  const name = ({ id }: Active): string => `“${nameOf(String(id))}”`
  const positionText = (over: Over | null): string => {
    const at = over ? keys.indexOf(String(over.id)) : -1
    return at < 0 ? '' : `第 ${at + 1} 位，共 ${keys.length} 个`
  }
  return {
    onDragStart: ({ active }) => `已拿起${name(active)}`,
    onDragOver: ({ active, over }) => (positionText(over) ? `${name(active)}在${positionText(over)}` : undefined),
    onDragEnd: ({ active, over }) =>
      positionText(over) ? `${name(active)}已放到${positionText(over)}` : `${name(active)}已放下`,
    onDragCancel: ({ active }) => `已取消，${name(active)}已回到原位置`,
  }
}

/**
 * Sorting of cards by pointer, and by keys on a handle.
 * @returns props of DndContext
 */
export function useCardSorting(options: Options) {
  const { keys, onMove } = options
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const accessibility = useMemo(
    () => ({
      announcements: createAnnouncements(options),
      screenReaderInstructions: {
        draggable:
          '按空格键拿起，用方向键移动，再按空格键放下，按 Esc 键取消。也可以在卡片上按 Alt 加上左右方向键移动。',
      },
    }),
    [options],
  )
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    const from = keys.indexOf(String(active.id))
    const to = over ? keys.indexOf(String(over.id)) : -1
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to)
  }
  return { sensors, collisionDetection: closestCenter, accessibility, onDragEnd }
}
