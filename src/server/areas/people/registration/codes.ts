import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { derivedKey } from '#server/secrets/derivedKey.ts'
import { transactionLock } from '#server/db/locks.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { CODE_MINUTES, RESEND_SECONDS } from '#shared/contract/registration.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { networkOf } from '../signInRules/index.ts'

const HOUR_MS = 3_600_000
/** Lifetime of a code, ms, and its number of wrong attempts. */
const CODE_MS = CODE_MINUTES * 60_000
const TRIES = 5

/** Codes per phone number and per address, in an hour and in a day. An office shares one address. */
const LIMITS = { phone: { hour: 5, day: 10 }, ip: { hour: 20, day: 60 } } as const

/**
 * The hash of a phone number. The database holds only HMACs of numbers, addresses and codes, so that a copy of it
 * reveals none.
 */
export interface Keyed {
  phone: string
  hash: (text: string) => string
}

/** Must not run in a transaction. */
export async function keyed(deps: ServerDeps, phone: string): Promise<Keyed> {
  const key = await derivedKey(deps, 'phone codes')
  const hash = (text: string): string => createHmac('sha256', key).update(text).digest('hex')
  return { phone: hash(`phone ${phone}`), hash }
}

/**
 * Creates a new code for the number, replaces an earlier one, and counts it.
 * @throws AppError `too-many` with the time to wait
 */
export async function newCode(db: Kysely<Database>, { phone, hash }: Keyed, ip: string, now: Date): Promise<string> {
  const time = now.getTime()
  const address = hash(`ip ${networkOf(ip)}`)
  await transactionLock(db, 'phoneCode')
  await db
    .deleteFrom('phone_code_sent')
    .where('time', '<=', time - DAY_MS)
    .execute()
  await db.deleteFrom('phone_code').where('expireTime', '<=', time).execute()
  const sent = async (key: string): Promise<number[]> => {
    const rows = db.selectFrom('phone_code_sent').select('time').where('key', '=', key)
    return (await rows.orderBy('time', 'desc').execute()).map((row) => row.time)
  }
  const toPhone = await sent(phone)
  const last = toPhone[0] ?? 0
  const left = Math.ceil((last + RESEND_SECONDS * 1000 - time) / 1000)
  if (last > 0 && left > 0) throw new AppError('too-many', `验证码已发送，请 ${left} 秒后再获取`)
  requireBelow(toPhone, LIMITS.phone, time, '该手机号获取验证码的次数过多')
  requireBelow(await sent(address), LIMITS.ip, time, '您所在的网络获取验证码的次数过多')
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  await db
    .insertInto('phone_code_sent')
    .values([phone, address].map((key) => ({ key, time })))
    .execute()
  const row = { code: codeHash({ phone, hash }, code), expireTime: time + CODE_MS, tries: 0 }
  await db
    .insertInto('phone_code')
    .values({ phone, ...row })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet(row))
    .execute()
  return code
}

/** `times`: newest first. */
function requireBelow(
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

const codeHash = ({ phone, hash }: Keyed, code: string): string => hash(`code ${phone} ${code}`)

/**
 * Checks the code of a number, without consuming it; wrong codes are counted. Must not run in a transaction that may
 * fail.
 * @throws AppError `invalid` with the field
 */
export async function requireCode(db: Kysely<Database>, of: Keyed, code: string, now: Date): Promise<void> {
  const row = await db
    .updateTable('phone_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('phone', '=', of.phone)
    .where('expireTime', '>', now.getTime())
    .where('tries', '<', TRIES)
    .returning('code')
    .executeTakeFirst()
  if (!row) throw wrong('手机验证码已失效，请重新获取')
  if (!timingSafeEqual(Buffer.from(row.code), Buffer.from(codeHash(of, code)))) throw wrong('手机验证码不正确')
  // A right code is not counted, because the form may be refused for another reason and sent again.
  await db
    .updateTable('phone_code')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('phone', '=', of.phone)
    .execute()
}

/** Consumes the code. @throws AppError `invalid` when a concurrent call has consumed it */
export async function spendCode(db: Kysely<Database>, of: Keyed, code: string): Promise<void> {
  const found = db.deleteFrom('phone_code').where('phone', '=', of.phone).where('code', '=', codeHash(of, code))
  if ((await found.executeTakeFirst()).numDeletedRows === 0n) throw wrong('手机验证码已失效，请重新获取')
}

const wrong = (message: string): AppError => fieldError('invalid', 'phoneCode', message)
