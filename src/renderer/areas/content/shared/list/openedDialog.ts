import type { ContentEntry } from '#shared/contract/content.ts'
import type { BinKind } from './bins/binColumns.tsx'
import type { UnsavedForm } from './unsaved/unsavedForms.ts'
import type { ChosenEntries } from './useEntryActions.ts'

/** The open dialog of a content list. */
export type OpenedDialog =
  | { dialog: 'edit' | 'view'; id: number }
  | { dialog: 'bin'; kind: BinKind }
  | { dialog: 'unsaved'; forms: readonly UnsavedForm[] }
  | { dialog: 'calendar' }
  | { dialog: 'copy' | 'crossCopy' | 'schedule'; chosen: ChosenEntries; done: () => void }
  | { dialog: 'timeline'; id: number; title: string }
  | { dialog: 'reject'; entry: ContentEntry }
  | { dialog: 'forward'; entry: ContentEntry; done: () => void }
