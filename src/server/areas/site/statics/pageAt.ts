import type { ServerDeps } from '#server/deps.ts'
import { currentDb } from '#server/db/ambientDatabase.ts'
import { currentSlot, siteFolder } from '#server/storage/siteFolders.ts'
import { redirectKey } from '#shared/domain/redirects.ts'
import { createFileLookup } from './publishedSite.ts'
import { readRecord } from './slotRecord.ts'

/** Finds the built page at the old address of a redirect; null: none. */
export async function pageAt(deps: ServerDeps, siteId: number, source: string): Promise<string | null> {
  const key = redirectKey(source).slice(1)
  if (key.endsWith('*')) return findPageBelow(deps, siteId, key.slice(0, -1))
  const fileAt = await createFileLookup(deps, siteId)
  if (!fileAt) return null
  for (const path of [key, `${key}/index.html`]) {
    const found = await fileAt(path)
    if (found && found !== 'folder') return `/${path}`
  }
  return null
}

async function findPageBelow(deps: ServerDeps, siteId: number, folder: string): Promise<string | null> {
  const root = siteFolder(deps.dataDir, siteId)
  const built = readRecord(root, currentSlot(root))
  if (built) {
    const path = [...built.pages.keys()].find((page) => page.startsWith(folder))
    return path === undefined ? null : `/${path}`
  }
  const row = await currentDb(deps.db)
    .selectFrom('site_file')
    .select('path')
    .where('siteId', '=', siteId)
    .where('path', '>=', folder)
    .where('path', '<', `${folder}\u{10ffff}`)
    .limit(1)
    .executeTakeFirst()
  return row ? `/${row.path}` : null
}
