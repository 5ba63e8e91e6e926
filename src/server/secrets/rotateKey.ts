import type { Sealed } from '#server/db/table.ts'
import { sql } from 'kysely'
import { addKey, dropOldKeys, type KeyDeps, readSealingKeys } from './keys.ts'
import { SEALED_COLUMNS } from './sealedColumns.ts'
import { keyIdOf, openSecret, sealWith } from './sealing.ts'

/** Number of secrets that were sealed again, and of secrets that could not be opened and stay unchanged. */
interface Rotation {
  sealed: number
  unreadable: number
}

/**
 * Seals all secrets with a new key: SITECRAFT_SECRET_KEY when it is set, else a new key in the data folder. No server
 * may run on the data. After an interruption everything is readable, and the rotation can be repeated.
 */
export async function rotateKey(deps: KeyDeps): Promise<Rotation> {
  if (!deps.secretKey) await addKey(deps.dataDir)
  const [key] = await readSealingKeys(deps)
  const rotation = await deps.db.transaction().execute(async (db) => {
    const done: Rotation = { sealed: 0, unreadable: 0 }
    for (const [place, { use, owner }] of Object.entries(SEALED_COLUMNS)) {
      const [table = '', column = ''] = place.split('.')
      const names = { table: sql.table(table), column: sql.ref(column), owner: sql.ref(owner) }
      const { rows } = await sql<{ id: number; sealed: Sealed }>`
        select ${names.owner} as "id", ${names.column} as "sealed" from ${names.table} where ${names.column} <> ''`.execute(
        db,
      )
      for (const { id, sealed } of rows) {
        if (keyIdOf(sealed) === key.id) continue
        const of = { use, owner: id }
        const secret = await openSecret({ ...deps, db }, of, sealed)
        if (secret === null) {
          done.unreadable += 1
          continue
        }
        const anew = sealWith(key, of, secret)
        await sql`update ${names.table} set ${names.column} = ${anew}
          where ${names.owner} = ${id} and ${names.column} = ${sealed}`.execute(db)
        done.sealed += 1
      }
    }
    return done
  })
  await dropOldKeys(deps.dataDir)
  return rotation
}
