import { useState } from 'react'
import {
  RECIPIENT_SEPARATOR,
  hasSeveralRecipients,
  type RecipientKind,
  splitRecipients,
  addRecipients,
} from '#shared/domain/recipients.ts'

interface Options {
  kind: RecipientKind
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** State of a recipient input: its entries and the typed text. */
export function useRecipients({ kind, value, onChange }: Options) {
  const [typed, setTyped] = useState('')
  /** Entries of the last addition that the list already had. */
  const [repeated, setRepeated] = useState<readonly string[]>([])

  const add = (entries: readonly string[]): void => {
    const next = addRecipients(value, entries)
    setRepeated(next.repeated)
    if (next.list.length > value.length) onChange(next.list)
  }
  const change = (next: readonly string[]): void => {
    setRepeated([])
    onChange([...next])
  }

  return {
    typed,
    repeated,
    add,
    show: setTyped,
    /** Turns the typed text into entries; false without text. */
    commit(): boolean {
      if (typed.trim() === '') return false
      setTyped('')
      add(splitRecipients(typed, kind))
      return true
    },
    /** Handles a change of the text: parts before a bar become entries, the part after the last bar stays typed. */
    type(text: string): void {
      const parts = text.split(RECIPIENT_SEPARATOR)
      const rest = parts.pop() ?? ''
      setTyped(parts.length > 0 ? rest.trimStart() : rest)
      if (parts.length > 0) add(parts.flatMap((part) => splitRecipients(part, kind)))
    },
    /** Adds a pasted list; false for a single entry, which the input inserts as text. */
    paste(text: string, around: { before: string; after: string }): boolean {
      if (!hasSeveralRecipients(text)) return false
      setTyped('')
      add(splitRecipients(around.before + text + around.after, kind))
      return true
    },
    remove: (index: number): void => change(value.toSpliced(index, 1)),
    /** Moves an entry from the list into the input; the text typed before becomes an entry. */
    edit(index: number): void {
      const others = value.toSpliced(index, 1)
      const { list } = addRecipients(others, splitRecipients(typed, kind))
      change(list)
      setTyped(value[index] ?? '')
    },
    retain: (fits: (entry: string) => boolean): void => change(value.filter(fits)),
    clear: (): void => change([]),
  }
}
export type Recipients = ReturnType<typeof useRecipients>
