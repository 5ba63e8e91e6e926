import { Button, makeStyles, Spinner, Text, tokens, ToggleButton } from '@fluentui/react-components'
import { ArrowUndoRegular, HistoryRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { OutputOf } from '#shared/contract/registry.ts'
import type { TemplateRevision } from '#shared/contract/templateRevision.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { Versions } from '#renderer/features/templateDraft/FileDiff.tsx'
import { useFresh } from '#renderer/features/templateDraft/useFresh.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { RevisionLimitLine } from './RevisionLimitLine.tsx'
import { isVersion, VersionList } from './VersionList.tsx'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: '300px minmax(0, 1fr)',
    gap: tokens.spacingHorizontalM,
    flex: '1 1 auto',
    minHeight: 0,
  },
  side: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minHeight: 0 },
  main: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minHeight: 0, minWidth: 0 },
  bar: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, flexShrink: 0 },
  end: { marginInlineStart: 'auto' },
})

/** As many as the largest limit keeps. */
const ALL = { page: 1, size: 1000 }

interface Props {
  /** With the template's folder first. */
  path: string
  /** The editor has changes of the file that are not saved. */
  isEdited?: boolean
  /** The version that is shown first; else the latest one before what stands there. */
  first?: number
  onClose: () => void
  /** The file has another content on the server now. */
  onRestored: () => void
  /** A file of this computer: takes the text of the version in place of the server. */
  takeText?: (text: string) => void
}

/** Versions of a template's file: looked at beside others, and put back. */
export function HistoryDialog({ path, isEdited = false, first = 0, onClose, onRestored, takeText }: Props) {
  const styles = useStyles()
  const read = useRead('templateRevision.page', { path, ...ALL }, { quiet: true })
  useFresh('templateRevision.page', 'templateRevision.file')
  const [chosen, setChosen] = useState(first)
  const versions = read.data?.content ?? []
  const shown =
    versions.find(({ id }) => id === chosen) ??
    versions.find((version) => isVersion(version) && !version.isCurrent) ??
    versions.find(isVersion)
  return (
    <PanelDialog title={`历史版本 · ${path}`} size="full" onClose={onClose}>
      {read.error && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {!read.error && !read.data && <LoadingState />}
      {read.data && !shown && (
        <EmptyState
          icon={HistoryRegular}
          title="还没有历史版本"
          text="每次保存、上传、同步或删除之前的内容会保存在这里。"
        />
      )}
      {shown && (
        <div className={styles.root}>
          <div className={styles.side}>
            <VersionList versions={versions} chosen={shown.id} onChoose={setChosen} />
            <RevisionLimitLine />
          </div>
          <Shown key={shown.id} version={shown} isEdited={isEdited} onRestored={onRestored} takeText={takeText} />
        </div>
      )}
    </PanelDialog>
  )
}

interface ShownProps {
  version: TemplateRevision
  isEdited: boolean
  onRestored: () => void
  takeText: ((text: string) => void) | undefined
}

/** One version beside what stands there now, or beside the one before it. */
function Shown({ version, ...restoring }: ShownProps) {
  const styles = useStyles()
  const read = useRead('templateRevision.file', { id: version.id }, { quiet: true })
  const [against, setAgainst] = useState<'now' | 'before'>(version.isCurrent ? 'before' : 'now')
  const { data } = read
  return (
    <section className={styles.main} aria-label={`${version.date} 的版本`}>
      <div className={styles.bar}>
        <Text>比较：</Text>
        <ToggleButton
          size="small"
          disabled={version.isCurrent}
          checked={against === 'now'}
          onClick={() => setAgainst('now')}
        >
          与当前版本
        </ToggleButton>
        <ToggleButton size="small" checked={against === 'before'} onClick={() => setAgainst('before')}>
          与上一版本
        </ToggleButton>
        {data && <RestoreButton version={version} shown={data} {...restoring} />}
      </div>
      {!version.isCurrent && !version.isKept && <Text>这个版本的内容没有保留（文件太大），不能查看或恢复。</Text>}
      {read.error && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {!read.error && !data && <LoadingState />}
      {data && (
        <Versions
          path={data.path}
          left={
            against === 'now'
              ? { title: version.date, version: data.version }
              : { title: '上一版本', version: data.before }
          }
          right={
            against === 'now'
              ? { title: '当前版本', version: data.now }
              : { title: version.date, version: data.version }
          }
        />
      )}
    </section>
  )
}

interface RestoreProps extends ShownProps {
  shown: OutputOf<'templateRevision.file'>
}

function RestoreButton({ version, shown, isEdited, onRestored, takeText }: RestoreProps) {
  const styles = useStyles()
  const confirm = useConfirm()
  const refresh = useRefresh()
  const restore = useWrite('templateRevision.restore', { onSuccess: onRestored })
  if (version.isCurrent) return null
  const ask = async (): Promise<void> => {
    const unsaved = isEdited ? '编辑器里还有没保存的修改，不会丢失：恢复之后，编辑器会让您比较两边再决定。' : ''
    const text = takeText
      ? `本地文件会恢复成 ${version.date} 的内容并保存，接下来会同步到服务器。现在的内容（包括没保存的修改）可以在编辑器里用“撤销”（Ctrl+Z）找回。`
      : `文件会恢复成 ${version.date} 的内容。现在的内容也会保存为一个历史版本，可以再恢复回来。` + unsaved
    if (!(await confirm({ title: '恢复此版本', text, confirmText: '恢复' }))) return
    if (takeText) takeText(shown.version.text ?? '')
    else
      restore.mutate(
        { id: version.id, expected: shown.hash },
        { onError: ({ code }) => code === 'conflict' && refresh('templateRevision.page', 'templateRevision.file') },
      )
  }
  return (
    <Button
      className={styles.end}
      appearance="primary"
      icon={restore.isPending ? <Spinner size="tiny" aria-hidden /> : <ArrowUndoRegular />}
      disabledFocusable={!version.isKept || restore.isPending || (takeText && shown.version.text === null)}
      onClick={() => void ask()}
    >
      恢复此版本
    </Button>
  )
}
