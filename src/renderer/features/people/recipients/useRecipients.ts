import { useState } from 'react'
import { BAR, isSeveral, type RecipientKind, splitRecipients, withRecipients } from '#shared/domain/recipients.ts'

interface Options {
  kind: RecipientKind
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** State of a recipient input: its entries and the typed text. */
export function useRecipients({ kind, value, onChange }: Options) {
  const [typed, setTyped] = useState('')
  /** What the last addition found in the list already. */
  const [repeated, setRepeated] = useState<readonly string[]>([])

  const add = (entries: readonly string[]): void => {
    const next = withRecipients(value, entries)
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
    /** Takes what is typed as entries; false when there was nothing. */
    commit(): boolean {
      if (typed.trim() === '') return false
      setTyped('')
      add(splitRecipients(typed, kind))
      return true
    },
    /** The input's text changed: what stands before a bar is an entry, what is behind the last one is being typed. */
    type(text: string): void {
      const parts = text.split(BAR)
      const rest = parts.pop() ?? ''
      setTyped(parts.length > 0 ? rest.trimStart() : rest)
      if (parts.length > 0) add(parts.flatMap((part) => splitRecipients(part, kind)))
    },
    /** Takes a pasted list; false for a single entry, which the input takes as text. */
    paste(text: string, around: { before: string; after: string }): boolean {
      if (!isSeveral(text)) return false
      setTyped('')
      add(splitRecipients(around.before + text + around.after, kind))
      return true
    },
    remove: (index: number): void => change(value.toSpliced(index, 1)),
    /** Takes an entry out of the list, to type on it; what was being typed becomes an entry. */
    edit(index: number): void {
      const others = value.toSpliced(index, 1)
      const { list } = withRecipients(others, splitRecipients(typed, kind))
      change(list)
      setTyped(value[index] ?? '')
    },
    keep: (fits: (entry: string) => boolean): void => change(value.filter(fits)),
    clear: (): void => change([]),
  }
}
export type Recipients = ReturnType<typeof useRecipients>
