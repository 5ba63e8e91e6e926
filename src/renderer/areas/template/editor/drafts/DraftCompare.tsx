import { Button } from '@fluentui/react-components'
import { Suspense } from 'react'
import { EDITOR_DRAFTS } from '#renderer/areas/template/text.ts'
import { usePanes } from '#renderer/features/codeEditor/panes.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { LoadingState } from '#renderer/ui/feedback/States.tsx'
import type { FileDraft } from './fileDraft.ts'

interface Props {
  name: string
  /** What stands in the editor. */
  text: string
  draft: FileDraft
  /** px */
  fontSize: number
  onRestore: () => void
  onDiscard: () => void
  onClose: () => void
}

/** The file as it is open, and what was typed into it and not saved. */
export function DraftCompare({ name, text, draft, fontSize, onRestore, onDiscard, onClose }: Props) {
  const { DiffPane } = usePanes()
  return (
    <PanelDialog
      title={`${EDITOR_DRAFTS.title}：${name}`}
      size="full"
      firm
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>返回编辑</Button>
          <Button onClick={onDiscard}>{EDITOR_DRAFTS.discard}</Button>
          <Button appearance="primary" onClick={onRestore}>
            {EDITOR_DRAFTS.restore}
          </Button>
        </>
      }
    >
      <Suspense fallback={<LoadingState />}>
        <DiffPane
          name={name}
          fontSize={fontSize}
          left={text}
          leftTitle="编辑器里的内容"
          right={draft.text}
          rightTitle={`${draft.savedAt} 暂存的内容`}
        />
      </Suspense>
    </PanelDialog>
  )
}
