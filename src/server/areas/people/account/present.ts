import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { readAuthority } from './authority.ts'

/** The login result without its token (C·§3). */
export async function loginResult(db: Kysely<Database>, account: { username: string; roleId: number }) {
  return { username: account.username, ...(await readAuthority(db, account.roleId)) }
}
