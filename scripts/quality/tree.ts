import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../start/root.ts'
import { readSource, type SourceFile } from './source.ts'

const FOLDERS = ['src', 'scripts', 'tests', 'bench']

/** Paths of all files under a folder of the repository, with `/`, sorted; empty if the folder does not exist. */
export function filesUnder(folder: string, root = ROOT): string[] {
  let entries
  try {
    entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  } catch {
    return []
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !path.includes('node_modules/'))
    .sort()
}

/** Every TypeScript file of the repository, parsed. */
export function readTree(root = ROOT): SourceFile[] {
  return FOLDERS.flatMap((folder) => filesUnder(folder, root))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => readSource(path, readFileSync(join(root, path), 'utf8')))
}

export const isTest = (path: string): boolean => /\.test\.tsx?$|\.spec\.ts$/.test(path)
export const isRenderer = (path: string): boolean => path.startsWith('src/renderer/')
/** Product code: under src and not a test. */
export const isProduct = (path: string): boolean => path.startsWith('src/') && !isTest(path)
