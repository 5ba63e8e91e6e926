import { Button } from '@fluentui/react-components'
import { HistoryRegular } from '@fluentui/react-icons'
import type { TemplateRestorePoint } from '#shared/contract/templateDraft.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { RESTORE_POINT_KINDS } from './restorePointLabels.ts'
import { useTemplateRefresh } from './useTemplateRefresh.ts'

/** A page for all restore points of a template. */
const ALL = { page: 1, size: 1000 }

interface Props {
  templateId: number
  onOpen: (id: number) => void
}

/** The restore points of a template, newest first. */
export function RestorePointList({ templateId, onOpen }: Props) {
  const read = useRead('templateMoment.page', { templateId, ...ALL }, { quiet: true })
  useTemplateRefresh('templateMoment.page')
  const columns: TableColumn<TemplateRestorePoint>[] = [
    { key: 'date', title: '时间', width: '176px', render: ({ date }) => date },
    { key: 'kind', title: '保存内容', render: ({ kind }) => RESTORE_POINT_KINDS[kind] },
    { key: 'by', title: '操作人', width: '140px', render: ({ by }) => by },
    { key: 'files', title: '文件', width: '84px', align: 'end', render: ({ files }) => String(files) },
    {
      key: 'changed',
      title: '当时的更改',
      width: '110px',
      align: 'end',
      render: ({ changed }) => (changed > 0 ? `${changed} 处` : '—'),
    },
    {
      key: 'keys',
      title: '操作',
      width: '130px',
      align: 'end',
      render: ({ id, kind, date }) => (
        <Button
          size="small"
          aria-label={`${kind === 'publish' ? '撤销发布' : '查看'} ${date}`}
          onClick={() => onOpen(id)}
        >
          {kind === 'publish' ? '撤销发布…' : '查看…'}
        </Button>
      ),
    },
  ]
  return (
    <DataTable
      label="模板历史"
      columns={columns}
      rows={read.data?.content}
      read={read}
      rowKey={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      empty={
        <EmptyState
          icon={HistoryRegular}
          title="还没有历史"
          text="每次发布、撤销或还原前的版本会保存在此处，保留 90 天、最近 50 次。"
        />
      }
    />
  )
}
