import type { Active, Announcements, Over } from '@dnd-kit/core'
import { type ChosenField, indexOf } from '../draft/draft.ts'
import { addedBy } from './addedBy.ts'

/** What a screen reader says while one of the fields is moved, or one is added to them. */
export function announcements(fields: readonly ChosenField[]): Announcements {
  const nameOf = ({ id, data }: Active): string => {
    const field = addedBy(data) ?? fields[indexOf(fields, String(id))]
    return `“${field?.fieldAlias || id}”`
  }
  const place = (over: Over | null): string => {
    const at = over ? indexOf(fields, String(over.id)) : -1
    return at < 0 ? '' : `第 ${at + 1} 位，共 ${fields.length} 个`
  }
  return {
    onDragStart: ({ active }) => `拿起了字段${nameOf(active)}`,
    onDragOver: ({ active, over }) => (place(over) ? `字段${nameOf(active)}在${place(over)}` : undefined),
    onDragEnd: ({ active, over }) =>
      place(over) ? `字段${nameOf(active)}放在了${place(over)}` : `字段${nameOf(active)}已放下`,
    onDragCancel: ({ active }) => `已取消，字段${nameOf(active)}回到原来的位置`,
  }
}
