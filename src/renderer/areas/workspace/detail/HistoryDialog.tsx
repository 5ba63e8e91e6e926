import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { OutputOf } from '#shared/contract/registry.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FileDiff } from '#renderer/features/templateDraft/FileDiff.tsx'
import { RESTORE_POINT_FILE_STATES } from '#renderer/features/templateDraft/restorePointLabels.ts'
import { LoadingDialog } from '#renderer/ui/dialogs/LoadingDialog.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useAlert, useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { RowKey, TableColumn } from '#renderer/ui/table/types.ts'

type RestorePointFile = OutputOf<'workspaces.momentFiles'>[number]

const useStyles = makeStyles({
  since: { color: tokens.colorPaletteDarkOrangeForeground1 },
  still: { flexShrink: 0 },
})

interface Props {
  /** Id of the workspace. */
  id: string
  moment: string
  /** Time of the restore point, as shown. */
  time: string
  onClose: () => void
}

/** The files before one sync compared with the folder now. All or some of them can be restored. */
export function HistoryDialog({ id, moment, time, onClose }: Props) {
  const read = useRead('workspaces.momentFiles', { id, moment }, { quiet: true })
  if (read.data) return <Files {...{ id, moment, time, onClose }} files={read.data} />
  return (
    <LoadingDialog
      title={`同步之前的状态 · ${time}`}
      size="large"
      onClose={onClose}
      error={read.error}
      onRetry={() => void read.refetch()}
    />
  )
}

function Files({ id, moment, time, files, onClose }: Props & { files: readonly RestorePointFile[] }) {
  const styles = useStyles()
  const confirm = useConfirm()
  const alert = useAlert()
  const differing = files.filter(({ state }) => state !== 'same')
  // A file that was changed again since then is not restored, because the newer change would be lost.
  const [deselected, setDeselected] = useState<ReadonlySet<RowKey>>(new Set())
  const restorable = differing.filter(({ since }) => !since)
  const chosen = new Set<RowKey>(restorable.filter(({ path }) => !deselected.has(path)).map(({ path }) => path))
  const [diff, setDiff] = useState<string | null>(null)
  const restore = useWrite('workspaces.putBack', {
    success: false,
    onSuccess: ({ data: { restored, left: kept } }) => {
      onClose()
      void alert({ title: '还原', text: describeResult(restored, kept) })
    },
  })
  const confirmRestore = async (): Promise<void> => {
    const paths = restorable.filter(({ path }) => chosen.has(path)).map(({ path }) => path)
    const text = `${paths.length} 个文件将还原为 ${time} 同步之前的版本，然后同步到服务器。当前版本先保存到回收站和历史。`
    if (await confirm({ title: '还原', text, confirmText: '还原' })) restore.mutate({ id, moment, paths })
  }
  const columns: TableColumn<RestorePointFile>[] = [
    { key: 'path', title: '文件', render: ({ path, kind }) => (kind === 'folder' ? `${path}/` : path) },
    { key: 'by', title: '修改人', width: '170px', render: authorOf },
    { key: 'state', title: '还原后', width: '170px', render: ({ state }) => RESTORE_POINT_FILE_STATES[state] },
    {
      key: 'since',
      title: '',
      width: '150px',
      render: ({ since }) => since && <Text className={styles.since}>之后有修改，不还原</Text>,
    },
    {
      key: 'keys',
      title: '操作',
      width: '112px',
      align: 'end',
      render: ({ path, kind }) =>
        kind === 'file' && (
          <Button size="small" aria-label={`查看差异 ${path}`} onClick={() => setDiff(path)}>
            查看差异
          </Button>
        ),
    },
  ]
  return (
    <PanelDialog
      title={`同步之前的状态 · ${time}`}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>返回</Button>
          <Button
            appearance="primary"
            icon={restore.isPending ? <Spinner size="tiny" aria-hidden /> : undefined}
            disabledFocusable={restore.isPending || chosen.size === 0}
            onClick={() => void confirmRestore()}
          >
            {chosen.size === differing.length && chosen.size > 0
              ? `全部还原（${chosen.size} 个文件）`
              : `还原选中的 ${chosen.size} 个文件`}
          </Button>
        </>
      }
    >
      <Text className={styles.still}>以下为该次同步改动、且与同步前不一致的文件</Text>
      <DataTable
        label="同步之前的文件"
        columns={columns}
        rows={differing}
        rowKey={({ path }) => path}
        rowLabel={({ path }) => path}
        selection={{
          keys: chosen,
          onChange: (keys) =>
            setDeselected(new Set(restorable.map(({ path }) => path).filter((path) => !keys.has(path)))),
        }}
        onOpen={({ path, kind }) => kind === 'file' && setDiff(path)}
        empty={<EmptyState title="没有差异" text="文件与该次同步前一致，无需还原。" />}
      />
      {diff !== null && <RestorePointDiff id={id} moment={moment} path={diff} onClose={() => setDiff(null)} />}
    </PanelDialog>
  )
}

const authorOf = ({ side, by }: RestorePointFile): string => (side === 'local' ? '本机' : by || '服务器')

function describeResult(restored: number, left: readonly { path: string; reason: string }[]): string {
  const done = `已还原 ${restored} 个文件，随后同步到服务器。`
  const [first] = left
  return first
    ? `${done}还有 ${left.length} 个未还原：“${first.path}”${first.reason}${left.length > 1 ? ' …' : ''}`
    : done
}

function RestorePointDiff({ id, moment, path, onClose }: Omit<Props, 'time'> & { path: string }) {
  const read = useRead('workspaces.momentFile', { id, moment, path }, { quiet: true })
  const sides =
    read.data &&
    ([
      { title: '该次同步之前', version: read.data.before },
      { title: '当前', version: read.data.now },
    ] as const)
  return <FileDiff path={path} sides={sides} read={read} onClose={onClose} />
}
