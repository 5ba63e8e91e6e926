import type { Kysely } from 'kysely'
import { isUniqueViolation } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { type AppError, fieldError } from '#shared/errors/index.ts'
import { findAccountByName } from './repo.ts'

/** The comparison key of a user name, which ignores letter case and full-width forms. */
export const toUsernameKey = (username: string): string => username.normalize('NFKC').trim().toLowerCase()

/**
 * @param options the account that gets the name (0: a new one), and the form's field
 * @throws AppError `conflict` when another account has the name
 */
export async function requireFreeName(
  db: Kysely<Database>,
  username: string,
  { id, field }: { id: number; field: string },
): Promise<void> {
  const other = await findAccountByName(db, toUsernameKey(username))
  if (other && other.id !== id) throw createDuplicateError(username, field)
}

/** Reports a duplicate that a concurrent call has inserted. */
export async function rejectDuplicateName<T>(
  { username, field }: { username: string; field: string },
  work: Promise<T>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isUniqueViolation(error) ? createDuplicateError(username, field) : error
  }
}

const createDuplicateError = (username: string, field: string): AppError =>
  fieldError('conflict', field, `账号“${username}”已存在，请换一个账号`)
