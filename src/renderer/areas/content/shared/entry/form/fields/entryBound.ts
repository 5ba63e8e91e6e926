import type { Control } from 'react-hook-form'
import type { EntryValues } from '#renderer/features/entry/values.ts'

export type EntryControl = Control<EntryValues, unknown, EntryValues>

/** Props of every input of the content form. */
export interface EntryBound {
  control: EntryControl
  name: string
  label: string
  required: boolean
  hint: string | undefined
}
