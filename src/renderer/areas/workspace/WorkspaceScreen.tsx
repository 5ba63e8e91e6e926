import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { FolderSyncRegular } from '@fluentui/react-icons'
import { useSearchParams } from 'react-router-dom'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { useLive } from './useLive.ts'
import { tabOf } from './detail/tabs.ts'
import { WorkspaceDetail } from './detail/WorkspaceDetail.tsx'
import { WorkspaceList } from './WorkspaceList.tsx'

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: '260px minmax(0, 1fr)',
    gap: tokens.spacingHorizontalL,
    flex: '1 1 auto',
    minHeight: 0,
  },
})

/** The templates that are kept on this machine, and everything about the one that is chosen (`?id=`), on its tab (`?tab=`). */
export function WorkspaceScreen() {
  const styles = useStyles()
  const openScreen = useOpenScreen()
  const [query, setQuery] = useSearchParams()
  useLive()
  const { data, error, refetch } = useRead('workspaces.list', {}, { quiet: true })
  const chosen = data?.find((each) => each.id === query.get('id')) ?? data?.[0]
  const templates = <Button onClick={() => openScreen('/site/template/list')}>打开模板列表</Button>

  if (!data) {
    return <Page>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />}</Page>
  }
  return (
    <Page>
      <PageHeader
        title="本地同步"
        text="模板文件在本机和服务器之间自动保持一致。"
        actions={data.length > 0 && templates}
      />
      {chosen ? (
        <div className={styles.columns}>
          <WorkspaceList workspaces={data} chosen={chosen.id} onChoose={(id) => setQuery({ id })} />
          <WorkspaceDetail
            key={chosen.id}
            id={chosen.id}
            tab={tabOf(query.get('tab'))}
            onTab={(tab) => setQuery({ id: chosen.id, tab }, { replace: true })}
          />
        </div>
      ) : (
        <EmptyState
          icon={FolderSyncRegular}
          title="还没有同步到本机的模板"
          text="在模板列表中选择“同步到本地”，就可以用自己的编辑器修改模板，保存后自动同步到服务器。"
          action={templates}
        />
      )}
    </Page>
  )
}
