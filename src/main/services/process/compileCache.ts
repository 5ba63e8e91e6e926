import { mkdirSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

/** ms after the start, when the program is idle. */
const FLUSH_MS = 5000

/**
 * Caches compiled code in the data folder, which only its user can access, so that later starts need not compile
 * several MB. Call it before importing that code. If the folder can't be written, only the time is lost; the start
 * reports the error.
 */
export function cacheCompiledCode(dataDir: string): void {
  try {
    const folder = join(dataDir, 'code-cache')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    module.enableCompileCache(folder)
    setTimeout(() => module.flushCompileCache(), FLUSH_MS).unref()
  } catch {
    // The start reports this error.
  }
}
