import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import zlib from 'node:zlib'

/** Node's mark for an ES module, before its address. */
const ES_MODULE = Buffer.from([1])

/** The file of a module within Node's folder of compiled code. */
const fileOf = (module: string): string =>
  zlib.crc32(pathToFileURL(module).href, zlib.crc32(ES_MODULE)).toString(16).padStart(8, '0')

/** Where the build leaves code that it compiled, beside the bundle: by Node's version, processor and V8's settings. */
const preparedIn = (bundle: string, own: string): string =>
  // Without the user's number, which Node puts last.
  join(bundle, 'code-cache', /^.*?-[0-9a-f]{8}(?=-|$)/.exec(basename(own))?.[0] ?? basename(own))

/** The modules of the bundle, and where Node keeps the compiled code of each. */
function modulesOf(bundle: string, own: string): { name: string; compiled: string }[] {
  const folder = join(bundle, 'chunks')
  return readdirSync(folder).map((name) => ({ name, compiled: join(own, fileOf(join(folder, name))) }))
}

/**
 * Begins a folder of compiled code with what the build has compiled. What another Node compiled is not taken; Node compares
 * all that it reads with the module's text, and compiles what does not fit.
 * @param own Node's folder (`module.getCompileCacheDir`)
 */
export function takePrepared(bundle: string, own: string): void {
  const prepared = preparedIn(bundle, own)
  if (!existsSync(prepared) || readdirSync(own).length > 0) return
  try {
    for (const { name, compiled } of modulesOf(bundle, own))
      if (existsSync(join(prepared, name))) copyFileSync(join(prepared, name), compiled)
  } catch {
    // Of a full disk the start itself will say more.
  }
}

/** The compiled modules of the bundle in Node's folder, and the file that the build copies each to. */
export function toPrepare(bundle: string, own: string): { from: string; to: string }[] {
  return modulesOf(bundle, own)
    .filter(({ compiled }) => existsSync(compiled))
    .map(({ name, compiled }) => ({ from: compiled, to: join(preparedIn(bundle, own), name) }))
}
