import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'

export type EntryPage = Omit<RowOf<'entry_page'>, 'siteId'>

/** Rows of one statement. */
const ROWS = 500

/**
 * Notes which page shows each entry after a build. Only what changed is written. Entries that lost their page keep a row
 * that tells where it was, as long as they exist.
 */
export async function noteEntryPages(db: Kysely<Database>, siteId: number, pages: readonly EntryPage[]): Promise<void> {
  const before = new Map<number, EntryPage>()
  await readPages(db, siteId, (row) => before.set(row.contentId, row))
  const now = new Set(pages.map(({ contentId }) => contentId))
  const gone = [...before.values()].filter(({ contentId, revision }) => revision !== '' && !now.has(contentId))
  const changed = [
    ...pages.filter((page) => isOther(page, before.get(page.contentId))),
    ...gone.map((page) => ({ ...page, revision: '', problem: '' })),
  ]
  for (const part of splitIntoBatches(changed, ROWS))
    await db
      .insertInto('entry_page')
      .values(part.map((page) => ({ siteId, ...page })))
      .onConflict((conflict) =>
        conflict.columns(['siteId', 'contentId']).doUpdateSet((eb) => ({
          path: eb.ref('excluded.path'),
          revision: eb.ref('excluded.revision'),
          problem: eb.ref('excluded.problem'),
        })),
      )
      .execute()
  await db
    .deleteFrom('entry_page')
    .where('siteId', '=', siteId)
    .where('revision', '=', '')
    .where('contentId', 'not in', (eb) => eb.selectFrom('content').select('id').where('siteId', '=', siteId))
    .execute()
}

/** Reads in parts, so that other work of the process goes on in between. */
async function readPages(db: Kysely<Database>, siteId: number, take: (page: EntryPage) => void): Promise<void> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('entry_page')
      .select(['contentId', 'path', 'revision', 'problem'])
      .where('siteId', '=', siteId)
      .where('contentId', '>', after)
      .orderBy('contentId')
      .limit(ROWS * 4)
      .execute()
    for (const row of rows) take(row)
    const last = rows.at(-1)
    if (!last || rows.length < ROWS * 4) return
    after = last.contentId
  }
}

const isOther = (page: EntryPage, before: EntryPage | undefined): boolean =>
  before === undefined ||
  before.path !== page.path ||
  before.revision !== page.revision ||
  before.problem !== page.problem
