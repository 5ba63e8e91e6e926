import type { Editor } from '@tiptap/core'
import type { ToolState } from './useTools.ts'

/** Props of every group of tools. */
export interface ToolGroupProps {
  editor: Editor
  at: ToolState
  disabled: boolean
}
