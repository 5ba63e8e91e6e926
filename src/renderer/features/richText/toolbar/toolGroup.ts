import type { Editor } from '@tiptap/core'
import type { ToolState } from './useTools.ts'

/** What every group of tools gets. */
export interface ToolGroupProps {
  editor: Editor
  at: ToolState
  disabled: boolean
}
