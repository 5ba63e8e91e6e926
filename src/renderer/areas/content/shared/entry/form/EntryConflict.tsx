import { useState } from 'react'
import { ConflictDialog } from '#renderer/ui/form/ConflictDialog.tsx'
import type { Conflict } from '#renderer/ui/form/useConflict.ts'
import { useEntryWords } from '#renderer/features/entry/useEntryWords.ts'
import type { LoadedEntry } from './loadEntry.ts'
import { type EntryTexts, textsOf, toText } from '#renderer/features/entry/values.ts'

interface Props {
  loaded: Pick<LoadedEntry, 'fields' | 'column'>
  conflict: Conflict
}

/** Compares another user's version of the entry with the form, field by field. */
export function EntryConflict({ loaded: { fields, column }, conflict }: Props) {
  const [mine] = useState(() => textsOf(fields, { ...conflict.mine }))
  const [theirs, setTheirs] = useState<EntryTexts>({})
  const words = useEntryWords(fields, column.siteId, [mine, theirs])
  const load = async (): Promise<object> => {
    const latest = await conflict.compare.load()
    setTheirs(textsOf(fields, { ...latest }))
    return latest
  }
  const show = (name: string, value: unknown): string | undefined => {
    const field = fields.find(({ fieldName }) => fieldName === name)
    return field && words(field, toText(field, value))
  }
  return <ConflictDialog conflict={{ ...conflict, compare: { ...conflict.compare, load, show } }} />
}
