import {
  makeStyles,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  Text,
  tokens,
} from '@fluentui/react-components'
import type { Running } from '#shared/contract/diagnostics.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'

const POLL_MS = 2000

const useStyles = makeStyles({
  muted: { color: tokens.colorNeutralForeground3 },
  page: { display: 'grid', gap: tokens.spacingVerticalL, overflow: 'auto', maxWidth: '960px' },
})

/** Processes, running work and disk usage. Polled only while this page is visible. */
export function RunningProcesses() {
  const styles = useStyles()
  const { data, error, refetch } = useRead('diagnostics.running', {}, { everyMs: POLL_MS, quiet: true, fresh: true })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return (
    <div className={styles.page}>
      <Text className={styles.muted}>显示此页时每 2 秒更新，文件夹大小每分钟统计一次</Text>
      <Processes processes={data.processes} />
      <Card title="正在进行的工作">
        <Facts facts={describeWork(data)} />
      </Card>
      <Card title="数据文件夹">
        <Facts facts={describeFolder(data)} />
      </Card>
    </div>
  )
}

function Processes({ processes }: Pick<Running, 'processes'>) {
  return (
    <Card title="进程">
      <Table size="small" aria-label="进程">
        <TableHeader>
          <TableRow>
            {['名称', '进程号', '处理器', '内存'].map((title) => (
              <TableHeaderCell key={title}>{title}</TableHeaderCell>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {processes.map(({ name, pid, cpu, memory }) => (
            <TableRow key={pid}>
              <TableCell>{name}</TableCell>
              <TableCell>{pid}</TableCell>
              <TableCell>{cpu === null ? '—' : `${cpu.toFixed(1)}%`}</TableCell>
              <TableCell>{memory === null ? '—' : formatBytes(memory)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

const SYNC_STATES: Record<Running['workspaces'][number]['state'], string> = {
  starting: '正在启动',
  idle: '已同步',
  syncing: '正在同步',
  offline: '无法连接服务器',
  'signed-out': '未登录',
  paused: '已暂停',
  halted: '安全停止，等待处理',
  locked: '由另一个站匠程序同步',
  failed: '同步失败，将自动重试',
}

const describeWork = ({ uploads, workspaces, jobs, serverPort, startedAt }: Running) => [
  { name: '程序启动时间', value: formatDateTime(startedAt) },
  { name: '内置服务器', value: serverPort > 0 ? `运行中，端口 ${serverPort}` : '未运行' },
  {
    name: '上传',
    value: `正在上传 ${uploads.active} 个，等待 ${Math.max(0, uploads.open - uploads.active)} 个，失败 ${uploads.failed} 个`,
  },
  ...(workspaces.length === 0 ? [{ name: '本地同步', value: '没有本地工作区' }] : []),
  ...workspaces.map(({ name, state, waiting, failed }) => ({
    name: `本地同步：${name}`,
    value: `${SYNC_STATES[state]}，等待 ${waiting} 个文件，失败 ${failed} 个`,
  })),
  {
    name: '服务器任务',
    value:
      jobs === null
        ? '登录后显示'
        : jobs.map(({ title, progress }) => `${title} ${progress}%`).join('、') || '没有进行中的任务',
  },
]

/** Titles of the subfolders of the data folder. */
const FOLDER_TITLES: Record<string, string> = {
  server: '内置服务器数据',
  sync: '本地同步状态和回收站',
  logs: '日志',
  crashes: '崩溃报告',
  drafts: '本机暂存',
  spool: '等待上传的文件',
  electron: '窗口缓存',
  'before-upgrade': '升级前备份',
  updates: '安装包',
}

const describeFolder = ({ folder }: Running) => [
  { name: '位置', value: folder.path, copy: true },
  { name: '总大小', value: formatBytes(folder.parts.reduce((sum, { bytes }) => sum + bytes, 0)) },
  ...(folder.free === null ? [] : [{ name: '磁盘可用空间', value: formatBytes(folder.free) }]),
  ...folder.parts.map(({ name, bytes }) => ({
    name: name === '' ? '其他文件' : (FOLDER_TITLES[name] ?? name),
    value: formatBytes(bytes),
  })),
]
