import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { deriveKey } from '#server/secrets/deriveKey.ts'
import { acquireTransactionLock } from '#server/db/locks.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { PHONE_CODE_LIFETIME_MINUTES, RESEND_SECONDS } from '#shared/contract/registration.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { toNetwork } from '../signInRules/index.ts'

const HOUR_MS = 3_600_000
/** Lifetime of a code, ms, and its number of wrong attempts. */
const CODE_LIFETIME_MS = PHONE_CODE_LIFETIME_MINUTES * 60_000
const MAX_TRIES = 5

/** Codes per phone number and per address, in an hour and in a day. An office shares one address. */
const LIMITS = { phone: { hour: 5, day: 10 }, ip: { hour: 20, day: 60 } } as const

/**
 * The hash of a phone number. The database holds only HMACs of numbers, addresses and codes, so that a copy of it
 * reveals none.
 */
export interface HashedPhone {
  phone: string
  hash: (text: string) => string
}

/** Must not run in a transaction. */
export async function hashPhone(deps: ServerDeps, phone: string): Promise<HashedPhone> {
  const key = await deriveKey(deps, 'phone codes')
  const hash = (text: string): string => createHmac('sha256', key).update(text).digest('hex')
  return { phone: hash(`phone ${phone}`), hash }
}

/**
 * Creates a new code for the number, replaces an earlier one, and counts it.
 * @throws AppError `too-many` with the time to wait
 */
export async function createCode(
  db: Kysely<Database>,
  { phone, hash }: HashedPhone,
  ip: string,
  now: Date,
): Promise<string> {
  const time = now.getTime()
  const address = hash(`ip ${toNetwork(ip)}`)
  await acquireTransactionLock(db, 'phoneCode')
  await db
    .deleteFrom('phone_code_sent')
    .where('time', '<=', time - DAY_MS)
    .execute()
  await db.deleteFrom('phone_code').where('expireTime', '<=', time).execute()
  const readSentTimes = async (key: string): Promise<number[]> => {
    const rows = db.selectFrom('phone_code_sent').select('time').where('key', '=', key)
    return (await rows.orderBy('time', 'desc').execute()).map((row) => row.time)
  }
  const phoneTimes = await readSentTimes(phone)
  const last = phoneTimes[0] ?? 0
  const waitSeconds = Math.ceil((last + RESEND_SECONDS * 1000 - time) / 1000)
  if (last > 0 && waitSeconds > 0) throw new AppError('too-many', `验证码已发送，请 ${waitSeconds} 秒后再获取`)
  requireBelowLimit(phoneTimes, LIMITS.phone, time, '该手机号获取验证码的次数过多')
  requireBelowLimit(await readSentTimes(address), LIMITS.ip, time, '您所在的网络获取验证码的次数过多')
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  await db
    .insertInto('phone_code_sent')
    .values([phone, address].map((key) => ({ key, time })))
    .execute()
  const row = { code: hashCode({ phone, hash }, code), expireTime: time + CODE_LIFETIME_MS, tries: 0 }
  await db
    .insertInto('phone_code')
    .values({ phone, ...row })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet(row))
    .execute()
  return code
}

/** `times`: newest first. */
function requireBelowLimit(
  times: readonly number[],
  { hour, day }: { hour: number; day: number },
  now: number,
  what: string,
) {
  const inHour = times.filter((time) => time > now - HOUR_MS)
  const first = inHour.length >= hour ? inHour[hour - 1] : undefined
  if (first !== undefined)
    throw new AppError('too-many', `${what}，请 ${Math.ceil((first + HOUR_MS - now) / 60_000)} 分钟后再试`)
  if (times.length >= day) throw new AppError('too-many', `${what}，请明天再试`)
}

const hashCode = ({ phone, hash }: HashedPhone, code: string): string => hash(`code ${phone} ${code}`)

/**
 * Checks the code of a number, without consuming it; wrong codes are counted. Must not run in a transaction that may
 * fail.
 * @throws AppError `invalid` with the field
 */
export async function requirePhoneCode(db: Kysely<Database>, of: HashedPhone, code: string, now: Date): Promise<void> {
  const row = await db
    .updateTable('phone_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('phone', '=', of.phone)
    .where('expireTime', '>', now.getTime())
    .where('tries', '<', MAX_TRIES)
    .returning('code')
    .executeTakeFirst()
  if (!row) throw createCodeError('手机验证码已失效，请重新获取')
  if (!timingSafeEqual(Buffer.from(row.code), Buffer.from(hashCode(of, code))))
    throw createCodeError('手机验证码不正确')
  // A right code is not counted, because the form may be refused for another reason and sent again.
  await db
    .updateTable('phone_code')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('phone', '=', of.phone)
    .execute()
}

/** Consumes the code. @throws AppError `invalid` when a concurrent call has consumed it */
export async function consumePhoneCode(db: Kysely<Database>, of: HashedPhone, code: string): Promise<void> {
  const found = db.deleteFrom('phone_code').where('phone', '=', of.phone).where('code', '=', hashCode(of, code))
  if ((await found.executeTakeFirst()).numDeletedRows === 0n) throw createCodeError('手机验证码已失效，请重新获取')
}

const createCodeError = (message: string): AppError => fieldError('invalid', 'phoneCode', message)
