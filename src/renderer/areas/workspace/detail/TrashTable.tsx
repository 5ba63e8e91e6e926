import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowUndoRegular, DeleteRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { formatBytes } from '#shared/util/bytes.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useAlert } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

const useStyles = makeStyles({
  keys: { display: 'flex', justifyContent: 'flex-end', gap: tokens.spacingHorizontalXS },
})

const formatTime = (at: string): string => formatDateTime(Date.parse(at))

/**
 * Files that sync deleted or replaced, kept on this computer (S20). One row per sync, restored completely or file by
 * file.
 */
export function TrashTable({ id }: { id: string }) {
  const styles = useStyles()
  const alert = useAlert()
  const [shown, setShown] = useState<string | null>(null)
  const read = useRead('workspaces.trash', { id }, { quiet: true })
  const restore = useWrite('workspaces.restoreTrash', { success: '已还原，随后同步到服务器' })
  const restoreAll = useWrite('workspaces.restoreMoment', {
    success: false,
    onSuccess: ({ data: { restored, left } }) => void alert({ title: '还原', text: describeResult(restored, left) }),
  })
  const moments = read.data && groupTrash(read.data)
  const open = moments?.find(({ moment }) => moment === shown)
  const restoreFile = ({ entry }: TrashEntry): void => restore.mutate({ id, entry })

  const columns: TableColumn<TrashGroup>[] = [
    { key: 'at', title: '删除时间', width: '176px', render: (row) => formatTime(row.at) },
    { key: 'files', title: '文件', render: titleOf },
    { key: 'side', title: '删除的是', width: '100px', render: sideOf },
    { key: 'size', title: '大小', width: '90px', align: 'end', render: (row) => formatBytes(row.size) },
    {
      key: 'keys',
      title: '操作',
      width: '210px',
      align: 'end',
      render: (row) => <div className={styles.keys}>{keysOf(row)}</div>,
    },
  ]
  const keysOf = (row: TrashGroup) => {
    const [only, ...others] = row.files
    if (only && others.length === 0) return <RestoreFile file={only} onRestore={restoreFile} />
    return (
      <>
        <Button size="small" aria-label={`查看文件 ${formatTime(row.at)}`} onClick={() => setShown(row.moment)}>
          查看文件
        </Button>
        <Button
          size="small"
          icon={<ArrowUndoRegular />}
          aria-label={`全部还原 ${formatTime(row.at)}`}
          disabledFocusable={restoreAll.isPending}
          onClick={() => restoreAll.mutate({ id, moment: row.moment })}
        >
          全部还原
        </Button>
      </>
    )
  }
  return (
    <>
      <DataTable
        label="回收站"
        columns={columns}
        rows={moments}
        read={read}
        rowKey={(row) => row.moment}
        empty={
          <EmptyState icon={DeleteRegular} title="回收站为空" text="同步删除或覆盖的文件先保存到回收站，随时可以还原" />
        }
      />
      {open && (
        <PanelDialog title={`${formatTime(open.at)} 删除的文件`} size="large" onClose={() => setShown(null)}>
          <DataTable
            label="删除的文件"
            columns={[
              ...FILE_COLUMNS,
              { ...KEY_COLUMN, render: (row) => <RestoreFile file={row} onRestore={restoreFile} /> },
            ]}
            rows={open.files}
            rowKey={(row) => row.entry}
          />
        </PanelDialog>
      )}
    </>
  )
}

const FILE_COLUMNS: TableColumn<TrashEntry>[] = [
  { key: 'path', title: '文件', render: (row) => row.path },
  { key: 'side', title: '删除的是', width: '110px', render: (row) => (row.side === 'local' ? '本地' : '服务器') },
  { key: 'size', title: '大小', width: '90px', align: 'end', render: (row) => formatBytes(row.size) },
]
const KEY_COLUMN = { key: 'restore', title: '操作', width: '110px', align: 'end' } as const

function RestoreFile({ file, onRestore }: { file: TrashEntry; onRestore: (file: TrashEntry) => void }) {
  return (
    <Button size="small" icon={<ArrowUndoRegular />} aria-label={`还原 ${file.path}`} onClick={() => onRestore(file)}>
      还原
    </Button>
  )
}

function describeResult(restored: number, left: readonly { path: string; reason: string }[]): string {
  const done = `已还原 ${restored} 个文件，随后同步到服务器。`
  const [first] = left
  return first
    ? `${done}还有 ${left.length} 个未还原，仍在回收站中：${first.reason}${left.length > 1 ? ' …' : ''}`
    : done
}

type TrashEntry = OutputOf<'workspaces.trash'>[number]

/** The files that one sync, or one answer to a safety stop, removed. */
interface TrashGroup {
  moment: string
  /** ISO time of its last file. */
  at: string
  files: TrashEntry[]
  size: number
}

/** Groups the trash, the newest first. */
function groupTrash(entries: readonly TrashEntry[]): TrashGroup[] {
  const groups = new Map<string, TrashEntry[]>()
  for (const entry of entries) groups.set(entry.moment, [...(groups.get(entry.moment) ?? []), entry])
  return [...groups]
    .map(([moment, files]) => ({
      moment,
      files: files.toSorted((a, b) => a.path.localeCompare(b.path, 'zh-CN')),
      at: files.reduce((last, { at }) => (at > last ? at : last), ''),
      size: files.reduce((sum, { size }) => sum + size, 0),
    }))
    .toSorted((a, b) => b.at.localeCompare(a.at))
}

/** The files of the row in one line. */
const titleOf = ({ files }: TrashGroup): string =>
  files.length === 1
    ? (files[0]?.path ?? '')
    : `${files.length} 个文件：${files
        .slice(0, 3)
        .map(({ path }) => path)
        .join('、')}${files.length > 3 ? ' …' : ''}`

/** The side of the removed files. */
function sideOf({ files }: TrashGroup): string {
  const local = files.some(({ side }) => side === 'local')
  const remote = files.some(({ side }) => side === 'remote')
  return local && remote ? '两边' : local ? '本地' : '服务器'
}
