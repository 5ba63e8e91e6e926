import {
  closestCenter,
  type CollisionDetection,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { useMemo } from 'react'
import { FIELDS } from '#renderer/areas/column/fields/text.ts'
import { chosenOf, indexOf } from '../draft/draft.ts'
import type { FieldDraft } from '../draft/useDraft.ts'
import { addedBy, CHOSEN_LIST } from './addedBy.ts'
import { announcements } from './announcements.ts'

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
export function useSorting({ fields, change }: FieldDraft) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const accessibility = useMemo(
    () => ({ announcements: announcements(fields), screenReaderInstructions: { draggable: FIELDS.reorderHelp } }),
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
