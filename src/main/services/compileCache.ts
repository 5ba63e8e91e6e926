import { mkdirSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

/** After the start, when nobody waits, ms. */
const FLUSH_MS = 5000

/**
 * Keeps compiled code in the data folder, which is its user's alone: later starts need not compile some megabytes. To be called
 * before these are imported. A folder that can't be written costs the time alone; the start says what is wrong with it.
 */
export function cacheCompiledCode(dataDir: string): void {
  try {
    const folder = join(dataDir, 'code-cache')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    module.enableCompileCache(folder)
    setTimeout(() => module.flushCompileCache(), FLUSH_MS).unref()
  } catch {
    // As said above.
  }
}
