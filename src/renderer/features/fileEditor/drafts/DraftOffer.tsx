import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import { Suspense, useState } from 'react'
import { usePanes } from '#renderer/features/codeEditor/panes.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { LoadingState } from '#renderer/ui/feedback/States.tsx'
import type { Editor } from '../useEditor.ts'
import type { FileDraft } from './fileDraft.ts'

const useStyles = makeStyles({ root: { flexShrink: 0 } })

/** Offers to restore, compare or discard the newest draft of the active file. */
export function DraftOffer({ editor, fontSize }: { editor: Editor; fontSize: number }) {
  const styles = useStyles()
  const [comparing, setComparing] = useState(false)
  const file = editor.current
  const drafts = file ? (editor.drafts.offers.get(file.key) ?? []) : []
  const [draft] = drafts
  if (!file || !draft) return null
  const end = (act: () => void) => () => {
    setComparing(false)
    act()
  }
  const restore = end(() => editor.restore(file, draft))
  const discard = end(() => editor.drafts.actions.discard(file.key, draft))
  return (
    <>
      <MessageBar className={styles.root} layout="multiline">
        <MessageBarBody>
          <MessageBarTitle>有未保存的内容</MessageBarTitle>
          {`您在 ${draft.savedAt} 编辑的内容未保存，已暂存在本机。是否恢复？`}
          {draft.hash !== file.hash && editor.words.draftIsOlder}
          {drafts.length > 1 && `另有 ${drafts.length - 1} 份未保存的内容，将依次询问。`}
        </MessageBarBody>
        <MessageBarActions>
          <Button onClick={restore}>恢复</Button>
          <Button onClick={() => setComparing(true)}>比较</Button>
          <Button onClick={discard}>放弃</Button>
        </MessageBarActions>
      </MessageBar>
      {comparing && (
        <DraftCompare
          name={file.name}
          text={editor.texts.read(file.key)}
          draft={draft}
          fontSize={fontSize}
          onRestore={restore}
          onDiscard={discard}
          onClose={() => setComparing(false)}
        />
      )}
    </>
  )
}

interface DraftCompareProps {
  name: string
  /** The text in the editor. */
  text: string
  draft: FileDraft
  /** px */
  fontSize: number
  onRestore: () => void
  onDiscard: () => void
  onClose: () => void
}

/** Compares the open text of a file with a draft. */
function DraftCompare({ name, text, draft, fontSize, onRestore, onDiscard, onClose }: DraftCompareProps) {
  const { DiffPane } = usePanes()
  return (
    <PanelDialog
      title={`有未保存的内容：${name}`}
      size="full"
      firm
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>返回编辑</Button>
          <Button onClick={onDiscard}>放弃</Button>
          <Button appearance="primary" onClick={onRestore}>
            恢复
          </Button>
        </>
      }
    >
      <Suspense fallback={<LoadingState />}>
        <DiffPane
          name={name}
          fontSize={fontSize}
          left={text}
          leftTitle="编辑器中的内容"
          right={draft.text}
          rightTitle={`${draft.savedAt} 暂存的内容`}
        />
      </Suspense>
    </PanelDialog>
  )
}
