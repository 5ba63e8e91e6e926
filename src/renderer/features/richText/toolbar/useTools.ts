import type { Editor } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { parseStyle } from '#shared/domain/htmlStyle.ts'
import { lineStyle, textStyle } from '../commands.ts'
import { fontOption } from './choices.ts'

/** The innermost list around the cursor; '' for none. */
function listAt({ selection: { $from } }: EditorState): string {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { name } = $from.node(depth).type
    if (name === 'bulletList' || name === 'orderedList') return name
  }
  return ''
}

/** The toolbar's state at the cursor. */
export const useTools = (editor: Editor) =>
  useEditorState({
    editor,
    selector: ({ editor }) => {
      const text = parseStyle(textStyle(editor.state))
      const line = parseStyle(lineStyle(editor.state))
      const level = [1, 2, 3, 4, 5, 6].find((each) => editor.isActive('heading', { level: each }))
      const list = listAt(editor.state)
      return {
        canUndo: editor.can().undo(),
        canRedo: editor.can().redo(),
        bold: editor.isActive('bold'),
        italic: editor.isActive('italic'),
        underline: editor.isActive('underline'),
        strike: editor.isActive('strike'),
        subscript: editor.isActive('subscript'),
        superscript: editor.isActive('superscript'),
        bulletList: list === 'bulletList',
        orderedList: list === 'orderedList',
        blockquote: editor.isActive('blockquote'),
        codeBlock: editor.isActive('codeBlock'),
        link: editor.isActive('link'),
        table: editor.isActive('table'),
        image: editor.isActive('image'),
        video: editor.isActive('player', { tag: 'video' }),
        heading: String(level ?? 0),
        font: fontOption(text.get('font-family') ?? ''),
        size: text.get('font-size') ?? '',
        color: text.get('color') ?? '',
        background: text.get('background-color') ?? '',
        align: line.get('text-align') ?? '',
        firstLine: (line.get('text-indent') ?? '').startsWith('2em'),
        lineHeight: line.get('line-height') ?? '',
      }
    },
  })
export type ToolState = ReturnType<typeof useTools>
