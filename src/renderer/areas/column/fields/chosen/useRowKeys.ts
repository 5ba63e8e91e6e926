import { type KeyboardEvent, useCallback } from 'react'
import type { FieldDraft } from '../draft/useDraft.ts'
import { indexOf } from '../draft/draft.ts'

const STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

interface Options {
  readOnly: boolean
  /** Focuses the row once it is drawn in its place. */
  focus: (name: string) => void
  onRemove: (name: string) => void
  /** A field was moved with the keys. */
  onMoved: (name: string, to: number) => void
}

/** Keys on a chosen field, always the same handler: arrows go to another, with Alt they move it; Home, End, Delete. */
export function useRowKeys({ now, change }: FieldDraft, { readOnly, focus, onRemove, onMoved }: Options) {
  return useCallback(
    (name: string, event: KeyboardEvent): void => {
      const fields = now()
      const at = indexOf(fields, name)
      const step = STEPS[event.key]
      const to = step ? at + step : ({ Home: 0, End: fields.length - 1 }[event.key] ?? -1)
      if (event.key === 'Delete' && !readOnly) onRemove(name)
      else if (step && event.altKey && !readOnly) {
        const place = Math.min(Math.max(to, 0), fields.length - 1)
        change({ kind: 'move', name, to: place })
        focus(name)
        onMoved(name, place)
      } else if (fields[to] && !event.altKey) {
        change({ kind: 'show', name: fields[to].fieldName })
        focus(fields[to].fieldName)
      } else return
      event.preventDefault()
    },
    [now, change, readOnly, focus, onRemove, onMoved],
  )
}
