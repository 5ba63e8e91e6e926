import { watchFolder } from '#services/sync/local/watchFolder.ts'
import type { WatchFolder } from '#services/sync/local/watcher.ts'
import { seededNumber } from './seededNumber.ts'

/** How badly a system tells what happens in a folder. The same numbers choose the same for the same events. */
export interface Disorder {
  seed: number
  /** Each event comes up to so many ms late, so in another order, too. */
  late: number
  /** Each event comes so often. */
  times: number
  /** With each event come so many older ones once more, also of what has gone since. */
  stale: number
}

export const IN_ORDER: Disorder = { seed: 0, late: 0, times: 1, stale: 0 }
/** Older events that may come once more. */
const REMEMBERED = 50

/** The product's watcher, with its events disturbed as `disorder` says at that moment. */
export function disorderlyWatch(disorder: () => Disorder): WatchFolder {
  return (folder, { onHint, onFollowed, onTrouble }) => {
    const told: string[] = []
    const due = new Set<NodeJS.Timeout>()
    let drawn = 0
    const draw = (below: number): number => seededNumber(disorder().seed, drawn++) % Math.max(1, below)
    const tell = (disk: string): void => {
      const { late } = disorder()
      if (late === 0) return onHint(disk)
      const timer = setTimeout(
        () => {
          due.delete(timer)
          onHint(disk)
        },
        draw(late + 1),
      )
      due.add(timer)
    }
    const disturb = (disk: string): void => {
      const { times, stale } = disorder()
      for (let time = 0; time < times; time++) tell(disk)
      for (let old = 0; old < stale && told.length > 0; old++) tell(told[draw(told.length)] ?? disk)
      told.push(disk)
      if (told.length > REMEMBERED) told.shift()
    }
    const watcher = watchFolder(folder, { onHint: disturb, onFollowed, onTrouble })
    return {
      watch: (folder) => watcher.watch(folder),
      unwatch: (folder) => watcher.unwatch(folder),
      close() {
        for (const timer of due) clearTimeout(timer)
        watcher.close()
      },
    }
  }
}
