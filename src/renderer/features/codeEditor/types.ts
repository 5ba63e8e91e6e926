import type { Ref } from 'react'
import type { Texts } from './openTexts.ts'

/** Commands of the visible editor for its screen. */
export interface CodeHandle {
  /** Puts a text in place of the selection, at the cursor. */
  insert(text: string): void
  focus(): void
}

/** A place in a text that is to be shown and selected. Lines and columns count from 1. */
export interface Reveal {
  key: string
  line: number
  column: number
  /** Of the selection, in UTF-16 units. */
  length: number
}

/** Something that a check found in a text. */
export interface Marker {
  /** Key of the text. */
  file: string
  /** From 1. */
  line: number
  severity: 'error' | 'warning' | 'info'
  message: string
}

/** Something that can be written at the cursor. */
export interface Suggestion {
  label: string
  /** What is put in; with `$1`, `$0` the cursor's places when it is a snippet. */
  insert: string
  isSnippet?: boolean
  kind: 'tag' | 'filter' | 'field' | 'variable' | 'file' | 'value'
  /** Beside the label. */
  detail: string
  /** Markdown. */
  text?: string
}

/** Knows a language that Monaco doesn't. Offsets are in UTF-16 units; null: nothing to say there. */
export interface CodeHelp {
  suggest(text: string, offset: number): { from: number; to: number; items: Suggestion[] } | null
  /** Markdown about what stands there. */
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
  /** Goes there once its text is shown; another object goes there again. */
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
  /** Takes the focus as soon as it is there. */
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

/** What a screen can do with the result of a merge. Lines count from 1. */
export interface MergeHandle {
  /** Where the cursor is. */
  line(): number
  reveal(line: number): void
  /** Takes the place of the whole result; can be undone. */
  write(text: string): void
}

export interface MergePaneProps {
  /** File name, for the language. */
  name: string
  /** px */
  fontSize: number
  /** From the left to the right, at most one of each role. They stay as they are while the pane is shown. */
  versions: readonly { role: 'base' | 'local' | 'remote'; title: string; text: string }[]
  /** What the result begins with. */
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
  /** The right side can be edited; its text is told on every change. */
  onEdit?: (text: string) => void
}
