import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { FolderSyncRegular } from '@fluentui/react-icons'
import { useNavigate } from 'react-router-dom'
import type { Workspace } from '#shared/contract/workspace.ts'
import { canSeeMenu } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { badgesOf } from '#renderer/features/workspaces/stateBadges.ts'

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid' },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalL,
    minHeight: '56px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTop: 'none' },
  },
  texts: { display: 'grid', flex: '1 1 auto', minWidth: 0 },
  muted: { color: tokens.colorNeutralForeground3, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  counts: { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
})

const SYNC_HINT = '在“模板列表”中选择“同步到本地”，即可用本机的编辑器修改模板，保存后自动同步到服务器。'

/** The templates that are synchronized to this computer, with their sync state. */
export function Workspaces() {
  const navigate = useNavigate()
  const refresh = useRefresh()
  useHostEvent('workspace.changed', () => refresh('workspaces.list'))
  const { data, error, refetch } = useRead('workspaces.list', {}, { quiet: true })
  const open = <Button onClick={() => void navigate('/workspace')}>查看全部</Button>
  return (
    <Card title="本地同步" actions={data && data.length > 0 ? open : undefined}>
      <WorkspaceList workspaces={data} error={error} onRetry={() => void refetch()} />
    </Card>
  )
}

function WorkspaceList(props: { workspaces: Workspace[] | undefined; error: Error | null; onRetry: () => void }) {
  const styles = useStyles()
  const navigate = useNavigate()
  const openScreen = useOpenScreen()
  const canOpenTemplates = canSeeMenu(useAuthority(), MENU.templates)
  const { workspaces, error, onRetry } = props
  if (!workspaces) return error ? <ErrorState error={error} onRetry={onRetry} /> : <LoadingState />
  if (workspaces.length === 0) {
    return (
      <EmptyState
        icon={FolderSyncRegular}
        title="还没有同步到本机的模板"
        text={canOpenTemplates ? SYNC_HINT : '当前账号没有“模板列表”的权限，如需使用请联系管理员。'}
        action={canOpenTemplates && <Button onClick={() => openScreen('/site/template/list')}>打开模板列表</Button>}
      />
    )
  }
  return (
    <ul className={styles.list}>
      {workspaces.map((workspace) => (
        <li key={workspace.id} className={styles.item}>
          <div className={styles.texts}>
            <Text weight="semibold">{workspace.templateName}</Text>
            <Text size={200} className={styles.muted} title={workspace.localPath}>
              {workspace.message || workspace.localPath}
            </Text>
          </div>
          <Text size={200} className={styles.counts}>
            {formatFileCounts(workspace)}
          </Text>
          <StateBadges badges={badgesOf(workspace)} />
          {workspace.conflicts > 0 && (
            <Button size="small" onClick={() => void navigate(conflictsPathOf(workspace))}>
              处理冲突
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const conflictsPathOf = ({ id }: Workspace): string => `/workspace?${new URLSearchParams({ id, tab: 'conflicts' })}`
const formatFileCounts = ({ files, waiting }: Workspace): string =>
  waiting > 0 ? `${files} 个文件 · ${waiting} 个待同步` : `${files} 个文件`
