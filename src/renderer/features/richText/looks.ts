import type { Command } from '@tiptap/core'

/**
 * Inline styles of new quotes, code blocks and rules: the pages that show them have no styles for them. contentStyles
 * has the same for elements without a style.
 */
const LOOKS: Readonly<Record<string, string>> = {
  blockquote: 'margin: 0 0 0.6em; padding: 4px 16px; border-left: 4px solid #c8c8c8; color: #555',
  codeBlock:
    'padding: 12px 16px; border-radius: 4px; background-color: #f3f3f3; font-size: 14px; white-space: pre-wrap',
  horizontalRule: 'border: none; border-top: 1px solid #c8c8c8; margin: 12px 0',
}

/**
 * Gives new blocks of a kind around the selection their default styles; the last step of the commands that make them.
 */
export const applyDefaultStyles =
  (name: string): Command =>
  ({ tr }) => {
    const { from, to } = tr.selection
    tr.doc.nodesBetween(Math.max(0, from - 2), to, (node, at) => {
      if (node.type.name === name && !node.attrs.style) tr.setNodeAttribute(at, 'style', LOOKS[name])
    })
    return true
  }
