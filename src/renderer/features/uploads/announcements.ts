import type { Active, Announcements, Over } from '@dnd-kit/core'
import { uploadsState } from './store.ts'

export const MOVE_HELP =
  '按空格键拿起，用上下方向键移动，再按空格键放下，按 Esc 取消；也可以直接按 Alt+上下方向键移动。'

const nameOf = ({ id }: Active): string => `“${uploadsState().tasks.get(String(id))?.name ?? id}”`

/** What a screen reader says while one of the unfinished uploads is moved. */
export function announcements(open: readonly string[]): Announcements {
  const place = (over: Over | null): string => {
    const at = over ? open.indexOf(String(over.id)) : -1
    return at < 0 ? '' : `第 ${at + 1} 位，共 ${open.length} 个`
  }
  return {
    onDragStart: ({ active }) => `拿起了${nameOf(active)}`,
    onDragOver: ({ active, over }) => (place(over) ? `${nameOf(active)}在${place(over)}` : undefined),
    onDragEnd: ({ active, over }) =>
      place(over) ? `${nameOf(active)}放在了${place(over)}` : `${nameOf(active)}已放下`,
    onDragCancel: ({ active }) => `已取消，${nameOf(active)}回到原来的位置`,
  }
}
