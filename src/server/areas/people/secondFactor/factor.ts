import type { Sealed } from '#server/db/table.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { parseAppCode, createRecoveryCodes, createSecret, findTimeStep } from './codes.ts'
import type { KeyDeps } from '#server/secrets/keys.ts'
import { openSecret, sealSecret, type SecretBinding } from '#server/secrets/sealing.ts'
import { createHmac } from 'node:crypto'
import { deriveKey } from '#server/secrets/deriveKey.ts'

/**
 * Hashes recovery codes for storage. The key is not in the database, so that a copy of the database can't be searched
 * for codes.
 */
async function hashRecoveryCodes(
  deps: KeyDeps,
  accountId: number,
  codes: readonly string[],
): Promise<readonly string[]> {
  const key = await deriveKey(deps, 'recovery codes')
  return codes.map((code) =>
    createHmac('sha256', key)
      .update(`${accountId} ${normalizeRecoveryCode(code)}`)
      .digest('hex'),
  )
}

/** Normalizes a typed recovery code. */
const normalizeRecoveryCode = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')

/** The means by which an account was verified. */
export type FactorProof = 'app' | 'recovery'

const toSecretId = (accountId: number): SecretBinding => ({ use: 'second factor', owner: accountId })

const findFactorRow = (db: Kysely<Database>, accountId: number) =>
  db.selectFrom('second_factor').selectAll().where('accountId', '=', accountId).executeTakeFirst()

/** The active factor and the number of unused recovery codes; null while it is disabled. */
export async function readFactor(db: Kysely<Database>, accountId: number) {
  const row = await findFactorRow(db, accountId)
  if (!row?.confirmedTime) return null
  const { left } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return { confirmedTime: row.confirmedTime, recoveryLeft: left }
}

/**
 * Checks and consumes a code of the account's app or a recovery code; null for a wrong or used one. Of two concurrent
 * calls with the same code only one succeeds. Must not run in a transaction.
 */
export async function consumeCode(
  deps: KeyDeps,
  accountId: number,
  typed: string,
  now: Date,
): Promise<FactorProof | null> {
  const code = parseAppCode(typed)
  if (code !== null) return (await consumeAppCode(deps, accountId, code, now)) ? 'app' : null
  const [codeHash = ''] = await hashRecoveryCodes(deps, accountId, [typed])
  const used = await deps.db
    .deleteFrom('recovery_code')
    .where('accountId', '=', accountId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  return used.numDeletedRows > 0n ? 'recovery' : null
}

async function consumeAppCode(deps: KeyDeps, accountId: number, code: string, now: Date): Promise<boolean> {
  const row = await findFactorRow(deps.db, accountId)
  if (!row?.confirmedTime) return false
  const step = findTimeStep(await decryptSecret(deps, accountId, row.secret), code, now)
  if (step === null) return false
  // A time step is accepted once, and no earlier step, even if the clock is set back.
  const used = await deps.db
    .updateTable('second_factor')
    .set({ lastStep: step })
    .where('accountId', '=', accountId)
    .where('secret', '=', row.secret)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** Saves a new secret (base32), pending its first code, and returns it; an active factor stays active. */
export async function beginFactor(deps: KeyDeps, accountId: number): Promise<string> {
  const secret = createSecret()
  const newSealed = await sealSecret(deps, toSecretId(accountId), secret)
  await deps.db
    .insertInto('second_factor')
    .values({ accountId, secret: '', newSecret: newSealed, confirmedTime: 0, lastStep: 0 })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet({ newSecret: newSealed }))
    .execute()
  return secret
}

/**
 * Activates the pending secret by a code of it. Returns new recovery codes, which replace all earlier ones. `deps.db`
 * is a transaction.
 * @throws AppError `invalid` for a wrong code, `conflict` when no secret is pending
 */
export async function confirmFactor(deps: KeyDeps, accountId: number, typed: string, now: Date): Promise<string[]> {
  const row = await findFactorRow(deps.db, accountId)
  if (!row?.newSecret) throw createRestartedError()
  const step = findTimeStep(await decryptSecret(deps, accountId, row.newSecret), parseAppCode(typed) ?? '', now)
  if (step === null) throw fieldError('invalid', 'factorCode', WRONG_CODE_TEXT)
  const { codes, hashes } = await createHashedCodes(deps, accountId)
  const put = await deps.db
    .updateTable('second_factor')
    .set({ secret: row.newSecret, newSecret: '', confirmedTime: now.getTime(), lastStep: step })
    .where('accountId', '=', accountId)
    .where('newSecret', '=', row.newSecret)
    .executeTakeFirst()
  if (put.numUpdatedRows === 0n) throw createRestartedError()
  await replaceCodes(deps.db, accountId, hashes)
  return codes
}

/** Replaces all recovery codes. `deps.db` is a transaction. */
export async function renewRecoveryCodes(deps: KeyDeps, accountId: number): Promise<string[]> {
  const { codes, hashes } = await createHashedCodes(deps, accountId)
  await replaceCodes(deps.db, accountId, hashes)
  return codes
}

/** Deletes the factor and its recovery codes. Returns false when there was none. */
export async function removeFactor(db: Kysely<Database>, accountId: number): Promise<boolean> {
  await db.deleteFrom('recovery_code').where('accountId', '=', accountId).execute()
  const gone = await db
    .deleteFrom('second_factor')
    .where('accountId', '=', accountId)
    .where('confirmedTime', '>', 0)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

async function createHashedCodes(deps: KeyDeps, accountId: number) {
  const codes = createRecoveryCodes()
  return { codes, hashes: await hashRecoveryCodes(deps, accountId, codes) }
}

async function replaceCodes(db: Kysely<Database>, accountId: number, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('accountId', '=', accountId).execute()
  await db
    .insertInto('recovery_code')
    .values(hashes.map((codeHash) => ({ accountId, codeHash })))
    .execute()
}

async function decryptSecret(deps: KeyDeps, accountId: number, sealed: Sealed): Promise<string> {
  const secret = await openSecret(deps, toSecretId(accountId), sealed)
  if (secret !== null) return secret
  throw new AppError('forbidden', '服务器的密钥文件已更换，无法核对两步验证码，请联系管理员重置您的两步验证')
}

const WRONG_CODE_TEXT = '验证码不正确，请输入应用当前显示的 6 位数字，并确认手机的时间准确'
const createRestartedError = (): AppError => new AppError('conflict', '设置已在别处重新开始或完成，请重新开始设置')
