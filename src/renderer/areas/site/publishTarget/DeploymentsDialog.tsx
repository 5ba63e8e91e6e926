import { Button, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import {
  ArrowDownloadRegular,
  ArrowUndoRegular,
  GlobeSearchRegular,
  TextDescriptionRegular,
} from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { type Deployment, PACK_DAYS, type PublishTarget } from '#shared/contract/publishTarget.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { followJob } from '#renderer/features/jobs/followJob.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useLocalList } from '#renderer/ui/list/useLocalList.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { DeploymentFiles } from './DeploymentFiles.tsx'
import { downloadRelease } from './downloadRelease.ts'
import { useDeploy } from './useDeploy.ts'

const STATES: Record<
  Deployment['state'],
  { title: string; color: 'success' | 'warning' | 'danger' | 'brand' | 'informative' }
> = {
  running: { title: '发布中', color: 'brand' },
  confirm: { title: '待确认', color: 'warning' },
  done: { title: '成功', color: 'success' },
  failed: { title: '失败', color: 'danger' },
  cancelled: { title: '已取消', color: 'informative' },
}
const CAUSES: Record<Deployment['cause'], string> = {
  manual: '手动发布',
  build: '自动发布',
  schedule: '定时发布',
  restore: '还原',
}
/** The interval at which a running deployment is read again. */
const EVERY_MS = 2000

const CHECKS: Record<Exclude<Deployment['checkState'], ''>, (typeof STATES)['done']> = {
  waiting: { title: '检查中', color: 'brand' },
  live: { title: '已上线', color: 'success' },
  differs: { title: '不一致', color: 'warning' },
  unchecked: { title: '未检查', color: 'informative' },
}

/** Asks the public address again, for example once a CDN has forgotten the former pages. */
function useCheck(target: PublishTarget): (row: Deployment) => Promise<void> {
  const { mutateAsync: queue } = useWrite('publishTarget.check', { success: '检查任务已加入队列' })
  return async ({ id }) => {
    const answer = await queue({ id }).catch(() => null)
    if (answer?.data) followJob({ jobId: answer.data.jobId, title: `检查“${target.name}”的发布结果` })
  }
}

/** What became of a deployment, and what visitors got since. */
const badgesOf = ({ state, checkState }: Deployment) => [
  STATES[state],
  ...(checkState === '' ? [] : [CHECKS[checkState]]),
]

/** What a person should know of a deployment, the most important first. */
function noteOf({ message, purgeProblem, checkProblems, warnings }: Deployment): string {
  const [problem = ''] = checkProblems
  return message || purgeProblem || problem || (warnings.length > 0 ? `${warnings.length} 处需要检查` : '')
}

const labelOf = ({ createDate }: Deployment): string => createDate

/** What was deployed to a target, what came of it, and the way back. */
export function DeploymentsDialog({ target, onClose }: { target: PublishTarget; onClose: () => void }) {
  const [shown, setShown] = useState<Deployment | null>(null)
  const list = useLocalList({})
  const read = useRead(
    'publishTarget.deployments',
    { ...list.input, targetId: target.id },
    { quiet: true, keepPrevious: true, everyMs: EVERY_MS },
  )
  const deploy = useDeploy()
  const restore = useRestore(target)
  const check = useCheck(target)
  const columns = useMemo(() => columnsOf(target, { show: setShown, restore, check }), [target, restore, check])
  return (
    <PanelDialog
      title={`“${target.name}”的发布记录`}
      size="large"
      onClose={onClose}
      titleActions={
        target.kind !== 'zip' && (
          <Button onClick={() => void deploy(target, { isVerified: true })}>核对并修复目标</Button>
        )
      }
    >
      <ListBody
        label="发布记录"
        list={list}
        read={read}
        columns={columns}
        rowKey={(row) => row.id}
        rowLabel={labelOf}
        onOpen={setShown}
        search="搜索人员或说明"
        empty={<EmptyState title="还没有发布过" text="在列表中点“发布”，把生成的静态页面发布到这个目标。" />}
      />
      {shown && <DetailDialog row={shown} onClose={() => setShown(null)} />}
    </PanelDialog>
  )
}

function useRestore(target: PublishTarget): (row: Deployment) => Promise<void> {
  const confirm = useConfirm()
  const { mutateAsync: queue } = useWrite('publishTarget.restore', { success: '还原任务已加入队列' })
  return async (row) => {
    const agreed = await confirm({
      title: `还原“${target.name}”`,
      text: `网站将恢复为 ${row.createDate} 这次发布之前的样貌，之后的发布全部撤回；自动发布暂停，直到再次手动发布。`,
      confirmText: '还原',
      danger: true,
    })
    const answer = agreed ? await queue({ id: row.id }).catch(() => null) : null
    if (answer?.data) followJob({ jobId: answer.data.jobId, title: `还原“${target.name}”` })
  }
}

interface DeploymentActions {
  show: (row: Deployment) => void
  restore: (row: Deployment) => Promise<void>
  check: (row: Deployment) => Promise<void>
}

const columnsOf = (target: PublishTarget, { show, restore, check }: DeploymentActions): TableColumn<Deployment>[] => [
  { key: 'time', title: '时间', width: '156px', render: labelOf },
  { key: 'cause', title: '方式', width: '80px', render: ({ cause }) => CAUSES[cause] },
  { key: 'user', title: '人员', width: '84px', render: ({ username }) => username || '系统' },
  { key: 'state', title: '状态', width: '132px', render: (row) => <StateBadges badges={badgesOf(row)} /> },
  { key: 'written', title: '更新', width: '64px', align: 'end', render: ({ written }) => written },
  { key: 'removed', title: '删除', width: '64px', align: 'end', render: ({ removed }) => removed },
  { key: 'bytes', title: '大小', width: '80px', align: 'end', render: ({ bytes }) => formatBytes(bytes) },
  {
    key: 'duration',
    title: '用时',
    width: '72px',
    align: 'end',
    render: ({ durationMs, endDate }) => (endDate === '' ? '—' : `${(durationMs / 1000).toFixed(1)} 秒`),
  },
  {
    key: 'message',
    title: '说明',
    minWidth: 120,
    render: noteOf,
  },
  {
    key: 'actions',
    title: '操作',
    width: '124px',
    align: 'end',
    pin: 'end',
    render: (row) => (
      <RowActions
        row={labelOf(row)}
        actions={[
          { title: '详情', icon: TextDescriptionRegular, run: () => show(row) },
          ...actionsOf(target, row, { restore, check }),
        ]}
      />
    ),
  },
]

function DetailDialog({ row, onClose }: { row: Deployment; onClose: () => void }) {
  const { message, warnings, foreign, state, checkState, checkDate, checkProblems, purgeProblem } = row
  return (
    <PanelDialog title={`${row.createDate} 的发布`} size="large" onClose={onClose}>
      {message !== '' && (
        <MessageBar intent={state === 'failed' ? 'error' : 'warning'} layout="multiline">
          <MessageBarBody>{message}</MessageBarBody>
        </MessageBar>
      )}
      {purgeProblem !== '' && <Lines title="CDN" lines={[purgeProblem]} />}
      {checkState === 'live' && (
        <MessageBar intent="success" layout="multiline">
          <MessageBarBody>已上线：{checkDate} 从访问域名抽查，与发布的内容一致</MessageBarBody>
        </MessageBar>
      )}
      <Lines
        title={checkState === 'unchecked' ? '没有检查访问域名' : '访问域名与发布的内容不一致'}
        lines={checkProblems}
      />
      <Lines title="需要检查" lines={warnings} />
      <Lines title="目标上的其他文件" lines={foreign} />
      <DeploymentFiles deployment={row} />
    </PanelDialog>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{title}</MessageBarTitle>
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </MessageBarBody>
    </MessageBar>
  )
}

/** A zip is downloaded; anything else is checked at its public address, and can be taken back. */
function actionsOf(target: PublishTarget, row: Deployment, { restore, check }: Omit<DeploymentActions, 'show'>) {
  if (target.kind === 'zip')
    return [
      {
        title: '下载压缩包',
        icon: ArrowDownloadRegular,
        run: () => void downloadRelease(row.id, target.name),
        refusal: row.canDownload ? null : `压缩包保留 ${PACK_DAYS} 天，已过期或没有生成`,
      },
    ]
  return [
    {
      title: '重新检查',
      icon: GlobeSearchRegular,
      run: () => void check(row),
      refusal: row.canCheck ? null : '只能检查最近一次完成的发布',
    },
    {
      title: '还原到此次发布之前',
      icon: ArrowUndoRegular,
      run: () => void restore(row),
      refusal: row.canRestore ? null : '没有可还原的文件',
    },
  ]
}
