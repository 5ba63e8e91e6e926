import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { ArrowClockwiseRegular } from '@fluentui/react-icons'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { OutputOf } from '#shared/contract/registry.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

type Issue = OutputOf<'livePreview.check'>[number] & { id: number }

const useStyles = makeStyles({
  bar: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM, flexShrink: 0 },
})
const SEVERITY = {
  error: { title: '错误', color: 'danger' },
  warning: { title: '警告', color: 'warning' },
  info: { title: '提示', color: 'informative' },
} as const

const COLUMNS: readonly TableColumn<Issue>[] = [
  {
    key: 'severity',
    title: '级别',
    width: '76px',
    render: ({ severity }) => <StateBadges badges={[SEVERITY[severity]]} />,
  },
  { key: 'message', title: '问题', render: (row) => row.message },
  { key: 'file', title: '文件', width: '26%', render: (row) => row.file },
  { key: 'line', title: '行', width: '64px', align: 'end', render: ({ line }) => (line > 0 ? String(line) : '—') },
]

/** 模板检查: problems in the local files of a workspace. A row opens its line in the editor. */
export function CheckPanel({ id }: { id: string }) {
  const styles = useStyles()
  const navigate = useNavigate()
  const read = useRead('livePreview.check', { id }, { quiet: true })
  const rows = useMemo(() => read.data?.map((issue, at) => ({ ...issue, id: at })), [read.data])
  const count = (severity: Issue['severity']): number => rows?.filter((row) => row.severity === severity).length ?? 0
  return (
    <>
      <div className={styles.bar}>
        <Button
          size="small"
          icon={read.isFetching ? <Spinner size="tiny" aria-hidden /> : <ArrowClockwiseRegular />}
          onClick={() => void read.refetch()}
        >
          重新检查
        </Button>
        {rows && rows.length > 0 && (
          <Text>
            {count('error')} 个错误，{count('warning')} 个警告，{count('info')} 个提示；双击打开所在的行
          </Text>
        )}
      </div>
      <DataTable
        label="模板检查"
        columns={COLUMNS}
        rows={rows}
        read={read}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.message}
        onOpen={({ file, line }) =>
          void navigate(
            `/workspace/editor/${encodeURIComponent(id)}?file=${encodeURIComponent(file)}&line=${Math.max(line, 1)}`,
          )
        }
        empty={<EmptyState title="没有发现问题" text="已检查标签、包含的文件、样式、图片和链接" />}
      />
    </>
  )
}
