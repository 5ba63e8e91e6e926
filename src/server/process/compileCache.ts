import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import zlib from 'node:zlib'

/** Node's prefix for ES modules in the hash of a cache file. */
const ES_MODULE = Buffer.from([1])

/** The name of a module's file in Node's compile cache. */
const fileOf = (module: string): string =>
  zlib.crc32(pathToFileURL(module).href, zlib.crc32(ES_MODULE)).toString(16).padStart(8, '0')

/**
 * The folder beside the bundle in which the build stores compiled code, by Node's version, processor and V8's settings.
 */
const preparedFolder = (bundle: string, own: string): string =>
  // Node's folder name ends with the user id, which is removed.
  join(bundle, 'code-cache', /^.*?-[0-9a-f]{8}(?=-|$)/.exec(basename(own))?.[0] ?? basename(own))

/** The modules of the bundle, and the path of each in Node's compile cache. */
function modulesOf(bundle: string, own: string): { name: string; compiled: string }[] {
  const folder = join(bundle, 'chunks')
  return readdirSync(folder).map((name) => ({ name, compiled: join(own, fileOf(join(folder, name))) }))
}

/**
 * Fills an empty compile cache with the code that the build compiled with the same Node. Node verifies each cached file
 * against the module's text and recompiles mismatches.
 * @param own Node's folder (`module.getCompileCacheDir`)
 */
export function fillCompileCache(bundle: string, own: string): void {
  const prepared = preparedFolder(bundle, own)
  if (!existsSync(prepared) || readdirSync(own).length > 0) return
  try {
    for (const { name, compiled } of modulesOf(bundle, own))
      if (existsSync(join(prepared, name))) copyFileSync(join(prepared, name), compiled)
  } catch {
    // Errors such as a full disk are reported by the start itself.
  }
}

/** The cached modules of the bundle, and the file to which the build copies each. */
export function listCompiledModules(bundle: string, own: string): { from: string; to: string }[] {
  return modulesOf(bundle, own)
    .filter(({ compiled }) => existsSync(compiled))
    .map(({ name, compiled }) => ({ from: compiled, to: join(preparedFolder(bundle, own), name) }))
}
