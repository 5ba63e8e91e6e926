import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { DeleteRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { RemovedFile } from '#shared/contract/templateRevision.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useTemplateRefresh } from '#renderer/features/templateDraft/useTemplateRefresh.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import { Pager } from '#renderer/ui/table/Pager.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { usePaging } from '#renderer/ui/table/usePaging.ts'
import { HistoryDialog } from './HistoryDialog.tsx'
import { RevisionLimitLine } from './RevisionLimitLine.tsx'

const useStyles = makeStyles({
  keys: { display: 'flex', justifyContent: 'end', gap: tokens.spacingHorizontalXXS },
})

interface Props {
  /** The folder below which files were deleted, beginning with the template's folder. */
  path: string
  onClose: () => void
}

/** Shows and restores files that were deleted below a folder. */
export function RemovedDialog({ path, onClose }: Props) {
  const styles = useStyles()
  const paging = usePaging(20)
  const read = useRead(
    'templateRevision.removed',
    { path, page: paging.input.page, size: paging.input.size },
    { quiet: true },
  )
  useTemplateRefresh('templateRevision.removed')
  const [viewed, setViewed] = useState<RemovedFile | null>(null)
  const confirm = useConfirm()
  const restore = useWrite('templateRevision.restore')
  const restoreFile = async (file: RemovedFile): Promise<void> => {
    const question = { title: `还原“${inner(file.path)}”`, text: '文件将还原为删除前的内容。', confirmText: '还原' }
    if (await confirm(question)) restore.mutate({ id: file.id, expected: 'none' })
  }
  const inner = (full: string): string => full.slice(path.length + 1)
  const columns: TableColumn<RemovedFile>[] = [
    { key: 'path', title: '文件', render: (file) => inner(file.path) },
    { key: 'date', title: '删除时间', width: '176px', render: ({ date }) => date },
    { key: 'by', title: '操作人', width: '130px', render: ({ by }) => by },
    {
      key: 'size',
      title: '大小',
      width: '96px',
      align: 'end',
      render: ({ id, size }) => (id > 0 ? formatBytes(size) : '未保留'),
    },
    {
      key: 'keys',
      title: '操作',
      width: '170px',
      align: 'end',
      render: (file) =>
        file.id > 0 && (
          <span className={styles.keys}>
            <Button
              size="small"
              appearance="subtle"
              aria-label={`查看 ${inner(file.path)}`}
              onClick={() => setViewed(file)}
            >
              查看
            </Button>
            <Button
              size="small"
              appearance="subtle"
              aria-label={`还原 ${inner(file.path)}`}
              onClick={() => void restoreFile(file)}
            >
              还原
            </Button>
          </span>
        ),
    },
  ]
  return (
    <PanelDialog title={`已删除的文件 · ${path}`} size="large" onClose={onClose}>
      <DataTable
        label="已删除的文件"
        columns={columns}
        rows={read.data?.content}
        read={read}
        rowKey={(file) => file.path}
        onOpen={(file) => file.id > 0 && setViewed(file)}
        empty={
          <EmptyState
            icon={DeleteRegular}
            title="没有已删除的文件"
            text="此文件夹中删除的文件会显示在此处，可查看和还原。"
          />
        }
      />
      <Toolbar end={<Pager paging={paging} total={read.data?.totalElements ?? 0} />}>
        <RevisionLimitLine />
      </Toolbar>
      {viewed && (
        <HistoryDialog
          path={viewed.path}
          first={viewed.id}
          onClose={() => setViewed(null)}
          onRestored={() => setViewed(null)}
        />
      )}
    </PanelDialog>
  )
}
