import type { Editor } from '@tiptap/react'
import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import { TextNotesContext } from '#renderer/features/notes/notesContext.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { markNotes, selectedAnchor, showNote } from './noteMarks.ts'

/**
 * Marks the notes of TextNotesContext in an editor and shows the requested note.
 * @param toText leaves the source view
 * @returns starts a note about the selected words; null where notes can't be added
 */
export function useTextNotes(editor: Editor, isSource: boolean, toText: () => void): (() => void) | null {
  const { notes, showRequest, onAdd } = useContext(TextNotesContext)
  const toast = useToast()
  const handledRequest = useRef(showRequest)
  useEffect(() => {
    markNotes(editor, notes)
  }, [editor, notes])
  const leaveSource = useEffectEvent(toText)
  const missing = useEffectEvent(() => toast.info('批注所指的文字已被修改或删除'))
  useEffect(() => {
    if (!showRequest || showRequest === handledRequest.current) return
    // Runs again once the text view is shown.
    if (isSource) {
      leaveSource()
      return
    }
    handledRequest.current = showRequest
    if (!showNote(editor, showRequest.id)) missing()
  }, [editor, showRequest, isSource])
  if (!onAdd) return null
  return () => {
    const anchor = selectedAnchor(editor)
    if (anchor) onAdd(anchor)
    else toast.info('请先选中要批注的文字')
  }
}
