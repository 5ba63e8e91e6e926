import { useEffect, useEffectEvent } from 'react'
import type { UploadTask } from '#shared/contract/uploads.ts'
import { uploadActions } from '#renderer/features/uploads/actions.ts'
import { onEnded } from '#renderer/features/uploads/store.ts'

/** B·§8: an upload that fails goes from the list; why is told as a toast. `ids` are the uploads of this place. */
export function useRemoveFailed(ids: readonly string[]): void {
  const remove = useEffectEvent((ended: readonly UploadTask[]) => {
    uploadActions.cancel(
      ended.filter(({ id, state }) => state.step === 'failed' && ids.includes(id)).map(({ id }) => id),
    )
  })
  useEffect(() => onEnded((ended) => remove(ended)), [])
}
