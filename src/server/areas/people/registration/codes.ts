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
/** ms for which a code is good, and wrong tries that it bears. */
const CODE_MS = CODE_MINUTES * 60_000
const TRIES = 5

/** Codes for one number, and to one address, in an hour and in a day. An office has one address for all. */
const LIMITS = { phone: { hour: 5, day: 10 }, ip: { hour: 20, day: 60 } } as const

/** What stands in the database for numbers, addresses and codes, so that a copy of it tells none of them. */
export interface Keyed {
  phone: string
  hash: (text: string) => string
}

/** Not to be called in a transaction. */
export async function keyed(deps: ServerDeps, phone: string): Promise<Keyed> {
  const key = await derivedKey(deps, 'phone codes')
  const hash = (text: string): string => createHmac('sha256', key).update(text).digest('hex')
  return { phone: hash(`phone ${phone}`), hash }
}

/**
 * Makes the number's new code, in place of an earlier one, and counts it.
 * @throws AppError `too-many` that says how long to wait
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
  requireBelow(toPhone, LIMITS.phone, time, '这个手机号获取验证码的次数过多')
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

/** `times`: the newest first. */
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
 * Is it the number's code? It stays good until it is spent; wrong ones are counted. Not in a transaction that may fail.
 * @throws AppError `invalid` at the field
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
  // A right one is no failed try: the form may be refused for something else and sent again.
  await db
    .updateTable('phone_code')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('phone', '=', of.phone)
    .execute()
}

/** Uses the code up. @throws AppError `invalid` when somebody did so meanwhile */
export async function spendCode(db: Kysely<Database>, of: Keyed, code: string): Promise<void> {
  const found = db.deleteFrom('phone_code').where('phone', '=', of.phone).where('code', '=', codeHash(of, code))
  if ((await found.executeTakeFirst()).numDeletedRows === 0n) throw wrong('手机验证码已失效，请重新获取')
}

const wrong = (message: string): AppError => fieldError('invalid', 'phoneCode', message)
