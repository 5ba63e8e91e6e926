import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { readAuthority } from './authority.ts'
import type { Account } from './repo.ts'

/** The login result without its token (C·§3). */
export async function loginResult(db: Kysely<Database>, account: Account) {
  const { username, roleId, mustChangePassword } = account
  return { username, mustChangePassword: mustChangePassword === 1, ...(await readAuthority(db, roleId)) }
}
