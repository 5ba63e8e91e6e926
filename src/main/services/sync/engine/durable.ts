import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { syncFile, syncFolder } from '#services/files/durable.ts'
import { sameEntry } from '../core/tree.ts'
import { note, type WorkspaceContext } from './context.ts'
import type { EngineTime } from './trigger.ts'

/**
 * Files that arrive in batches are not forced to the disk one by one, because that would cost more than the rest of the
 * work. They are marked in the base, forced to the disk later, and unmarked. After a power cut before that, a file may
 * be empty although the base says it is in step, and the empty file would count as an edit (S28).
 */
export interface Durable {
  /** Call it before the first scan: files marked before the machine restarted are compared from scratch. */
  recover(): Promise<void>
  /** Forces the marked files to the disk in the background. */
  settle(signal: AbortSignal): void
  /** Resolves when the running work has ended. */
  ended(): Promise<void>
}

const SLICE = 50
/** ms. After this time the system has written most files by itself. */
const AFTER = 30_000

export function createDurable(
  context: WorkspaceContext,
  sleep: EngineTime['sleep'],
  boot: () => string = bootOf,
): Durable {
  const { store, layout, trees, files, local } = context
  let running: Promise<void> | null = null
  const work = async (signal: AbortSignal): Promise<void> => {
    if (store.unsynced(1).length === 0) return
    await sleep(AFTER, signal)
    for (;;) {
      const paths = store.unsynced(SLICE)
      if (paths.length === 0 || signal.aborted) return
      // A file that can't be opened was replaced or removed; its new content is not flushed here.
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
        store.agree(path, null, context.clock.now())
        note(context, 'warning', path, '电脑上次没有正常关机，这个文件重新比较')
      }
      store.dropUnsynced(marked)
      store.write('boot', now)
    },
    settle(signal) {
      running ??= work(signal)
        .catch((error: unknown) => context.log.warn('files not forced to the disk', { error }))
        .finally(() => (running = null))
    },
    ended: async () => void (await running),
  }
}

/** An identifier that changes with each start of the machine. */
function bootOf(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    // A changed system clock looks like a restart, which costs one comparison of the marked files.
    return String(Math.round((Date.now() / 1000 - uptime()) / 120))
  }
}
