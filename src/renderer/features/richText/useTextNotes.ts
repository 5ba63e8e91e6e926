import type { Editor } from '@tiptap/react'
import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import { TextNotesContext } from '#renderer/features/notes/notesContext.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { markNotes, selectedAnchor, showNote } from './noteMarks.ts'

/**
 * Marks the notes of TextNotesContext in an editor, and goes to the one that is asked for. Answers what begins a note about
 * the chosen words; null where none can be written. @param toText ends the source view
 */
export function useTextNotes(editor: Editor, isSource: boolean, toText: () => void): (() => void) | null {
  const { notes, asked, onAdd } = useContext(TextNotesContext)
  const toast = useToast()
  const answered = useRef(asked)
  useEffect(() => {
    markNotes(editor, notes)
  }, [editor, notes])
  const leaveSource = useEffectEvent(toText)
  const missing = useEffectEvent(() => toast.info('批注所指的文字已被修改或删除'))
  useEffect(() => {
    if (!asked || asked === answered.current) return
    // Again once the text is there.
    if (isSource) {
      leaveSource()
      return
    }
    answered.current = asked
    if (!showNote(editor, asked.id)) missing()
  }, [editor, asked, isSource])
  if (!onAdd) return null
  return () => {
    const anchor = selectedAnchor(editor)
    if (anchor) onAdd(anchor)
    else toast.info('请先选中要批注的文字')
  }
}
