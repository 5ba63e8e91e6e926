import { useMemo } from 'react'
import { useUploadFact } from '#renderer/features/uploads/hooks.ts'
import type { UploadsState } from '#renderer/features/uploads/state.ts'

/** The ids of uploads that are still in the list. */
export function useListedIds(ids: readonly string[]): readonly string[] {
  const select = useMemo(
    () =>
      ({ tasks }: UploadsState): string =>
        ids.filter((id) => tasks.has(id)).join('\n'),
    [ids],
  )
  const present = useUploadFact(select)
  return useMemo(() => (present === '' ? [] : present.split('\n')), [present])
}
