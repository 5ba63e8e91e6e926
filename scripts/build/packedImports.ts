import { extractAll } from '@electron/asar'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { rolldown } from 'rolldown'

/** What the packed code imports and nobody packs: Electron's own module, Node's, and native files (packedNatives.ts). */
const EXTERNAL = ['electron', 'original-fs', /^node:/, /\.node$/, ...builtinModules]

/**
 * Follows every import and every require that is not guarded by a try, from all files of the main process and its preloads
 * into the packages. Answers what is not in the archive, one sentence each in Chinese; none when all is there.
 */
export async function missingImports(asar: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-imports-'))
  try {
    extractAll(asar, folder)
    return await missingBelow(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function missingBelow(folder: string): Promise<string[]> {
  const missing: string[] = []
  const named = (text: string): string => text.replaceAll(`${relative(process.cwd(), folder)}/`, '')
  try {
    const bundle = await rolldown({
      input: [...(await scripts(join(folder, 'out/main'))), ...(await scripts(join(folder, 'out/preload')))],
      platform: 'node',
      treeshake: false,
      external: EXTERNAL,
      onLog: (_level, { code, message }) => {
        if (code === 'UNRESOLVED_IMPORT') missing.push(named(message))
      },
    })
    // Only then everything has been resolved; what it makes is not wanted.
    await bundle.generate({ format: 'esm' })
    await bundle.close()
  } catch (error) {
    missing.push(named(error instanceof Error ? error.message : String(error)))
  }
  return missing.map(asSentence)
}

/** Of the bundler's own words only what could not be resolved, and where. */
function asSentence(message: string): string {
  const [, what, where] = /Could not resolve '([^']+)' in (\S+)/.exec(message) ?? []
  return what && where ? `包里没有 ${stripVTControlCharacters(where)} 引用的 ${what}` : message
}

async function scripts(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.c?js$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
