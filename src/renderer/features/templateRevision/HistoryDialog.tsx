import { Button, makeStyles, Spinner, Text, tokens, ToggleButton } from '@fluentui/react-components'
import { ArrowUndoRegular, HistoryRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { OutputOf } from '#shared/contract/registry.ts'
import type { TemplateRevision } from '#shared/contract/templateRevision.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { Versions } from '#renderer/features/templateDraft/FileDiff.tsx'
import { useTemplateRefresh } from '#renderer/features/templateDraft/useTemplateRefresh.ts'
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

/** A page for all versions at the largest limit. */
const ALL = { page: 1, size: 1000 }

interface Props {
  /** Path of the file, beginning with the template's folder. */
  path: string
  /** Whether the editor has unsaved changes of the file. */
  isEdited?: boolean
  /** The version that is shown first; by default the latest one before the current. */
  first?: number
  onClose: () => void
  /** Called after the file on the server was restored. */
  onRestored: () => void
  /** For a local file: gets the text of the version, instead of a restore on the server. */
  applyText?: (text: string) => void
}

/** Compares and restores versions of a template's file. */
export function HistoryDialog({ path, isEdited = false, first = 0, onClose, onRestored, applyText }: Props) {
  const styles = useStyles()
  const read = useRead('templateRevision.page', { path, ...ALL }, { quiet: true })
  useTemplateRefresh('templateRevision.page', 'templateRevision.file')
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
          text="每次保存、上传、同步或删除前的内容会保存在此处。"
        />
      )}
      {shown && (
        <div className={styles.root}>
          <div className={styles.side}>
            <VersionList versions={versions} chosen={shown.id} onChoose={setChosen} />
            <RevisionLimitLine />
          </div>
          <VersionView
            key={shown.id}
            version={shown}
            isEdited={isEdited}
            onRestored={onRestored}
            takeText={applyText}
          />
        </div>
      )}
    </PanelDialog>
  )
}

interface VersionViewProps {
  version: TemplateRevision
  isEdited: boolean
  onRestored: () => void
  takeText: ((text: string) => void) | undefined
}

/** One version beside the current or the previous one. */
function VersionView({ version, ...restoring }: VersionViewProps) {
  const styles = useStyles()
  const read = useRead('templateRevision.file', { id: version.id }, { quiet: true })
  const [comparison, setComparison] = useState<'now' | 'before'>(version.isCurrent ? 'before' : 'now')
  const { data } = read
  return (
    <section className={styles.main} aria-label={`${version.date} 的版本`}>
      <div className={styles.bar}>
        <Text>比较：</Text>
        <ToggleButton
          size="small"
          disabled={version.isCurrent}
          checked={comparison === 'now'}
          onClick={() => setComparison('now')}
        >
          与当前版本
        </ToggleButton>
        <ToggleButton size="small" checked={comparison === 'before'} onClick={() => setComparison('before')}>
          与上一版本
        </ToggleButton>
        {data && <RestoreButton version={version} shown={data} {...restoring} />}
      </div>
      {!version.isCurrent && !version.isKept && <Text>该版本的内容未保留（文件过大），无法查看或还原。</Text>}
      {read.error && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {!read.error && !data && <LoadingState />}
      {data && (
        <Versions
          path={data.path}
          left={
            comparison === 'now'
              ? { title: version.date, version: data.version }
              : { title: '上一版本', version: data.before }
          }
          right={
            comparison === 'now'
              ? { title: '当前版本', version: data.now }
              : { title: version.date, version: data.version }
          }
        />
      )}
    </section>
  )
}

interface RestoreProps extends VersionViewProps {
  shown: OutputOf<'templateRevision.file'>
}

function RestoreButton({ version, shown, isEdited, onRestored, takeText }: RestoreProps) {
  const styles = useStyles()
  const confirm = useConfirm()
  const refresh = useRefresh()
  const restore = useWrite('templateRevision.restore', { onSuccess: onRestored })
  if (version.isCurrent) return null
  const ask = async (): Promise<void> => {
    const unsaved = isEdited ? '编辑器中未保存的修改不会丢失：还原后，可在编辑器中比较两个版本再决定。' : ''
    const text = takeText
      ? `本地文件将还原为 ${version.date} 的内容并保存，随后同步到服务器。当前内容（包括未保存的修改）可在编辑器中用“撤销”（Ctrl+Z）找回。`
      : `文件将还原为 ${version.date} 的内容。当前内容会保存为历史版本，可再次还原。` + unsaved
    if (!(await confirm({ title: '还原此版本', text, confirmText: '还原' }))) return
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
      还原此版本
    </Button>
  )
}
