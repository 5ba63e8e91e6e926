import type { Insertable, Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'

let made = 0

/** Inserts a user group, under the super administrators' one unless told otherwise. Answers its id. */
export async function buildGroup(
  db: Kysely<Database>,
  given: Partial<Insertable<Database['role']>> = {},
): Promise<number> {
  const row = { title: `用户组 ${++made}`, createTime: Date.now(), ...given }
  return (await db.insertInto('role').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Inserts a department, above all unless told otherwise. Answers its id. */
export async function buildDepartment(
  db: Kysely<Database>,
  given: Partial<Insertable<Database['department']>> = {},
): Promise<number> {
  const row = { title: `部门 ${++made}`, parentId: 0, createTime: Date.now(), updatedBy: '', updateTime: 0, ...given }
  return (await db.insertInto('department').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Inserts an account that can't sign in with a password; what isn't given is plausible and unique. Answers its id. */
export async function buildAccount(
  db: Kysely<Database>,
  { username = `built${++made}`, ...given }: Partial<Insertable<Database['account']>> & { roleId: number },
): Promise<number> {
  const row = {
    username,
    usernameKey: username.toLowerCase(),
    passwordHash: null,
    isStatus: 1 as const,
    createTime: Date.now(),
    trueName: `用户 ${made}`,
    email: `${username}@example.com`,
    ...given,
  }
  return (await db.insertInto('account').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** The group of an account. */
export const groupOf = async (db: Kysely<Database>, username: string): Promise<number> =>
  (await db.selectFrom('account').select('roleId').where('username', '=', username).executeTakeFirstOrThrow()).roleId
