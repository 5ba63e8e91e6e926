import { Button, Text } from '@fluentui/react-components'
import { Suspense, useState } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { usePanes } from '#renderer/features/codeEditor/panes.ts'
import { useMergeResult } from '#renderer/features/codeEditor/useMergeResult.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import type { OpenFile } from './openFiles.ts'
import type { Editor, ServerText } from './useEditor.ts'

interface Props {
  editor: Editor
  file: OpenFile
  fontSize: number
}

/**
 * Both versions of a file that was saved elsewhere meanwhile; what was typed stays until the user decides. One dialog from
 * the loading to the decision: a second one would find nothing to give the focus back to.
 */
export function SaveConflict({ editor, file, fontSize }: Props) {
  const read = useRead('templateFile.open', { path: file.path, openFileName: file.name }, { quiet: true })
  // The cached text may be an old version, so only a fresh answer is shown.
  const server = read.isFetching ? undefined : read.data
  const [mine] = useState(() => editor.texts.read(file.key))
  const [merging, setMerging] = useState(false)
  const merged = useMergeResult(mine)
  const back = (): void => void merged.leave().then((may) => may && editor.showConflict(null))
  const choices = (version: ServerText) => (
    <>
      <Button onClick={() => setMerging(true)}>合并</Button>
      <Button onClick={() => editor.takeServers(file, version)}>用服务器</Button>
      <Button appearance="primary" onClick={() => editor.overwrite(file, mine, version.hash)}>
        用我的
      </Button>
    </>
  )
  const finish = (version: ServerText) => (
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
          {server && (merging ? finish(server) : choices(server))}
        </>
      }
    >
      {server ? (
        <Versions
          server={server}
          mine={mine}
          name={file.name}
          fontSize={fontSize}
          merging={merging}
          synced={editor.isFromSync(file, server.hash)}
          onEdit={merged.edit}
        />
      ) : read.error ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <LoadingState />
      )}
    </PanelDialog>
  )
}

interface VersionsProps {
  server: ServerText
  mine: string
  name: string
  fontSize: number
  merging: boolean
  /** It came from the synced folder of this machine. */
  synced: boolean
  onEdit: (text: string) => void
}

function Versions({ server, mine, name, fontSize, merging, synced, onEdit }: VersionsProps) {
  const { DiffPane } = usePanes()
  return (
    <>
      <Text>
        {merging
          ? '在右侧编辑合并结果：点两侧之间的箭头可以逐处采用服务器的内容，完成后保存。'
          : `打开之后，这个文件又被保存过（${synced ? '是您在本机的同步文件夹里改的，没有别人的修改' : '被别人，或您在别处'}）。您在这里的内容还没有保存，请选择保留哪一个。`}
      </Text>
      <Suspense fallback={<LoadingState />}>
        <DiffPane
          name={name}
          fontSize={fontSize}
          left={server.content}
          leftTitle="服务器上的版本"
          right={mine}
          rightTitle={merging ? '合并结果' : '我的版本'}
          {...(merging ? { onEdit } : {})}
        />
      </Suspense>
    </>
  )
}
