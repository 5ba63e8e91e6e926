import { useEffect } from 'react'
import { openPlace } from '#renderer/data/notices.ts'

/** For dialogs: what is refused while it is in front is taken away with it, and not read over the next page. */
export function useOwnRefusals(): void {
  useEffect(() => openPlace(), [])
}
