import { setTimeout as sleep } from 'node:timers/promises'
import type { FileEntry as ListedFile } from '#shared/contract/templateFile.ts'
import { type Names, namesOf, sameNames } from './thinListing.ts'

export interface PollTimes {
  /** ms between two polls while changes occur. */
  busy: number
  /** ms between two polls while nothing changes; one request each. */
  idle: number
  /** ms. Resolution of the listed times. */
  step: number
}

/** ms. Changes often come in series: poll faster for this long after one. */
const BUSY_MS = 60_000

/** Resolves when a folder differs from its listing. */
type Probe = (folders: ReadonlyMap<string, Names>, signal: AbortSignal) => Promise<void>

/**
 * Polls the folders of a template one after the other, for servers without a change feed: one request at a time, no
 * matter how many folders. The folder that changed last is polled every other time.
 */
export function createProbe(
  listFolder: (path: string, signal: AbortSignal) => Promise<readonly ListedFile[]>,
  times: PollTimes,
): Probe {
  let changedAt = -Infinity
  let lastChanged: string | null = null
  let turn = 0
  let next = 0
  const pick = (paths: readonly string[], busy: boolean): string => {
    turn += 1
    if (busy && lastChanged !== null && turn % 2 === 0 && paths.includes(lastChanged)) return lastChanged
    const path = paths[next % paths.length] ?? ''
    next += 1
    return path
  }
  return async (folders, signal) => {
    for (;;) {
      const busy = performance.now() - changedAt < BUSY_MS
      await sleep(busy ? times.busy : times.idle, undefined, { signal })
      const path = pick([...folders.keys()], busy)
      const now = namesOf(await listFolder(path, signal))
      const before = folders.get(path)
      // The folder left the list while it was being read.
      if (!before || sameNames(before, now)) continue
      changedAt = performance.now()
      lastChanged = path
      return
    }
  }
}
