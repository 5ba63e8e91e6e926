import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { OutputOf } from '#shared/contract/registry.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { hasMarks } from '#renderer/features/codeEditor/conflictMarks.ts'
import { useMergeResult } from '#renderer/features/codeEditor/useMergeResult.ts'
import { LoadingDialog } from '#renderer/ui/dialogs/LoadingDialog.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { MergeEditor } from './MergeEditor.tsx'

type Conflict = OutputOf<'workspaces.conflict'>
type Side = Conflict['local']
type Choice = 'local' | 'remote' | 'both' | 'merge'

const MARKS_REMAIN_TEXT = '合并结果中还有 <<<<<<< 或 >>>>>>> 标记，请先处理'
const DONE_TEXTS: Record<Choice, string> = {
  local: '冲突已解决，用本地的版本',
  remote: '冲突已解决，用服务器的版本',
  both: '冲突已解决，两份都保留',
  merge: '冲突已解决，用合并结果',
}

const useStyles = makeStyles({
  who: { flexShrink: 0 },
  sides: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: tokens.spacingHorizontalL,
    minHeight: 0,
    overflow: 'auto',
  },
  // The same background for both versions of an image, also where they are transparent.
  picture: {
    display: 'block',
    maxWidth: '100%',
    maxHeight: '46vh',
    objectFit: 'contain',
    marginBottom: tokens.spacingVerticalM,
    backgroundColor: tokens.colorNeutralBackground3,
  },
})

/**
 * A file that changed on both sides: the base version, the local version and the server's side by side, and the
 * result, which begins with the automatic merge. 用本地 / 用服务器 / 保留两份 / 保存合并结果.
 */
export function ConflictDialog({ id, path, onClose }: { id: string; path: string; onClose: () => void }) {
  const read = useRead('workspaces.conflict', { id, path }, { quiet: true })
  // Keyed by both hashes: a change of a side recreates the dialog, so that the decision is about the shown versions.
  const shown = read.data
  if (shown) {
    const versions = `${shown.local.sha256} ${shown.remote.sha256}`
    return <Versions key={versions} id={id} conflict={shown} onClose={onClose} />
  }
  return (
    <LoadingDialog
      title={`冲突：${path}`}
      size="full"
      firm
      onClose={onClose}
      error={read.error}
      onRetry={() => void read.refetch()}
    />
  )
}

function Versions({ id, conflict, onClose }: { id: string; conflict: Conflict; onClose: () => void }) {
  const styles = useStyles()
  const { path, local, remote, merged } = conflict
  const result = useMergeResult(merged?.text ?? '')
  const resolve = useWrite('workspaces.resolve', { success: false, onSuccess: onClose })
  const [pendingChoice, setAsked] = useState<Choice | null>(null)
  const toast = useToast()
  const decide = (choice: Choice): void => {
    if (choice === 'merge' && hasMarks(result.read())) return toast.warning(MARKS_REMAIN_TEXT)
    const text = choice === 'merge' ? { text: result.read() } : {}
    const seen = { localSha256: local.sha256, remoteSha256: remote.sha256 }
    setAsked(choice)
    resolve.mutate({ id, path, choice, ...seen, ...text }, { onSuccess: () => toast.success(DONE_TEXTS[choice]) })
  }
  /** Asks before edits of the merge result are discarded. */
  const runUnlessEdited = (then: () => void): void => void result.leave().then((may) => may && then())
  const busy = resolve.isPending && pendingChoice !== null
  return (
    <PanelDialog
      title={`冲突：${path}`}
      size="full"
      firm
      onClose={() => runUnlessEdited(onClose)}
      footer={
        <>
          <Button onClick={() => runUnlessEdited(onClose)}>以后再说</Button>
          <Button disabledFocusable={busy} onClick={() => runUnlessEdited(() => decide('both'))}>
            保留两份
          </Button>
          <Button disabledFocusable={busy} onClick={() => runUnlessEdited(() => decide('remote'))}>
            用服务器
          </Button>
          <Button
            appearance={merged ? 'secondary' : 'primary'}
            disabledFocusable={busy}
            onClick={() => runUnlessEdited(() => decide('local'))}
          >
            用本地
          </Button>
          {merged && (
            <Button appearance="primary" disabledFocusable={busy} onClick={() => decide('merge')}>
              保存合并结果
            </Button>
          )}
        </>
      }
    >
      <Text className={styles.who}>{describeAuthors(conflict)}</Text>
      {merged && local.text !== null && remote.text !== null ? (
        <MergeEditor
          path={path}
          base={conflict.base}
          local={local.text}
          remote={remote.text}
          merged={merged}
          onEdit={result.edit}
        />
      ) : (
        <>
          <Text>该文件不是文本，请选择要保留的版本；另一个版本先保存到回收站。</Text>
          <div className={styles.sides}>
            <SideCard title="本地" side={local} />
            <SideCard title="服务器" side={remote} />
          </div>
        </>
      )}
    </PanelDialog>
  )
}

const formatSideTime = ({ updateTime }: Side): string => {
  const time = Date.parse(updateTime)
  return Number.isNaN(time) ? updateTime : formatDateTime(time)
}

/** Who changed each side, and when. */
function describeAuthors({ local, remote }: Conflict): string {
  const words = (side: Side, unknown: string): string =>
    [`由${side.author || unknown}`, formatSideTime(side) && ` 在 ${formatSideTime(side)} `, '修改']
      .filter(Boolean)
      .join('')
  return `本地：${words(local, '本机')}。服务器：${words(remote, '其他人或另一台电脑')}。未选中的版本先保存到回收站。`
}

/** One side of a conflict in a file that is not text. */
function SideCard({ title, side }: { title: string; side: Side }) {
  const styles = useStyles()
  const facts = side.exists
    ? [
        { name: '大小', value: formatBytes(side.size) },
        { name: '修改时间', value: formatSideTime(side) },
        ...(side.author ? [{ name: '修改人', value: side.author }] : []),
        { name: 'SHA-256', value: side.sha256.slice(0, 16) },
      ]
    : [{ name: '状态', value: '已删除' }]
  return (
    <Card title={title}>
      {side.picture && <img className={styles.picture} src={side.picture} alt={`${title}的图片`} />}
      <Facts facts={facts} />
    </Card>
  )
}
