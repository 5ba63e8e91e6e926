import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { readAuthority } from './authority.ts'
import type { Account } from './repo.ts'

/** The login result without its token (C·§3). `tooOld`: the password has to be changed for its age. */
export async function loginResult(db: Kysely<Database>, account: Account, tooOld: boolean) {
  const { username, roleId, mustChangePassword } = account
  return { username, mustChangePassword: mustChangePassword === 1 || tooOld, ...(await readAuthority(db, roleId)) }
}
