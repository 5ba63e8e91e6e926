import { Button, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import { FolderSyncRegular } from '@fluentui/react-icons'
import { useSearchParams } from 'react-router-dom'
import type { Workspace } from '#shared/contract/workspace.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { arrowKeys } from '#renderer/ui/focus/arrowKeys.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { badgesOf } from '#renderer/features/workspaces/stateBadges.ts'
import { useLiveWorkspaces } from '#renderer/features/workspaces/useLiveWorkspaces.ts'
import { tabOf } from './detail/tabs.ts'
import { WorkspaceDetail } from './detail/WorkspaceDetail.tsx'

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: '260px minmax(0, 1fr)',
    gap: tokens.spacingHorizontalL,
    flex: '1 1 auto',
    minHeight: 0,
  },
})

/** The workspaces of this computer, and the details of the chosen one (`?id=`) on its tab (`?tab=`). */
export function WorkspaceScreen() {
  const styles = useStyles()
  const openScreen = useOpenScreen()
  const [query, setQuery] = useSearchParams()
  useLiveWorkspaces(...LIVE_OPERATIONS)
  const { data, error, refetch } = useRead('workspaces.list', {}, { quiet: true })
  const chosen = data?.find((each) => each.id === query.get('id')) ?? data?.[0]
  const detail = useRead('workspaces.detail', { id: chosen?.id ?? '' }, { enabled: chosen !== undefined, quiet: true })
  // The chosen workspace appears twice: both places use one answer, so that their counts never differ.
  const listed = data?.map((each) => (each.id === detail.data?.workspace.id ? detail.data.workspace : each))
  const templates = <Button onClick={() => openScreen('/site/template/list')}>打开模板列表</Button>

  if (!data || !listed) {
    return <Page>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />}</Page>
  }
  return (
    <Page>
      <PageHeader
        title="本地同步"
        text="模板文件在本机和服务器之间自动保持一致"
        actions={data.length > 0 && templates}
      />
      {chosen ? (
        <div className={styles.columns}>
          <WorkspaceList workspaces={listed} chosen={chosen.id} onChoose={(id) => setQuery({ id })} />
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
          text="在“模板列表”中选择“同步到本地”，即可用本机的编辑器修改模板，保存后自动同步到服务器。"
          action={templates}
        />
      )}
    </Page>
  )
}

const LIVE_OPERATIONS = [
  'workspaces.list',
  'workspaces.detail',
  'workspaces.conflict',
  'workspaces.trash',
  'workspaces.halt',
  'workspaces.log',
  'workspaces.moments',
  'workspaces.momentFiles',
] as const

const useWorkspaceListStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    listStyle: 'none',
    margin: 0,
    padding: 0,
    overflow: 'auto',
  },
  item: {
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    width: '100%',
    padding: tokens.spacingHorizontalM,
    textAlign: 'start',
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    cursor: 'pointer',
    boxSizing: 'border-box',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  chosen: { border: `1px solid ${tokens.colorBrandStroke1}`, backgroundColor: tokens.colorBrandBackground2 },
  muted: { color: tokens.colorNeutralForeground3 },
})

interface WorkspaceListProps {
  workspaces: readonly Workspace[]
  /** Id of the shown workspace. */
  chosen: string
  onChoose: (id: string) => void
}

/** All workspaces with their states; the arrow keys move between them. */
function WorkspaceList({ workspaces, chosen, onChoose }: WorkspaceListProps) {
  const styles = useWorkspaceListStyles()
  return (
    <nav aria-label="本地工作区" ref={arrowKeys('vertical')}>
      <ul className={styles.list}>
        {workspaces.map((workspace) => (
          <li key={workspace.id}>
            <button
              type="button"
              className={mergeClasses(styles.item, workspace.id === chosen && styles.chosen)}
              aria-current={workspace.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(workspace.id)}
            >
              <Text weight="semibold" truncate wrap={false} title={workspace.templateName}>
                {workspace.templateName}
              </Text>
              <Text size={200} className={styles.muted} truncate wrap={false} title={workspace.localPath}>
                {workspace.localPath}
              </Text>
              <StateBadges badges={badgesOf(workspace)} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
