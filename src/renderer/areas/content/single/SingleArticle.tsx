import { useParams } from 'react-router-dom'
import { call } from '#renderer/data/client.ts'
import { EntryPage } from '#renderer/areas/content/shared/entry/EntryPage.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { useLoaded } from '#renderer/ui/form/useLoaded.ts'

/** Opens the form of a single-article column directly. */
export function SingleArticle() {
  const { menuId = '' } = useParams()
  return <Article key={menuId} classId={Number(menuId)} />
}

function Article({ classId }: { classId: number }) {
  const { data, error, retry } = useLoaded(async () => {
    const { data: entry } = await call('content.findByMenuAndSite', { classId, menuId: classId })
    return { id: entry?.id ?? 0 }
  })
  if (error) return <ErrorState error={error} onRetry={retry} />
  return data ? <EntryPage classId={classId} id={data.id} /> : <LoadingState />
}
