import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { DeadLink } from '#shared/contract/deadLink.ts'
import type { SiteBundle } from '../engine/index.ts'
import type { SlotRecord } from '../statics/index.ts'

type Source = Pick<DeadLink, 'source' | 'folder' | 'file' | 'line' | 'entryId' | 'columnId' | 'entryTitle' | 'menuType'>

/**
 * Creates a function that finds the source of a link: the line of a template, else the entry whose text or fields
 * contain it, else `other` (an address that a template composes).
 */
export async function createSourceFinder(
  db: Kysely<Database>,
  { record, bundle }: { record: SlotRecord; bundle: SiteBundle | null },
): Promise<(found: { address: string; places: DeadLink['places'] }) => Promise<Source>> {
  const files = new Map(bundle?.template.files)
  const none: Source = {
    source: 'other',
    folder: '',
    file: '',
    line: 0,
    entryId: 0,
    columnId: 0,
    entryTitle: '',
    menuType: 0,
  }

  function findInTemplate(address: string, page: string): Source | null {
    for (const key of record.pages.get(page)?.dependencies ?? []) {
      const text = key.startsWith('file:') ? files.get(key.slice(5))?.text : null
      const at = text ? findQuoted(text, address) : -1
      if (!text || at < 0) continue
      const line = text.slice(0, at).split('\n').length
      return { ...none, source: 'template', folder: bundle?.template.folder ?? '', file: key.slice(5), line }
    }
    return null
  }

  async function findInEntry(address: string, places: DeadLink['places']): Promise<Source | null> {
    const pageEntryIds = places.map(({ entryId }) => entryId)
    // List pages also show images and links of their entries.
    const pages = places.slice(0, 3).flatMap(({ page }) => record.pages.get(toFilePath(page))?.dependencies ?? [])
    const listed = pages.flatMap((key) => (key.startsWith('entry:') ? Number(key.slice(6)) : []))
    const ids = [...new Set([...pageEntryIds, ...listed])].filter((id) => id > 0).slice(0, 200)
    if (ids.length === 0) return null
    const rows = await db
      .selectFrom('content')
      .leftJoin('content_body', 'content_body.contentId', 'content.id')
      .innerJoin('site_column', 'site_column.id', 'content.classId')
      .select([
        'site_column.menuType',
        'content.id',
        'content.classId',
        'content.title',
        'content.fields',
        'content_body.bodies',
      ])
      .where('content.id', 'in', ids)
      .execute()
    const containsAddress = (text: string | null): boolean =>
      text !== null && [address, address.replaceAll('&', '&amp;')].some((each) => text.includes(each))
    const row = rows.find(({ fields, bodies }) => containsAddress(fields) || containsAddress(bodies))
    return row
      ? {
          ...none,
          source: 'entry',
          entryId: row.id,
          columnId: row.classId,
          entryTitle: row.title,
          menuType: row.menuType,
        }
      : null
  }

  return async ({ address, places }) => {
    const [first] = places
    const template = first ? findInTemplate(address, toFilePath(first.page)) : null
    return template ?? (await findInEntry(address, places)) ?? { ...none, columnId: first?.columnId ?? 0 }
  }
}

/** The file path of a page's address. */
const toFilePath = (address: string): string => {
  const path = decodeURI(address).replace(/^\//, '')
  return path === '' || path.endsWith('/') ? `${path}index.html` : path
}

/** Finds an address in quotes; templates may omit the leading slash. */
function findQuoted(text: string, address: string): number {
  const bare = address.replace(/^\//, '')
  const places = [`"${address}"`, `'${address}'`, `"${bare}"`, `'${bare}'`, `=${address}`].map((each) =>
    text.indexOf(each),
  )
  return places.find((at) => at >= 0) ?? -1
}
