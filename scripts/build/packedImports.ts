import { extractAll } from '@electron/asar'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { rolldown } from 'rolldown'

/** Imports without a packed file: Electron's own module, Node's modules, and native files (packedNatives.ts). */
const EXTERNAL = ['electron', 'original-fs', /^node:/, /\.node$/, ...builtinModules]

/**
 * Follows all imports, and all requires without a try, from the files of the main process and its preloads into the
 * packages. Returns a sentence in Chinese for each file missing in the archive.
 */
export async function findMissingImports(asar: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-imports-'))
  try {
    extractAll(asar, folder)
    return await findMissingIn(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function findMissingIn(folder: string): Promise<string[]> {
  const missing: string[] = []
  const shortenPaths = (text: string): string => text.replaceAll(`${relative(process.cwd(), folder)}/`, '')
  try {
    const bundle = await rolldown({
      input: [...(await scripts(join(folder, 'out/main'))), ...(await scripts(join(folder, 'out/preload')))],
      platform: 'node',
      treeshake: false,
      external: EXTERNAL,
      onLog: (_level, { code, message }) => {
        if (code === 'UNRESOLVED_IMPORT') missing.push(shortenPaths(message))
      },
    })
    // Generating the bundle resolves everything; the output is discarded.
    await bundle.generate({ format: 'esm' })
    await bundle.close()
  } catch (error) {
    missing.push(shortenPaths(error instanceof Error ? error.message : String(error)))
  }
  return missing.map(toSentence)
}

/** Turns the bundler's message into a sentence with the missing file and its importer. */
function toSentence(message: string): string {
  const [, what, where] = /Could not resolve '([^']+)' in (\S+)/.exec(message) ?? []
  return what && where ? `安装包缺少 ${stripVTControlCharacters(where)} 引用的 ${what}` : message
}

async function scripts(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.c?js$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
