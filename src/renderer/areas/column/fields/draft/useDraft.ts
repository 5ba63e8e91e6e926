import { type Dispatch, useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { MenuField } from '#shared/contract/column.ts'
import { type Change, applyChange, type ChosenField, toChosenField, type Draft } from './draft.ts'

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
  const [base] = useState(() => saved.map(toChosenField))
  const [draft, change] = useReducer(applyChange, { fields: base, current: base[0]?.fieldName ?? '' })
  const renderedFields = useRef(draft.fields)
  useLayoutEffect(() => {
    renderedFields.current = draft.fields
  }, [draft.fields])
  const now = useCallback(() => renderedFields.current, [])
  const savedJson = useMemo(() => JSON.stringify(base), [base])
  const dirty = useMemo(() => JSON.stringify(draft.fields) !== savedJson, [draft.fields, savedJson])
  return { ...draft, base, dirty, now, change }
}
