import type { Ref } from 'react'
import type { Texts } from './openTexts.ts'

/** Commands of the visible editor for its screen. */
export interface CodeHandle {
  /** Inserts a text at the cursor, in place of the selection. */
  insert(text: string): void
  focus(): void
}

/** A range of a text to show and select. Lines and columns count from 1. */
export interface Reveal {
  key: string
  line: number
  column: number
  /** Length of the selection, in UTF-16 units. */
  length: number
}

/** A problem that a check found in a text. */
export interface Marker {
  /** Key of the text. */
  file: string
  /** From 1. */
  line: number
  severity: 'error' | 'warning' | 'info'
  message: string
}

/** A completion at the cursor. */
export interface Suggestion {
  label: string
  /** The inserted text; in a snippet, `$1` and `$0` are positions of the cursor. */
  insert: string
  isSnippet?: boolean
  kind: 'tag' | 'filter' | 'field' | 'variable' | 'file' | 'value'
  /** Shown beside the label. */
  detail: string
  /** Markdown. */
  text?: string
}

/** Help for a language that Monaco does not know. Offsets are in UTF-16 units; null for no help at the offset. */
export interface CodeHelp {
  suggest(text: string, offset: number): { from: number; to: number; items: Suggestion[] } | null
  /** Markdown about the code at the offset. */
  explain(text: string, offset: number): { from: number; to: number; text: string } | null
}

export interface CodePaneProps {
  texts: Texts
  /** Key of the text that is shown. */
  active: string
  /** File name, for the language and the label. */
  name: string
  /** px */
  fontSize: number
  /** Range to show once its text is shown; a new object shows it again. */
  reveal?: Reveal | null | undefined
  /** Underlined in their lines, with their messages. */
  markers?: readonly Marker[] | undefined
  /** Completion and hover for html files. */
  help?: CodeHelp | undefined
  /** Runs on every input of the user or a replaced text. */
  onEdit: (key: string) => void
  onSave: () => void
  handle?: Ref<CodeHandle>
}

export type CodeLanguage = 'html' | 'css' | 'javascript' | 'json' | 'plaintext'

/** Props of an editor with one text of a form. */
export interface ValuePaneProps {
  /** Gets the focus once it is loaded. */
  autoFocus?: boolean | undefined
  value: string
  onChange: (text: string) => void
  onBlur: () => void
  language: CodeLanguage
  /** What is edited, for screen readers. */
  label: string
  /** px */
  fontSize: number
  readOnly: boolean
  handle?: Ref<Pick<CodeHandle, 'focus'>>
}

/** Commands for the result of a merge. Lines count from 1. */
export interface MergeHandle {
  /** The line of the cursor. */
  line(): number
  reveal(line: number): void
  /** Replaces the whole result; can be undone. */
  write(text: string): void
}

export interface MergePaneProps {
  /** File name, for the language. */
  name: string
  /** px */
  fontSize: number
  /** From left to right, at most one of each role; constant while the pane is shown. */
  versions: readonly { role: 'base' | 'local' | 'remote'; title: string; text: string }[]
  /** Initial text of the result. */
  result: string
  resultTitle: string
  onEdit: (text: string) => void
  handle?: Ref<MergeHandle>
}

export interface DiffPaneProps {
  name: string
  fontSize: number
  left: string
  leftTitle: string
  right: string
  rightTitle: string
  /** Makes the right side editable; gets its text on every change. */
  onEdit?: (text: string) => void
}
