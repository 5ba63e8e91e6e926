import { Button, Checkbox, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState } from '#renderer/ui/feedback/States.tsx'
import { isUnknownCall } from './unknownCall.ts'
import { FileUses, USAGE_UNKNOWN } from './UsedIn.tsx'

const useStyles = makeStyles({
  danger: {
    backgroundColor: tokens.colorStatusDangerBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': { backgroundColor: tokens.colorStatusDangerBackground3Hover },
    ':hover:active': { backgroundColor: tokens.colorStatusDangerBackground3Pressed },
  },
})

interface Props {
  ids: readonly number[]
  /** Name of a single file; empty for several. */
  name: string
  /** The files of the page, for their names. */
  items: readonly LibraryItem[]
  onRemoved: () => void
  onClose: () => void
}

/**
 * Confirms the deletion of files. Used files are listed and need an extra consent; unused files can be deleted alone.
 */
export function RemoveDialog({ ids, name, items, onRemoved, onClose }: Props) {
  const styles = useStyles()
  const read = useRead('attachment.usage', { ids: [...ids] }, { quiet: true, fresh: true })
  const usage = read.isFetchedAfterMount ? read : { data: undefined, error: null, refetch: read.refetch }
  const [agreed, setAgreed] = useState(false)
  const done = { onSuccess: () => (onRemoved(), onClose()) }
  const remove = useWrite('attachment.remove', {
    ...done,
    quiet: true,
  })
  const removeUsed = useWrite('attachment.removeUsed', done)
  const unknown = usage.error !== null && isUnknownCall(usage.error)
  const uses = usage.data ?? []
  const used = new Set(uses.map(({ attachmentId }) => attachmentId))
  const free = ids.filter((id) => !used.has(id))
  const nameOf = (id: number): string => (name ? '' : (items.find((item) => item.id === id)?.oldName ?? ''))
  const busy = remove.isPending || removeUsed.isPending
  const failure = remove.error && toAppError(remove.error)
  const removeFree = (): void =>
    remove.mutate(
      free.map((id) => ({ id })),
      // The file has come into use since the uses were read.
      { onError: (error) => error.code === 'conflict' && void usage.refetch() },
    )

  return (
    <PanelDialog
      title={name ? `删除“${name}”` : `删除 ${ids.length} 个资源`}
      size="small"
      firm
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          {used.size > 0 && free.length > 0 && (
            <Button disabledFocusable={busy} onClick={() => !busy && removeFree()}>
              只删除未使用的 {free.length} 个
            </Button>
          )}
          {used.size > 0 ? (
            <Button
              appearance="primary"
              className={agreed ? styles.danger : undefined}
              disabledFocusable={!agreed || busy}
              onClick={() => agreed && !busy && removeUsed.mutate(ids.map((id) => ({ id })))}
            >
              全部删除
            </Button>
          ) : (
            <Button
              appearance="primary"
              className={usage.data || unknown ? styles.danger : undefined}
              disabledFocusable={(!usage.data && !unknown) || busy}
              onClick={() => (usage.data || unknown) && !busy && removeFree()}
            >
              确定
            </Button>
          )}
        </>
      }
    >
      {!usage.data && !usage.error && <Spinner label="正在检查使用情况…" />}
      {usage.error && !unknown && <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />}
      {unknown && <Text>{USAGE_UNKNOWN}</Text>}
      {failure && <Text role="alert">{failure.message}</Text>}
      {used.size > 0 && (
        <>
          <Text>{name ? '该资源正在被使用：' : `其中 ${used.size} 个正在被使用：`}</Text>
          <FileUses uses={uses} files={ids.length} nameOf={nameOf} />
          <Checkbox
            checked={agreed}
            onChange={(_event, data) => setAgreed(data.checked === true)}
            label="已了解以上引用处将无法显示，仍要删除"
          />
        </>
      )}
      {(usage.data || unknown) && <Text>确认删除？ 操作不可撤销！</Text>}
    </PanelDialog>
  )
}
