import type { Editor } from '@tiptap/react'
import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import { MarkedWords } from './markedWords.ts'
import { markWords, showWord } from './wordMarks.ts'

/**
 * Marks the words of the MarkedWords context and shows the requested one.
 * @param toText leaves the source view
 */
export function useMarkedWords(editor: Editor, isSource: boolean, toText: () => void): void {
  const { words, showRequest } = useContext(MarkedWords)
  const handledRequest = useRef(showRequest)
  useEffect(() => {
    markWords(editor, words)
  }, [editor, words])
  const leaveSource = useEffectEvent(toText)
  useEffect(() => {
    if (!showRequest || showRequest === handledRequest.current) return
    // Runs again once the text view is shown.
    if (isSource) {
      leaveSource()
      return
    }
    handledRequest.current = showRequest
    showWord(editor, showRequest.word)
  }, [editor, showRequest, isSource])
}
