import { mkdir, open, readdir, realpath, rm } from 'node:fs/promises'
import { join, posix, sep } from 'node:path'
import { extractZip } from '#server/storage/zip/extract.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { ServerDeps } from '#server/deps.ts'

/** An archive that was unpacked for one import. */
export interface Folder {
  /** Paths of its files with `/`, sorted. */
  files: readonly string[]
  /** null: there is no such file, or it is larger. */
  read(path: string, mostBytes: number): Promise<Buffer | null>
  pathOf(path: string): string
  close(): Promise<void>
}

/** Unpacks a zip file; names that leave it, links and bombs are refused (planZip). @throws AppErrors of extractZip */
export async function openFolder(deps: ServerDeps, zip: string): Promise<Folder> {
  const { blobs } = await storesOf(deps)
  const root = await blobs.tempFile()
  await mkdir(root)
  const close = (): Promise<void> => rm(root, { recursive: true, force: true, maxRetries: 3 })
  try {
    await extractZip(zip, root)
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .split(sep)
          .join('/'),
      )
      .filter((path) => !path.startsWith('__MACOSX/'))
      .toSorted()
    const known = new Set(files)
    return {
      files,
      close,
      pathOf: (path) => join(root, ...path.split('/')),
      async read(path, mostBytes) {
        const clean = posix.normalize(path)
        if (!known.has(clean)) return null
        const file = await realpath(join(root, ...clean.split('/')))
        const handle = await open(file, 'r')
        try {
          return (await handle.stat()).size > mostBytes ? null : await handle.readFile()
        } finally {
          await handle.close()
        }
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
