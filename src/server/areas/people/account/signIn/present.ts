import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { readFactor } from '#server/areas/people/secondFactor/index.ts'
import { needsFactor, type Rules } from '#server/areas/people/signInRules/index.ts'
import { readAuthority } from '../authority.ts'
import type { Account } from '../repo.ts'

/** The login result without its token (C·§3). `tooOld`: the password has expired and must be changed. */
export async function readLoginResult(db: Kysely<Database>, rules: Rules, account: Account, tooOld: boolean) {
  const { id, username, roleId } = account
  const mustChangePassword = account.mustChangePassword === 1 || tooOld
  const mustSetUpFactor = needsFactor(rules, roleId) && !(await readFactor(db, id))
  return { username, mustChangePassword, mustSetUpFactor, ...(await readAuthority(db, roleId)) }
}
