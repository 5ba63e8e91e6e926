import { useParams } from 'react-router-dom'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useAddressParam, useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { AnnouncedBar } from '#renderer/areas/content/shared/publicState/PublicStateBar.tsx'
import { ChildColumns } from './ChildColumns.tsx'
import { ColumnGate } from './ColumnGate.tsx'
import { NO_FILTERS } from './filters.ts'
import { VariantButton } from './ListToolbar.tsx'
import { isAllowed, type ListContext } from './listColumn.ts'
import { useContentList } from './useContentList.tsx'

/** The content of a list column (B·§2), ten entries on a page. The address holds the id of the column. */
export function ContentPage({ review }: { review: boolean }) {
  const columnId = Number(useParams()['menuId'])
  return (
    <ColumnGate columnId={Number.isSafeInteger(columnId) && columnId > 0 ? columnId : 0} review={review}>
      {(place) => <ListPage key={place.column.id} place={place} />}
    </ColumnGate>
  )
}

function ListPage({ place }: { place: ListContext }) {
  const list = useListState({ size: 10, filters: NO_FILTERS })
  const { body, toolbar, dialogs, openEntry } = useContentList(place, list)
  // Notices link to an entry with this parameter.
  useAddressParam('entry', (value) => {
    const id = Number(value)
    if (Number.isSafeInteger(id) && id > 0) openEntry(id)
  })
  useAutoOpenFromUrl(() => isAllowed(place, 'add') && openEntry(0))
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
      notice={
        <>
          <AnnouncedBar classId={place.column.id} siteId={place.column.siteId} />
          <ChildColumns place={place} />
        </>
      }
      {...body}
    >
      {dialogs}
    </ListScreen>
  )
}
