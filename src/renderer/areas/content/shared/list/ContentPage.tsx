import { useEffect, useEffectEvent } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { ChildColumns } from './ChildColumns.tsx'
import { ColumnGate } from './ColumnGate.tsx'
import { NO_FILTERS } from './filters.ts'
import { VariantButton } from './ListToolbar.tsx'
import type { Place } from './listColumn.ts'
import { useContentList } from './useContentList.tsx'

/** The content of a list column (B·§2), ten on a page; its id stands in the address. */
export function ContentPage({ review }: { review: boolean }) {
  const columnId = Number(useParams()['menuId'])
  return (
    <ColumnGate columnId={Number.isSafeInteger(columnId) && columnId > 0 ? columnId : 0} review={review}>
      {(place) => <Listed key={place.column.id} place={place} />}
    </ColumnGate>
  )
}

function Listed({ place }: { place: Place }) {
  const list = useListState({ size: 10, filters: NO_FILTERS })
  const { body, toolbar, dialogs, openEntry } = useContentList(place, list)
  useEntryOfAddress(openEntry)
  return (
    <ListScreen
      title={place.column.title}
      {...(place.review ? { text: '内容审核：在“更多”中驳回或转发内容。' } : {})}
      actions={
        <>
          <VariantButton place={place} />
          {toolbar}
        </>
      }
      notice={<ChildColumns place={place} />}
      {...body}
    >
      {dialogs}
    </ListScreen>
  )
}

/** Opens the entry that the address names (`?entry=5`, as notices do), once: the address says no more of it then. */
function useEntryOfAddress(open: (id: number) => void): void {
  const [query, setQuery] = useSearchParams()
  const id = Number(query.get('entry'))
  const begin = useEffectEvent((entry: number) => {
    const rest = new URLSearchParams(query)
    rest.delete('entry')
    setQuery(rest, { replace: true })
    open(entry)
  })
  useEffect(() => {
    if (Number.isSafeInteger(id) && id > 0) begin(id)
  }, [id])
}
