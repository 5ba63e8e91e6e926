import type { Ref } from 'react'
import type { Texts } from './texts.ts'

/** What a screen can do with the shown editor. */
export interface CodeHandle {
  /** Puts a text in place of the selection, at the cursor. */
  insert(text: string): void
  focus(): void
}

export interface CodePaneProps {
  texts: Texts
  /** Key of the text that is shown. */
  active: string
  /** File name, for the language and the label. */
  name: string
  /** px */
  fontSize: number
  /** Runs on every input of the user or a replaced text. */
  onEdit: (key: string) => void
  onSave: () => void
  handle?: Ref<CodeHandle>
}

export interface DiffPaneProps {
  name: string
  fontSize: number
  left: string
  leftTitle: string
  right: string
  rightTitle: string
  /** The right side can be edited; its text is told on every change. */
  onEdit?: (text: string) => void
}
