import type { HostEvents } from '#shared/contract/host.ts'

export type Notice = HostEvents['notice']

const listeners = new Set<(notice: Notice) => void>()

/** Shows a short message to the user; the app's toaster listens. Can be called outside of React. */
export function notify(level: Notice['level'], text: string): void {
  for (const listener of listeners) listener({ level, text })
}

/** Receives every notice. Answers the way to stop. */
export function onNotice(listener: (notice: Notice) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
