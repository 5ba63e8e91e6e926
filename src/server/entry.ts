import { existsSync, readdirSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import util from 'node:util'
import { nodeRefusal } from './process/nodeVersion.ts'

// Entry of the built server. Other modules are imported dynamically, because an old Node would fail on static imports
// before it could print a message.

/** Delay after the start until the compile cache is written, ms. */
const FLUSH_MS = 5000

/**
 * Enables a compile cache in the data folder, which only its user can access. The first start fills it with the code
 * that the build compiled. Commands such as `restore DIR` do not create the folder, because they may require an empty
 * data folder.
 */
async function enableCompileCache(): Promise<void> {
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
    (await import('./process/compileCache.ts')).fillCompileCache(import.meta.dirname, own)
  setTimeout(() => module.flushCompileCache(), FLUSH_MS).unref()
}

const refusal = nodeRefusal(process.versions.node)
if (refusal) {
  process.stderr.write(`${refusal}\n`)
  process.exitCode = 1
} else {
  await enableCompileCache()
  await import('./start.ts')
}
