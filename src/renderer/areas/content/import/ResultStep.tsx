import { Badge, Button, Checkbox, MessageBar, MessageBarBody } from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons'
import type { ContentImport, ImportCounts, ImportLine, ImportOutcome } from '#shared/contract/contentImport.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { JobProgress } from '#renderer/features/jobs/JobProgress.tsx'
import { useExport } from '#renderer/features/sheets/useExport.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useLocalList } from '#renderer/ui/list/useLocalList.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'

const COLORS: Record<ImportOutcome, 'success' | 'brand' | 'informative' | 'danger'> = {
  created: 'success',
  updated: 'brand',
  skipped: 'informative',
  failed: 'danger',
}
const OUTCOME_LABELS = { created: '新增', updated: '更新', skipped: '跳过', failed: '失败' } satisfies Record<
  ImportOutcome,
  string
>

const COLUMNS: TableColumn<ImportLine>[] = [
  { key: 'row', title: '位置', width: '88px', render: ({ row }) => `第 ${row} 行` },
  { key: 'title', title: '标题', width: '30%', render: ({ title }) => title },
  { key: 'target', title: '栏目', width: '15%', render: ({ target }) => target },
  {
    key: 'outcome',
    title: '结果',
    width: '80px',
    render: ({ outcome }) => (
      <Badge appearance="tint" color={COLORS[outcome]}>
        {OUTCOME_LABELS[outcome]}
      </Badge>
    ),
  },
  { key: 'reason', title: '说明', render: ({ reason }) => reason },
]

interface Props {
  made: ContentImport
  trial: boolean
  /** The job started in this step; 0 without one. */
  jobId: number
}

/** Summary of a trial or an import. */
export const describeCounts = ({ created, updated, skipped, failed }: ImportCounts, trial: boolean): string =>
  `${trial ? '将' : '已'}新增 ${created} 条、更新 ${updated} 条，跳过 ${skipped} 条，失败 ${failed} 条`

/** Progress of a trial or an import, and the result of each entry. */
export function ResultStep({ made, trial, jobId }: Props) {
  const counts = trial ? made.trial : made.result
  const report = useExport()
  const list = useLocalList({ failedOnly: false }, 20)
  const { page, size, failedOnly } = list.input
  const read = useRead(
    'contentImport.lines',
    { id: made.id, trial, failedOnly, page, size },
    { quiet: true, keepPrevious: true, enabled: counts !== null },
  )
  const downloadReport = (): void =>
    report.start(
      { operation: 'contentImport.report', input: { id: made.id, trial } },
      trial ? '试导入报告' : '导入报告',
    )
  return (
    <>
      {jobId > 0 && (
        <Card title={trial ? '试导入进度' : '导入进度'}>
          <JobProgress jobId={jobId} />
        </Card>
      )}
      {!counts && jobId === 0 && (
        <MessageBar layout="multiline">
          <MessageBarBody>
            {trial
              ? '试导入不写入任何内容，只显示每条内容的预计结果。'
              : '点击“开始导入”后写入内容。导入可随时取消，已导入的内容保留，再次导入时继续。'}
          </MessageBarBody>
        </MessageBar>
      )}
      {counts && (
        <Card
          title={describeCounts(counts, trial)}
          actions={
            <Button icon={<ArrowDownloadRegular />} disabled={report.busy} onClick={downloadReport}>
              下载报告
            </Button>
          }
        >
          <ListBody
            label={trial ? '试导入的结果' : '导入的结果'}
            list={list}
            read={read}
            columns={COLUMNS}
            rowKey={({ row, title }) => `${row} ${title}`}
            filters={
              <Checkbox
                label="仅显示失败的"
                checked={failedOnly}
                onChange={(_event, { checked }) => list.setFilter('failedOnly', checked === true)}
              />
            }
          />
        </Card>
      )}
    </>
  )
}
