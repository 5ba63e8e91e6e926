import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { OutputOf } from '#shared/contract/registry.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FileDiff } from '#renderer/features/templateDraft/FileDiff.tsx'
import { MOMENT_FILE_STATES } from '#renderer/features/templateDraft/momentLabels.ts'
import { LoadingDialog } from '#renderer/ui/dialogs/LoadingDialog.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useAlert, useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { RowKey, TableColumn } from '#renderer/ui/table/types.ts'

type MomentFile = OutputOf<'workspaces.momentFiles'>[number]

const useStyles = makeStyles({
  since: { color: tokens.colorPaletteDarkOrangeForeground1 },
  still: { flexShrink: 0 },
})

interface Props {
  /** The workspace's. */
  id: string
  moment: string
  /** Of the moment, for showing. */
  time: string
  onClose: () => void
}

/** The state before one sync beside what is in the folder now: file by file, put back whole or in part. */
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

function Files({ id, moment, time, files, onClose }: Props & { files: readonly MomentFile[] }) {
  const styles = useStyles()
  const confirm = useConfirm()
  const alert = useAlert()
  const differing = files.filter(({ state }) => state !== 'same')
  // What was changed again since stays as it is: it could not be put back without losing that.
  const [left, setLeft] = useState<ReadonlySet<RowKey>>(new Set())
  const free = differing.filter(({ since }) => !since)
  const chosen = new Set<RowKey>(free.filter(({ path }) => !left.has(path)).map(({ path }) => path))
  const [diff, setDiff] = useState<string | null>(null)
  const put = useWrite('workspaces.putBack', {
    success: false,
    onSuccess: ({ data: { restored, left: kept } }) => {
      onClose()
      void alert({ title: '放回', text: saidOf(restored, kept) })
    },
  })
  const ask = async (): Promise<void> => {
    const paths = free.filter(({ path }) => chosen.has(path)).map(({ path }) => path)
    const text = `${paths.length} 个文件会回到 ${time} 那次同步之前的样子，然后同步到服务器。现在的样子先保存在回收站和历史里。`
    if (await confirm({ title: '放回', text, confirmText: '放回' })) put.mutate({ id, moment, paths })
  }
  const columns: TableColumn<MomentFile>[] = [
    { key: 'path', title: '文件', render: ({ path, kind }) => (kind === 'folder' ? `${path}/` : path) },
    { key: 'by', title: '谁的修改', width: '170px', render: whoOf },
    { key: 'state', title: '还原后', width: '170px', render: ({ state }) => MOMENT_FILE_STATES[state] },
    {
      key: 'since',
      title: '',
      width: '150px',
      render: ({ since }) => since && <Text className={styles.since}>之后又改过，不动它</Text>,
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
            icon={put.isPending ? <Spinner size="tiny" aria-hidden /> : undefined}
            disabledFocusable={put.isPending || chosen.size === 0}
            onClick={() => void ask()}
          >
            {chosen.size === differing.length && chosen.size > 0
              ? `全部放回（${chosen.size} 个文件）`
              : `还原选中的 ${chosen.size} 个文件`}
          </Button>
        </>
      }
    >
      <Text className={styles.still}>下面是那次同步改动、并且现在和那之前不同的文件。</Text>
      <DataTable
        label="当时的文件"
        columns={columns}
        rows={differing}
        rowKey={({ path }) => path}
        rowLabel={({ path }) => path}
        selection={{
          keys: chosen,
          onChange: (keys) => setLeft(new Set(free.map(({ path }) => path).filter((path) => !keys.has(path)))),
        }}
        onOpen={({ path, kind }) => kind === 'file' && setDiff(path)}
        empty={<EmptyState title="与现在一致" text="那次同步之前的文件和现在没有不同，不需要放回。" />}
      />
      {diff !== null && <MomentDiff id={id} moment={moment} path={diff} onClose={() => setDiff(null)} />}
    </PanelDialog>
  )
}

const whoOf = ({ side, by }: MomentFile): string => (side === 'local' ? '这台电脑' : by || '服务器')

function saidOf(restored: number, left: readonly { path: string; reason: string }[]): string {
  const done = `已放回 ${restored} 个文件，接下来会同步到服务器。`
  const [first] = left
  return first
    ? `${done}还有 ${left.length} 个没有放回：“${first.path}”${first.reason}${left.length > 1 ? ' …' : ''}`
    : done
}

function MomentDiff({ id, moment, path, onClose }: Omit<Props, 'time'> & { path: string }) {
  const read = useRead('workspaces.momentFile', { id, moment, path }, { quiet: true })
  const sides =
    read.data &&
    ([
      { title: '那次同步之前', version: read.data.before },
      { title: '现在', version: read.data.now },
    ] as const)
  return <FileDiff path={path} sides={sides} read={read} onClose={onClose} />
}
