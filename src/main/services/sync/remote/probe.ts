import { setTimeout as sleep } from 'node:timers/promises'
import type { FileEntry as ListedFile } from '#shared/contract/templateFile.ts'
import { type Names, namesOf, sameNames } from './thinListing.ts'

export interface PollTimes {
  /** Pause between two looks while changes come, ms. */
  busy: number
  /** The same while nothing changes: one request each, so many a minute and no more. */
  idle: number
  /** What the listed times are exact to. */
  step: number
}

/** Changes often come in a row: for so long after one it is looked more often, ms. */
const BUSY_FOR = 60_000

/** Resolves when a folder is not as it was listed. */
type Probe = (folders: ReadonlyMap<string, Names>, signal: AbortSignal) => Promise<void>

/**
 * Looks at one folder of a template after the other, for servers that tell nobody of changes: however many folders there
 * are, it is one request at a time. The folder that changed last is looked at every other time.
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
      const busy = performance.now() - changedAt < BUSY_FOR
      await sleep(busy ? times.busy : times.idle, undefined, { signal })
      const path = pick([...folders.keys()], busy)
      const now = namesOf(await listFolder(path, signal))
      const before = folders.get(path)
      // The folder was taken off the list while it was being read.
      if (!before || sameNames(before, now)) continue
      changedAt = performance.now()
      lastChanged = path
      return
    }
  }
}
