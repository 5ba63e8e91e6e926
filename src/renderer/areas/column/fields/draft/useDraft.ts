import { type Dispatch, useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { MenuField } from '#shared/contract/column.ts'
import { type Change, changed, type ChosenField, chosenOf, type Draft } from './draft.ts'

export interface FieldDraft extends Draft {
  /** The loaded fields. */
  base: readonly ChosenField[]
  dirty: boolean
  /** Returns the current fields; for handlers that must stay stable while the fields change. */
  now: () => readonly ChosenField[]
  /** Stable. */
  change: Dispatch<Change>
}

/** The chosen fields while they are edited. */
export function useDraft(saved: readonly MenuField[]): FieldDraft {
  const [base] = useState(() => saved.map(chosenOf))
  const [draft, change] = useReducer(changed, { fields: base, current: base[0]?.fieldName ?? '' })
  const drawn = useRef(draft.fields)
  useLayoutEffect(() => {
    drawn.current = draft.fields
  }, [draft.fields])
  const now = useCallback(() => drawn.current, [])
  const before = useMemo(() => JSON.stringify(base), [base])
  const dirty = useMemo(() => JSON.stringify(draft.fields) !== before, [draft.fields, before])
  return { ...draft, base, dirty, now, change }
}
