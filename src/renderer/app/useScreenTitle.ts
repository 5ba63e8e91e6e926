import { useRead } from '#renderer/data/useRead.ts'
import { useTitleOf } from '#renderer/ui/page/ownTitle.ts'
import { screenAt } from './screens.ts'

/** The title of the screen at an address: a title that the page has set, the column's title, or the screen's title. */
export function useScreenTitle(path: string): string {
  const screen = screenAt(path)
  const own = useTitleOf(path)
  const id = screen?.titleFrom === 'column' ? Number(path.split('/').at(-1)) : Number.NaN
  const { data } = useRead('column.findById', { id: id || 0 }, { quiet: true, enabled: id > 0 })
  if (own) return own
  if (!data) return screen?.title ?? path
  return screen?.titleNote ? `${data.title}（${screen.titleNote}）` : data.title
}
