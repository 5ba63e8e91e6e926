import { existsSync, readdirSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import util from 'node:util'
import { nodeRefusal } from './process/nodeVersion.ts'

// Entry of the built server. Everything else is imported dynamically: an old Node would fail on the imports before it
// runs a line.

/** After the start, when nobody waits, ms. */
const FLUSH_MS = 5000

/**
 * Keeps compiled code in the data folder, which is its user's alone: later starts need not compile some megabytes, and the
 * first one begins with what the build compiled. A command (`restore DIR`) makes no folder for it: it decides itself what
 * the data folder may hold.
 */
async function keepCompiled(): Promise<void> {
  const text = { type: 'string' } as const
  const options = { data: text, host: text, port: text, user: text }
  const { values, positionals } = util.parseArgs({ options, strict: false, allowPositionals: true })
  const dataDir = typeof values.data === 'string' ? values.data : process.env['SITECRAFT_DATA']
  if (!dataDir) return
  const cache = join(dataDir, 'code-cache')
  if (positionals.length > 0 && !existsSync(cache)) return
  process.umask(0o077)
  module.enableCompileCache(cache)
  const own = module.getCompileCacheDir()
  if (own && readdirSync(own).length === 0)
    (await import('./process/preparedCode.ts')).takePrepared(import.meta.dirname, own)
  setTimeout(() => module.flushCompileCache(), FLUSH_MS).unref()
}

const refusal = nodeRefusal(process.versions.node)
if (refusal) {
  process.stderr.write(`${refusal}\n`)
  process.exitCode = 1
} else {
  await keepCompiled()
  await import('./start.ts')
}
