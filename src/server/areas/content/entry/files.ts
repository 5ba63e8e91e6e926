import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { fileAddressesIn } from '#shared/domain/fileAddresses.ts'
import { toChunks, type Values } from '../store/entries.ts'

/** Stores which uploads the entries mention. @param isNew skips the deletion of old rows */
export async function storeFileUses(
  db: Kysely<Database>,
  entries: readonly { id: number; values: Values }[],
  isNew: boolean,
): Promise<void> {
  const ids = entries.map(({ id }) => id)
  if (!isNew) await db.deleteFrom('content_file').where('contentId', 'in', ids).execute()
  const uses = entries.flatMap(({ id: contentId, values }) =>
    [...fileAddressesIn(Object.values(values))].map((accessPath) => ({ contentId, accessPath })),
  )
  for (const part of toChunks(uses)) await db.insertInto('content_file').values(part).execute()
}
