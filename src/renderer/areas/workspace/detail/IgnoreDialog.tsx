import { Button, Link, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import type { OutputOf } from '#shared/contract/registry.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { CodeInput } from '#renderer/features/codeEditor/CodeInput.tsx'
import { LoadingDialog } from '#renderer/ui/dialogs/LoadingDialog.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useConfirmDiscard } from '#renderer/ui/dialogs/useConfirmDiscard.ts'
import { ErrorState } from '#renderer/ui/feedback/States.tsx'
import { useUnsaved } from '#renderer/ui/page/unsaved.ts'

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
    gap: tokens.spacingHorizontalL,
    flex: '1 1 auto',
    minHeight: 0,
  },
  side: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minHeight: 0, overflow: 'auto' },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
  still: { flexShrink: 0 },
})

interface Props {
  id: string
  onClose: () => void
}

/** 忽略规则: the workspace's ignore file, beside a preview of the files that the typed rules exclude or include again. */
export function IgnoreDialog({ id, onClose }: Props) {
  const read = useRead('workspaces.ignoreFile', { id }, { quiet: true })
  // The file is read once. Saving reports changes that others have made in the meantime.
  const [file, setFile] = useState<OutputOf<'workspaces.ignoreFile'> | null>(null)
  if (!file && read.data && !read.isFetching) setFile(read.data)
  if (file) return <Rules id={id} file={file} onClose={onClose} />
  return (
    <LoadingDialog
      title="忽略规则"
      size="large"
      onClose={onClose}
      error={read.error}
      onRetry={() => void read.refetch()}
    />
  )
}

/** Debounce of the preview, ms. */
const DEBOUNCE_MS = 300

function Rules({ id, file, onClose }: Props & { file: OutputOf<'workspaces.ignoreFile'> }) {
  const styles = useStyles()
  const [text, setText] = useState(file.text)
  const [debounced, setDebounced] = useState(file.text)
  const [always, setAlways] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const preview = useRead('workspaces.previewIgnores', { id, text: debounced }, { quiet: true, keepPrevious: true })
  const save = useWrite('workspaces.saveIgnoreFile', { success: '已保存忽略规则', onSuccess: onClose })
  const changed = text !== file.text
  useUnsaved('ignores', '忽略规则', changed)
  const confirmDiscard = useConfirmDiscard()
  const close = async (): Promise<void> => {
    if (await confirmDiscard(changed ? ['忽略规则'] : [])) onClose()
  }
  return (
    <PanelDialog
      title="忽略规则"
      size="large"
      firm
      onClose={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>取消</Button>
          <Button
            appearance="primary"
            icon={save.isPending ? <Spinner size="tiny" aria-hidden /> : undefined}
            disabledFocusable={save.isPending || !changed}
            onClick={() => save.mutate({ id, text, hash: file.hash })}
          >
            保存
          </Button>
        </>
      }
    >
      <Text className={styles.still}>
        每行一条，格式与 .gitignore 相同：* 是任意字符，以 / 结尾是文件夹，以 !
        开头是例外。被忽略的文件不再同步，两边都不会删除。
      </Text>
      <div className={styles.columns}>
        <div className={styles.side}>
          <CodeInput label="忽略规则" value={text} onChange={setText} language="plaintext" height="100%" autoFocus />
        </div>
        <div className={styles.side} role="status" aria-label="预览">
          {preview.error && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
          {preview.data && (
            <>
              <Paths title="不再同步" emptyText="没有文件受影响" files={preview.data.leftOut} />
              <Paths title="恢复同步" emptyText="" files={preview.data.takenUp} />
            </>
          )}
          <Link as="button" onClick={() => setAlways(!always)}>
            {always ? '收起' : '查看始终忽略的文件'}
          </Link>
          {always && <Text className={styles.quiet}>{file.always.join('  ')}</Text>}
        </div>
      </div>
    </PanelDialog>
  )
}

interface PathsProps {
  title: string
  emptyText: string
  files: { count: number; paths: readonly string[] }
}

function Paths({ title, emptyText, files: { count, paths } }: PathsProps) {
  const styles = useStyles()
  if (count === 0) return emptyText === '' ? null : <Text>{emptyText}</Text>
  return (
    <>
      <Text weight="semibold">{`${title}（${count}）`}</Text>
      <ul className={styles.list}>
        {paths.map((path) => (
          <li key={path}>{path}</li>
        ))}
        {count > paths.length && <li>{`还有 ${count - paths.length} 个`}</li>}
      </ul>
    </>
  )
}
