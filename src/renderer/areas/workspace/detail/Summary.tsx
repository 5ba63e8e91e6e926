import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import {
  ArrowSortRegular,
  ArrowSyncRegular,
  BranchCompareRegular,
  DocumentEditRegular,
  DraftsRegular,
  EyeOffRegular,
  EyeRegular,
  PauseRegular,
  PlayRegular,
  PlugDisconnectedRegular,
} from '@fluentui/react-icons'
import { useNavigate } from 'react-router-dom'
import { useState } from 'react'
import type { Workspace } from '#shared/contract/workspace.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { OpenWithMenu } from '#renderer/features/workspaces/OpenWithMenu.tsx'
import { DraftDialog } from '#renderer/features/templateDraft/DraftDialog.tsx'
import { badgesOf } from '#renderer/features/workspaces/stateBadges.ts'
import { LivePreview } from './LivePreview.tsx'
import { IgnoreDialog } from './IgnoreDialog.tsx'
import { TransferDialog } from './TransferDialog.tsx'

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  state: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM, flexWrap: 'wrap' },
  facts: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalXXL,
    color: tokens.colorNeutralForeground3,
  },
  path: { overflowWrap: 'anywhere' },
})

interface Props {
  workspace: Workspace
  attention: AttentionActions
}

/** Actions that open what needs the user's attention. */
interface AttentionActions {
  resolve: () => void
  showFailed: () => void
}

const STATE_TEXTS: Record<Workspace['state'], string> = {
  starting: '正在检查本机和服务器的文件',
  idle: '本机和服务器一致，修改自动同步',
  syncing: '正在传送修改',
  offline: '无法连接服务器，本地修改等待连接恢复后自动同步',
  'signed-out': '该连接未登录，登录后继续同步',
  paused: '已暂停，修改不会传送',
  halted: '发现异常变化，已安全停止',
  locked: '另一个站匠程序正在同步该文件夹，该程序关闭后自动继续',
  failed: '同步失败，将自动重试',
}

/** Describes the state: the host's message, else a fixed text. */
function describeState({ state, message, waiting, conflicts, failed }: Workspace): string {
  if (message) return message
  if (state !== 'idle') return STATE_TEXTS[state]
  if (conflicts > 0) return '两个版本均已保留，请选择要保留的版本；其他文件正常同步。'
  if (failed > 0) return '其他文件正常同步；失败的文件将自动重试，原因见文件列表。'
  if (waiting > 0) return '还有修改未传送，将自动继续'
  return STATE_TEXTS.idle
}

/** The state of a workspace, with its actions. */
export function Summary({ workspace, attention }: Props) {
  const styles = useStyles()
  const { conflicts, failed } = workspace
  return (
    <Card title={workspace.templateName}>
      <div className={styles.state} role="status">
        <StateBadges badges={badgesOf(workspace)} />
        <Text>{describeState(workspace)}</Text>
        {conflicts > 0 && (
          <Button size="small" appearance="primary" icon={<BranchCompareRegular />} onClick={attention.resolve}>
            处理冲突
          </Button>
        )}
        {failed > 0 && (
          <Button size="small" onClick={attention.showFailed}>
            查看失败的文件
          </Button>
        )}
      </div>
      <div className={styles.facts}>
        {factsOf(workspace).map((fact) => (
          <Text key={fact}>{fact}</Text>
        ))}
        <Text className={styles.path}>{workspace.localPath}</Text>
      </div>
      <Actions workspace={workspace} />
    </Card>
  )
}

function factsOf({ files, waiting, lastSync }: Workspace): string[] {
  const facts = [`${files} 个文件`]
  if (waiting > 0) facts.push(`${waiting} 个待同步`)
  if (lastSync) facts.push(`上次同步 ${formatDateTime(Date.parse(lastSync))}`)
  return facts
}

function Actions({ workspace: { id, state, templateName, folder } }: { workspace: Workspace }) {
  const styles = useStyles()
  const [open, setOpen] = useState<'draft' | 'transfer' | 'ignores' | 'preview' | null>(null)
  const close = (): void => setOpen(null)
  const confirm = useConfirm()
  const syncNow = useWrite('workspaces.syncNow')
  const pause = useWrite('workspaces.pause')
  const resume = useWrite('workspaces.resume')
  const navigate = useNavigate()
  const disconnect = useWrite('workspaces.disconnect', { success: '已断开同步，文件均已保留' })
  const paused = state === 'paused'

  const askDisconnect = async (): Promise<void> => {
    const text = `“${templateName}”不再同步。本地文件夹和服务器上的文件均保留，之后可以重新同步到本地。`
    if (await confirm({ title: '断开同步', text, confirmText: '断开', danger: true })) disconnect.mutate({ id })
  }
  return (
    <div className={styles.actions}>
      <Button icon={<ArrowSyncRegular />} disabled={paused} onClick={() => syncNow.mutate({ id })}>
        立即同步
      </Button>
      {paused ? (
        <Button appearance="primary" icon={<PlayRegular />} onClick={() => resume.mutate({ id })}>
          继续
        </Button>
      ) : (
        <Button icon={<PauseRegular />} onClick={() => pause.mutate({ id })}>
          暂停
        </Button>
      )}
      <Button icon={<ArrowSortRegular />} onClick={() => setOpen('transfer')}>
        拉取与推送
      </Button>
      <Button
        icon={<DocumentEditRegular />}
        onClick={() => void navigate(`/workspace/editor/${encodeURIComponent(id)}`)}
      >
        编辑文件
      </Button>
      <Button icon={<EyeRegular />} onClick={() => setOpen('preview')}>
        实时预览
      </Button>
      <OpenWithMenu id={id} />
      {open === 'preview' && <LivePreview id={id} name={templateName} onClose={() => setOpen(null)} />}
      <Button icon={<DraftsRegular />} onClick={() => setOpen('draft')}>
        草稿与发布
      </Button>
      <Button icon={<EyeOffRegular />} onClick={() => setOpen('ignores')}>
        忽略规则
      </Button>
      <Button icon={<PlugDisconnectedRegular />} onClick={() => void askDisconnect()}>
        断开
      </Button>
      {open === 'transfer' && <TransferDialog id={id} name={templateName} onClose={close} />}
      {open === 'ignores' && <IgnoreDialog id={id} onClose={close} />}
      {open === 'draft' && (
        <DraftDialog folder={folder} name={templateName} workspace={{ id, folder }} onClose={close} />
      )}
    </div>
  )
}
