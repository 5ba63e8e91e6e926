import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { Suspense, useState } from 'react'
import type { OutputOf } from '#shared/contract/registry.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { usePanes } from '#renderer/features/codeEditor/panes.ts'
import { useMergeResult } from '#renderer/features/codeEditor/useMergeResult.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'

type Conflict = OutputOf<'workspaces.conflict'>
/** Places that the automatic merge left to the user. */
const MARKS = /^(<{7}|={7}|>{7}|\|{7})( |$)/m
const MARKS_LEFT = '合并结果里还有 <<<<<<< 或 >>>>>>> 标记，请先编辑好这些地方'

type Choice = 'local' | 'remote' | 'merge'

const useStyles = makeStyles({
  sides: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: tokens.spacingHorizontalL },
})

/** Both versions of a file side by side: 用本地, 用服务器, or 合并 with an editable result. */
export function ConflictDialog({ id, path, onClose }: { id: string; path: string; onClose: () => void }) {
  const read = useRead('workspaces.conflict', { id, path }, { quiet: true })
  // Keyed by both hashes: when a side changes, the dialog starts anew, so that the decision is about what is shown.
  const shown = read.data
  if (shown) {
    const versions = `${shown.local.sha256} ${shown.remote.sha256}`
    return <Versions key={versions} id={id} conflict={shown} onClose={onClose} />
  }
  return (
    <PanelDialog title={`冲突：${path}`} size="full" firm onClose={onClose}>
      {read.error ? <ErrorState error={read.error} onRetry={() => void read.refetch()} /> : <LoadingState />}
    </PanelDialog>
  )
}

function Versions({ id, conflict, onClose }: { id: string; conflict: Conflict; onClose: () => void }) {
  const { path, local, remote, merged } = conflict
  const [merging, setMerging] = useState(false)
  const result = useMergeResult(merged?.text ?? '')
  const resolve = useWrite('workspaces.resolve', { success: '冲突已解决', onSuccess: onClose })
  const toast = useToast()
  const decide = (choice: Choice): void => {
    if (choice === 'merge' && MARKS.test(result.read())) return toast.warning(MARKS_LEFT)
    const text = choice === 'merge' ? { text: result.read() } : {}
    resolve.mutate({ id, path, choice, localSha256: local.sha256, remoteSha256: remote.sha256, ...text })
  }
  const leave = (then: () => void): void => void result.leave().then((may) => may && then())
  const busy = resolve.isPending
  return (
    <PanelDialog
      title={`冲突：${path}`}
      size="full"
      firm
      onClose={() => leave(onClose)}
      footer={
        merging ? (
          <>
            <Button onClick={() => leave(() => setMerging(false))}>返回</Button>
            <Button appearance="primary" disabledFocusable={busy} onClick={() => decide('merge')}>
              用合并结果
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>以后再说</Button>
            {merged && <Button onClick={() => setMerging(true)}>合并</Button>}
            <Button disabledFocusable={busy} onClick={() => decide('remote')}>
              用服务器
            </Button>
            <Button appearance="primary" disabledFocusable={busy} onClick={() => decide('local')}>
              用本地
            </Button>
          </>
        )
      }
    >
      <Comparison conflict={conflict} merging={merging} onEdit={result.edit} />
    </PanelDialog>
  )
}

interface ComparisonProps {
  conflict: Conflict
  merging: boolean
  onEdit: (text: string) => void
}

function Comparison({ conflict: { path, local, remote, merged }, merging, onEdit }: ComparisonProps) {
  const styles = useStyles()
  const { DiffPane } = usePanes()
  const fontSize = useRead('settings.get', {}, { quiet: true }).data?.editorFontSize ?? 16
  if (local.text === null || remote.text === null) {
    return (
      <>
        <Text>这个文件不能并排显示内容，请选择保留哪一边；另一边会先保存到回收站。</Text>
        <div className={styles.sides}>
          <SideCard title="本地" side={local} />
          <SideCard title="服务器" side={remote} />
        </div>
      </>
    )
  }
  const editing = merging && merged
  return (
    <>
      <Text>{editing ? mergeWords(merged.clean) : bothWords(remote.author)}</Text>
      <Suspense fallback={<LoadingState />}>
        {editing ? (
          <DiffPane
            key="merge"
            name={path}
            fontSize={fontSize}
            left={remote.text}
            leftTitle="服务器"
            right={merged.text}
            rightTitle="合并结果（可以编辑）"
            onEdit={onEdit}
          />
        ) : (
          <DiffPane
            key="sides"
            name={path}
            fontSize={fontSize}
            left={local.text}
            leftTitle="本地"
            right={remote.text}
            rightTitle="服务器"
          />
        )}
      </Suspense>
    </>
  )
}

const bothWords = (author: string): string =>
  `两边都修改了这个文件${author ? `，服务器上的由${author}修改` : ''}。没有被选中的版本会先保存到回收站。`

const mergeWords = (clean: boolean): string =>
  clean
    ? '两边的修改已自动合并，没有相互冲突的地方。请检查右侧的结果。'
    : '两边改到了同一处，用 <<<<<<< 和 >>>>>>> 标出。请在右侧编辑成想要的内容。'

/** One side of a conflict whose content can't be shown. */
function SideCard({ title, side }: { title: string; side: OutputOf<'workspaces.conflict'>['local'] }) {
  const facts = side.exists
    ? [
        { name: '大小', value: formatBytes(side.size) },
        { name: '修改时间', value: side.updateTime },
        ...(side.author ? [{ name: '修改人', value: side.author }] : []),
        { name: 'SHA-256', value: side.sha256.slice(0, 16) },
      ]
    : [{ name: '状态', value: '已删除' }]
  return (
    <Card title={title}>
      <Facts facts={facts} />
    </Card>
  )
}
