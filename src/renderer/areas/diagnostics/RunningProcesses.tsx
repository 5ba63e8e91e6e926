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
import { FOLDER_TITLES, RUNNING } from './text.ts'

const EVERY_MS = 2000

const useStyles = makeStyles({
  muted: { color: tokens.colorNeutralForeground3 },
  page: { display: 'grid', gap: tokens.spacingVerticalL, overflow: 'auto', maxWidth: '960px' },
})

/** Processes, work under way and room; asked for only while it is seen. */
export function RunningProcesses() {
  const styles = useStyles()
  const { data, error, refetch } = useRead('diagnostics.running', {}, { everyMs: EVERY_MS, quiet: true, fresh: true })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return (
    <div className={styles.page}>
      <Text className={styles.muted}>{RUNNING.hint}</Text>
      <Processes processes={data.processes} />
      <Card title={RUNNING.work}>
        <Facts facts={workOf(data)} />
      </Card>
      <Card title={RUNNING.folder}>
        <Facts facts={folderOf(data)} />
      </Card>
    </div>
  )
}

function Processes({ processes }: Pick<Running, 'processes'>) {
  return (
    <Card title={RUNNING.processes}>
      <Table size="small" aria-label={RUNNING.processes}>
        <TableHeader>
          <TableRow>
            {[RUNNING.name, RUNNING.pid, RUNNING.cpu, RUNNING.memory].map((title) => (
              <TableHeaderCell key={title}>{title}</TableHeaderCell>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {processes.map(({ name, pid, cpu, memory }) => (
            <TableRow key={pid}>
              <TableCell>{name}</TableCell>
              <TableCell>{pid}</TableCell>
              <TableCell>{cpu === null ? RUNNING.unknown : `${cpu.toFixed(1)}%`}</TableCell>
              <TableCell>{memory === null ? RUNNING.unknown : formatBytes(memory)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

const workOf = ({ uploads, workspaces, jobs, serverPort, startedAt }: Running) => [
  { name: RUNNING.started, value: formatDateTime(startedAt) },
  { name: RUNNING.server, value: serverPort > 0 ? RUNNING.serverPort(serverPort) : RUNNING.noServer },
  { name: RUNNING.uploads, value: RUNNING.uploadsText(uploads.active, uploads.open, uploads.failed) },
  ...(workspaces.length === 0 ? [{ name: RUNNING.sync, value: RUNNING.noSync }] : []),
  ...workspaces.map(({ name, state, waiting, failed }) => ({
    name: `${RUNNING.sync}：${name}`,
    value: RUNNING.syncText(state, waiting, failed),
  })),
  {
    name: RUNNING.jobs,
    value:
      jobs === null
        ? RUNNING.jobsUnknown
        : jobs.map(({ title, progress }) => `${title} ${progress}%`).join('、') || RUNNING.noJobs,
  },
]

const folderOf = ({ folder }: Running) => [
  { name: RUNNING.path, value: folder.path, copy: true },
  { name: RUNNING.total, value: formatBytes(folder.parts.reduce((sum, { bytes }) => sum + bytes, 0)) },
  ...(folder.free === null ? [] : [{ name: RUNNING.free, value: formatBytes(folder.free) }]),
  ...folder.parts.map(({ name, bytes }) => ({
    name: name === '' ? RUNNING.loose : (FOLDER_TITLES[name] ?? name),
    value: formatBytes(bytes),
  })),
]
