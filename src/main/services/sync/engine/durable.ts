import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { syncFile, syncFolder } from '#services/files/durable.ts'
import { sameEntry } from '../core/tree.ts'
import { note, type WorkspaceContext } from './context.ts'
import type { EngineTime } from './trigger.ts'

/**
 * Files that came in batches are not forced to the disk one by one: that costs more than all the rest. They are marked
 * in the base, forced to the disk afterwards, and unmarked. Had the machine lost its power before that, a file might be
 * empty where the base says that it is in step, and the emptiness would be taken for an edit (S28).
 */
export interface Durable {
  /** Before the first look at the folder: what was marked when the machine went down is compared afresh. */
  recover(): Promise<void>
  /** Forces what is marked to the disk, in the background. */
  settle(signal: AbortSignal): void
  /** The running work has ended. */
  ended(): Promise<void>
}

const SLICE = 50
/** By then the system has written most of it by itself, ms. */
const AFTER = 30_000

export function createDurable(
  bench: WorkspaceContext,
  sleep: EngineTime['sleep'],
  boot: () => string = bootOf,
): Durable {
  const { store, layout, trees, files, local } = bench
  let running: Promise<void> | null = null
  const work = async (signal: AbortSignal): Promise<void> => {
    if (store.unsynced(1).length === 0) return
    await sleep(AFTER, signal)
    for (;;) {
      const paths = store.unsynced(SLICE)
      if (paths.length === 0 || signal.aborted) return
      // A file that can't be opened has been replaced or removed since; its new content is not ours to flush.
      const there = paths.map((path) => join(layout.root, local.diskPath(path)))
      for (const path of there) await syncFile(path).catch(() => undefined)
      for (const folder of new Set(there.map(dirname))) await syncFolder(folder).catch(() => undefined)
      if (signal.aborted) return
      store.dropUnsynced(paths)
    }
  }
  return {
    async recover() {
      const before = store.read('boot', z.string())
      const now = boot()
      if (before === now) return
      const marked = store.unsynced()
      for (const path of marked) {
        const base = trees.get('base', path)
        const found = await files.look(path).catch(() => null)
        const there = found === 'other' || found === null ? undefined : found
        if (!base || sameEntry(base, there)) continue
        store.agree(path, null, bench.clock.now())
        note(bench, 'warning', path, '电脑上次没有正常关机，这个文件重新比较')
      }
      store.dropUnsynced(marked)
      store.write('boot', now)
    },
    settle(signal) {
      running ??= work(signal)
        .catch((error: unknown) => bench.log.warn('files not forced to the disk', { error }))
        .finally(() => (running = null))
    },
    ended: async () => void (await running),
  }
}

/** Another text after each start of the machine. */
function bootOf(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    // A clock that was set looks like a restart, which costs one comparison of all files.
    return String(Math.round((Date.now() / 1000 - uptime()) / 120))
  }
}
