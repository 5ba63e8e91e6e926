import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SiteData } from '#engine/index.ts'

/** Data of the server as it was known last. */
export interface CachedSite {
  siteId: number
  sites: { id: number; title: string; isBound: boolean }[]
  data: SiteData
  /** ISO. */
  date: string
}

/** Keeps the data of previewed workspaces for times without a server. */
export function createDataCache(folder: string) {
  const fileOf = (workspace: string): string =>
    join(folder, `${createHash('sha256').update(workspace).digest('hex').slice(0, 32)}.json`)
  return {
    /** null: nothing is known, or it can't be read. */
    async read(workspace: string): Promise<CachedSite | null> {
      try {
        return JSON.parse(await readFile(fileOf(workspace), 'utf8')) as CachedSite
      } catch {
        return null
      }
    },
    async write(workspace: string, data: CachedSite): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = fileOf(workspace)
      await writeFile(`${file}.next`, JSON.stringify(data), { mode: 0o600 })
      await rename(`${file}.next`, file)
    },
  }
}
