import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'

type Act = (ids: readonly string[]) => void
const act =
  (name: 'uploads.pause' | 'uploads.resume' | 'uploads.cancel' | 'uploads.retry'): Act =>
  (ids) => {
    if (ids.length > 0) void call(name, { ids: [...ids] }).catch(showError)
  }

/** Actions on uploads; the list changes by the host's events, and errors are shown. */
export const uploadActions = {
  pause: act('uploads.pause'),
  resume: act('uploads.resume'),
  retry: act('uploads.retry'),
  /** Removes uploads from the list in any state. */
  cancel: act('uploads.cancel'),
  /** Moves an upload before another one of the queue; to its end with ''. */
  move: (id: string, before: string): void => void call('uploads.move', { id, before }).catch(showError),
  clear: (): void => void call('uploads.clear', {}).catch(showError),
}
