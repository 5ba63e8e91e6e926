import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import { useState } from 'react'
import { EDITOR_DRAFTS } from '#renderer/areas/template/text.ts'
import type { Editor } from '../useEditor.ts'
import { DraftCompare } from './DraftCompare.tsx'

const useStyles = makeStyles({ root: { flexShrink: 0 } })

/** Says that something was typed into the file in front and not saved, and what can be done with it. */
export function DraftOffer({ editor, fontSize }: { editor: Editor; fontSize: number }) {
  const styles = useStyles()
  const [comparing, setComparing] = useState(false)
  const file = editor.current
  const waiting = file ? (editor.drafts.offers.get(file.key) ?? []) : []
  const [draft] = waiting
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
          <MessageBarTitle>{EDITOR_DRAFTS.title}</MessageBarTitle>
          {EDITOR_DRAFTS.text(draft.savedAt)}
          {draft.hash !== file.hash && EDITOR_DRAFTS.older}
          {waiting.length > 1 && EDITOR_DRAFTS.others(waiting.length - 1)}
        </MessageBarBody>
        <MessageBarActions>
          <Button onClick={restore}>{EDITOR_DRAFTS.restore}</Button>
          <Button onClick={() => setComparing(true)}>{EDITOR_DRAFTS.compare}</Button>
          <Button onClick={discard}>{EDITOR_DRAFTS.discard}</Button>
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
