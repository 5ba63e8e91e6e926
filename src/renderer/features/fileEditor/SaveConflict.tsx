import { Button, Text } from '@fluentui/react-components'
import { Suspense, useCallback, useEffect, useState } from 'react'
import type { AppError } from '#shared/errors/index.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { usePanes } from '#renderer/features/codeEditor/panes.ts'
import { useMergeResult } from '#renderer/features/codeEditor/useMergeResult.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import type { OpenFile } from './openFiles.ts'
import type { SourceWords, StoredText } from './source.ts'
import type { Editor } from './useEditor.ts'

interface Props {
  editor: Editor
  file: OpenFile
  fontSize: number
}

/**
 * Both versions of a file that was saved elsewhere meanwhile; the typed text stays until the user decides. One dialog
 * serves loading and decision: a second dialog could not return the focus.
 */
export function SaveConflict({ editor, file, fontSize }: Props) {
  const { stored, error, retry } = useStored(editor, file)
  const [mine] = useState(() => editor.texts.read(file.key))
  const [merging, setMerging] = useState(false)
  const merged = useMergeResult(mine)
  const back = (): void => void merged.leave().then((canLeave) => canLeave && editor.showConflict(null))
  const choices = (version: StoredText) => (
    <>
      <Button onClick={() => setMerging(true)}>合并</Button>
      <Button onClick={() => editor.acceptTheirs(file, version)}>{editor.words.acceptTheirs}</Button>
      <Button appearance="primary" onClick={() => editor.overwrite(file, mine, version.hash)}>
        使用我的版本
      </Button>
    </>
  )
  const finish = (version: StoredText) => (
    <Button appearance="primary" onClick={() => editor.overwrite(file, merged.read(), version.hash)}>
      保存合并结果
    </Button>
  )
  return (
    <PanelDialog
      title={`保存冲突：${file.name}`}
      size="full"
      firm
      onClose={back}
      footer={
        <>
          <Button onClick={back}>返回编辑</Button>
          {stored && (merging ? finish(stored) : choices(stored))}
        </>
      }
    >
      {stored ? (
        <Versions
          words={editor.words}
          stored={stored}
          mine={mine}
          name={file.name}
          fontSize={fontSize}
          merging={merging}
          synced={editor.isFromSync(file, stored.hash)}
          onEdit={merged.edit}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <LoadingState />
      )}
    </PanelDialog>
  )
}

/** Reads the version that is stored now; the version that was read before may be outdated. */
function useStored({ read }: Editor, file: OpenFile) {
  const [location] = useState(file)
  const [answer, setAnswer] = useState<{ stored?: StoredText; error?: AppError }>({})
  const load = useCallback(() => {
    read(location).then(
      (stored) => setAnswer({ stored }),
      (error: unknown) => setAnswer({ error: toAppError(error) }),
    )
  }, [read, location])
  useEffect(() => {
    load()
  }, [load])
  const retry = (): void => {
    setAnswer({})
    load()
  }
  return { ...answer, retry }
}

interface VersionsProps {
  words: SourceWords
  stored: StoredText
  mine: string
  name: string
  fontSize: number
  merging: boolean
  /** Whether the stored version came from the synced folder of this machine. */
  synced: boolean
  onEdit: (text: string) => void
}

function Versions({ words, stored, mine, name, fontSize, merging, synced, onEdit }: VersionsProps) {
  const { DiffPane } = usePanes()
  return (
    <>
      <Text>{merging ? words.mergeHint : words.conflict(synced)}</Text>
      <Suspense fallback={<LoadingState />}>
        <DiffPane
          name={name}
          fontSize={fontSize}
          left={stored.content}
          leftTitle={words.theirs}
          right={mine}
          rightTitle={merging ? '合并结果' : '我的版本'}
          {...(merging ? { onEdit } : {})}
        />
      </Suspense>
    </>
  )
}
