import { useSyncExternalStore } from 'react'

/** `gone`: the host on this computer does not answer. `refused`: it does not take this page for its own. */
export type HostReach = 'ok' | 'gone' | 'refused'

let reach: HostReach = 'ok'
const listeners = new Set<() => void>()

export const hostReach = (): HostReach => reach

export function setHostReach(next: HostReach): void {
  if (next === reach) return
  reach = next
  for (const listener of listeners) listener()
}

/** Answers the way to stop. */
export function onHostReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Can the page call the host on this computer? In Electron's window always. */
export const useHostReach = (): HostReach => useSyncExternalStore(onHostReach, hostReach)
