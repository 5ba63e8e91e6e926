import { Editor, type EditorOptions } from '@tiptap/core'
import { type RefObject, useEffect, useState } from 'react'

/** Editors whose effects have ended, with the elements that they stood in: hidden, or gone. */
const asleep = new Map<Editor, Element | null>()

/** Ends those that are gone. */
function sweep(): void {
  for (const [editor, element] of asleep) {
    if (element?.isConnected) continue
    asleep.delete(editor)
    editor.destroy()
  }
}

/**
 * An editor that lives as long as its element stands in the document. The page of a tab behind others stays there while its effects
 * end (React's Activity), at which tiptap's own hook takes the editor away, with the text and its history.
 * @param root the element that the editor stands in
 * @param options of the first render
 */
export function useLastingEditor(root: RefObject<Element | null>, options: () => Partial<EditorOptions>): Editor {
  const [editor] = useState(() => new Editor(options()))
  useEffect(() => {
    asleep.delete(editor)
    sweep()
    const element = root.current
    return () => {
      asleep.set(editor, element)
      setTimeout(sweep)
    }
  }, [editor, root])
  return editor
}
