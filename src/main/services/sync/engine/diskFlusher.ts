import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { syncFile, syncFolder } from '#services/files/durable.ts'
import { sameEntry } from '../core/tree.ts'
import { addLogLine, type WorkspaceContext } from './context.ts'
import type { EngineTime } from './trigger.ts'

/**
 * Files that arrive in batches are not forced to the disk one by one, because that would cost more than the rest of the
 * work. They are marked in the base, forced to the disk later, and unmarked. After a power cut before that, a file may
 * be empty although the base says it is in step, and the empty file would count as an edit (S28).
 */
export interface DiskFlusher {
  /** Call it before the first scan: files marked before the machine restarted are compared from scratch. */
  recover(): Promise<void>
  /** Forces the marked files to the disk in the background. */
  flushInBackground(signal: AbortSignal): void
  /** Resolves when the running work has ended. */
  waitUntilDone(): Promise<void>
}

const FLUSH_BATCH = 50
/** ms. After this time the system has written most files by itself. */
const FLUSH_DELAY_MS = 30_000

export function createDiskFlusher(
  context: WorkspaceContext,
  sleep: EngineTime['sleep'],
  boot: () => string = readBootId,
): DiskFlusher {
  const { store, layout, trees, files, local } = context
  let running: Promise<void> | null = null
  const work = async (signal: AbortSignal): Promise<void> => {
    if (store.listUnsynced(1).length === 0) return
    await sleep(FLUSH_DELAY_MS, signal)
    for (;;) {
      const paths = store.listUnsynced(FLUSH_BATCH)
      if (paths.length === 0 || signal.aborted) return
      // A file that can't be opened was replaced or removed; its new content is not flushed here.
      const there = paths.map((path) => join(layout.root, local.diskPath(path)))
      for (const path of there) await syncFile(path).catch(() => undefined)
      for (const folder of new Set(there.map(dirname))) await syncFolder(folder).catch(() => undefined)
      if (signal.aborted) return
      store.removeUnsynced(paths)
    }
  }
  return {
    async recover() {
      const before = store.read('boot', z.string())
      const now = boot()
      if (before === now) return
      const marked = store.listUnsynced()
      for (const path of marked) {
        const base = trees.get('base', path)
        const found = await files.readEntry(path).catch(() => null)
        const there = found === 'other' || found === null ? undefined : found
        if (!base || sameEntry(base, there)) continue
        store.recordAgreed(path, null, context.clock.now())
        addLogLine(context, 'warning', path, '电脑上次未正常关机，已重新比较该文件')
      }
      store.removeUnsynced(marked)
      store.write('boot', now)
    },
    flushInBackground(signal) {
      running ??= work(signal)
        .catch((error: unknown) => context.log.warn('files not forced to the disk', { error }))
        .finally(() => (running = null))
    },
    waitUntilDone: async () => void (await running),
  }
}

/** An identifier that changes with each start of the machine. */
function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    // A changed system clock looks like a restart, which costs one comparison of the marked files.
    return String(Math.round((Date.now() / 1000 - uptime()) / 120))
  }
}
