import { useMemo } from 'react'
import { type PublicState, PUBLIC_STATE_FEATURE } from '#shared/contract/publicState.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useServerFeature } from '#renderer/data/useServerFeature.ts'
import { isMoving } from './labels.ts'

/** Poll interval while a page is on its way, ms. */
const MOVING_MS = 2000
/** Poll interval otherwise, ms: builds and targets are changed by other people. */
const STILL_MS = 30_000

/** Has the server this extension? */
export const useHasPublicStates = (): boolean => useServerFeature(PUBLIC_STATE_FEATURE)

/** What visitors find of these entries of a column, by entry id; kept up to date. One request for all of them. */
export function usePublicStates(classId: number, ids: readonly number[]): ReadonlyMap<number, PublicState> {
  const isOffered = useHasPublicStates()
  const { data } = useRead(
    'publicState.list',
    { classId, ids: [...ids] },
    {
      quiet: true,
      enabled: isOffered && ids.length > 0,
      everyMs: (states) => (states?.some(isMoving) ? MOVING_MS : STILL_MS),
      onFocus: true,
      keepPrevious: true,
    },
  )
  return useMemo(() => new Map((data ?? []).map((state) => [state.id, state])), [data])
}
