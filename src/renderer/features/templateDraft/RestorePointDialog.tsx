import { Button, makeStyles, MessageBar, MessageBarBody, Spinner, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { RestorePointFile } from '#shared/contract/templateDraft.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { LoadingDialog } from '#renderer/ui/dialogs/LoadingDialog.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { RowKey, TableColumn } from '#renderer/ui/table/types.ts'
import { FileDiff } from './FileDiff.tsx'
import { RESTORE_POINT_FILE_STATES, RESTORE_POINT_KINDS } from './restorePointLabels.ts'
import { useTemplateRefresh } from './useTemplateRefresh.ts'

const useStyles = makeStyles({
  since: { color: tokens.colorPaletteDarkOrangeForeground1 },
  still: { flexShrink: 0 },
})

interface Props {
  id: number
  onClose: () => void
  /** Called after files were restored. */
  onDone: () => void
}

/** Compares a restore point of a template with the current files and restores all or some of them. */
export function RestorePointDialog({ id, onClose, onDone }: Props) {
  const read = useRead('templateMoment.files', { id }, { quiet: true })
  useTemplateRefresh('templateMoment.files', 'templateMoment.file')
  // The key resets the selection when a file changes meanwhile, because the selection belongs to the shown files.
  if (read.data)
    return (
      <Moment
        key={read.data.signature}
        restorePoint={read.data}
        onClose={onClose}
        onDone={onDone}
        onStale={() => void read.refetch()}
      />
    )
  return (
    <LoadingDialog title="历史" size="large" onClose={onClose} error={read.error} onRetry={() => void read.refetch()} />
  )
}

interface MomentProps {
  restorePoint: OutputOf<'templateMoment.files'>
  onClose: () => void
  onDone: () => void
  onStale: () => void
}

function Moment({ restorePoint: { moment, files, signature }, onClose, onDone, onStale }: MomentProps) {
  const styles = useStyles()
  const confirm = useConfirm()
  const isUndo = moment.kind === 'publish'
  const differing = files.filter(({ state, touched }) => state !== 'same' && (touched || !isUndo))
  const others = isUndo ? files.filter(({ state, touched }) => state !== 'same' && !touched).length : 0
  // Files that were changed since are not restored unless the user selects them.
  const [chosen, setChosen] = useState<ReadonlySet<RowKey>>(
    () => new Set(differing.filter(({ since }) => !since).map(({ path }) => path)),
  )
  const [diff, setDiff] = useState<string | null>(null)
  const restore = useWrite('templateMoment.restore', {
    success: isUndo ? '已撤销发布' : '已还原',
    onSuccess: onDone,
  })
  const since = differing.filter((file) => file.since)
  const restoreChosen = async (): Promise<void> => {
    const paths = differing.filter(({ path }) => chosen.has(path)).map(({ path }) => path)
    const question = {
      title: isUndo ? '撤销发布' : '还原',
      text: `${paths.length} 个文件将还原到 ${moment.date} 的版本。当前版本也会保存在“历史”中。`,
      confirmText: isUndo ? '撤销' : '还原',
    }
    if (!(await confirm(question))) return
    restore.mutate(
      { id: moment.id, signature, paths, undo: isUndo },
      { onError: (error) => error.code === 'conflict' && onStale() },
    )
  }
  const columns: TableColumn<RestorePointFile>[] = [
    { key: 'path', title: '文件', render: ({ path, kind }) => (kind === 'folder' ? `${path}/` : path) },
    { key: 'state', title: '还原后', width: '190px', render: ({ state }) => RESTORE_POINT_FILE_STATES[state] },
    {
      key: 'since',
      title: '',
      width: '150px',
      render: (file) => file.since && <Text className={styles.since}>发布后有修改</Text>,
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
      title={`${isUndo ? '撤销发布' : RESTORE_POINT_KINDS[moment.kind]} · ${moment.date} · ${moment.by}`}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>返回</Button>
          <Button
            appearance="primary"
            icon={restore.isPending ? <Spinner size="tiny" aria-hidden /> : undefined}
            disabledFocusable={restore.isPending || chosen.size === 0}
            onClick={() => void restoreChosen()}
          >
            {isUndo ? `撤销发布（${chosen.size} 处）` : `还原选中的 ${chosen.size} 个文件`}
          </Button>
        </>
      }
    >
      <Text className={styles.still}>
        {isUndo
          ? '以下是该次发布更改的文件。撤销后，线上模板还原到发布前的版本，这些更改仍保留在草稿中，可再次发布。'
          : `当时共有 ${moment.files} 个文件，以下文件与现在不同。`}
      </Text>
      {since.length > 0 && (
        <MessageBar className={styles.still} intent="warning" layout="multiline">
          <MessageBarBody>
            {`有 ${since.length} 个文件在发布后有修改，默认不选中：选中后将还原为发布前的内容，之后的修改仅保留在“历史”中。`}
          </MessageBarBody>
        </MessageBar>
      )}
      {others > 0 && <Text className={styles.still}>{`另有 ${others} 个文件在此之后由其他操作修改，不受影响。`}</Text>}
      <DataTable
        label="当时的文件"
        columns={columns}
        rows={differing}
        rowKey={({ path }) => path}
        rowLabel={({ path }) => path}
        selection={{ keys: chosen, onChange: setChosen }}
        onOpen={({ path, kind }) => kind === 'file' && setDiff(path)}
        empty={<EmptyState title="与现在一致" text="当时的文件与现在一致，无需还原。" />}
      />
      {diff !== null && <MomentDiff id={moment.id} path={diff} onClose={() => setDiff(null)} />}
    </PanelDialog>
  )
}

function MomentDiff({ id, path, onClose }: { id: number; path: string; onClose: () => void }) {
  const read = useRead('templateMoment.file', { id, path }, { quiet: true })
  const sides =
    read.data &&
    ([
      { title: '当时', version: read.data.before },
      { title: '现在', version: read.data.now },
    ] as const)
  return <FileDiff path={path} sides={sides} read={read} onClose={onClose} />
}
