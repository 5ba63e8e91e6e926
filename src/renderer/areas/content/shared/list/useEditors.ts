import { useMemo } from 'react'
import { ENTRY_LOCK_FEATURE, type EntryEditor } from '#shared/contract/entryLock.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useServerFeature } from '#renderer/data/useServerFeature.ts'

/** How often the list asks who edits what. */
const EDITORS_MS = 20_000

/** Who has which entry of the column open. */
export function useEditors(classId: number): ReadonlyMap<number, EntryEditor> {
  const enabled = useServerFeature(ENTRY_LOCK_FEATURE)
  const { data } = useRead('entryLock.list', { classId }, { quiet: true, enabled, everyMs: EDITORS_MS, onFocus: true })
  return useMemo(() => new Map((data ?? []).map((editor) => [editor.id, editor])), [data])
}
