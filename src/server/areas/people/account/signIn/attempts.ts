import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import type { Database } from '#server/db/schema.ts'
import { toNetwork, type Rules } from '#server/areas/people/signInRules/index.ts'

/** Factor of the limit for all unknown devices together, relative to the limit of one address. */
const TOTAL_LIMIT_FACTOR = 10
/** Failures that led to no lock expire after this time, ms. */
const FAILURE_LIFETIME_MS = 24 * 3_600_000
/** A device stays known for this time after its last sign-in, ms. */
const DEVICE_LIFETIME_MS = 180 * 24 * 3_600_000

/** Origin of a sign-in. */
export interface Origin {
  ip: string
  userAgent: string
  /** Secret id of the device; '' for clients without one. */
  deviceId: string
}

/** A counter of failed attempts and its limit. */
interface Counter {
  key: string
  /** The user name the failures belong to. */
  name: string
  maxFailures: number
  /** Duration of the lock after too many failures, ms. */
  lockMs: number
}
export type Counters = readonly Counter[]

type LockRules = Pick<Rules, 'lockFailures' | 'lockMinutes'>

const createCounter = (key: string, name: string, { lockFailures, lockMinutes }: LockRules, times = 1): Counter => ({
  key,
  name,
  maxFailures: lockFailures * times,
  lockMs: lockMinutes * 60_000,
})

/**
 * The counters of a sign-in. A known device has its own counter, so that strangers can't lock the owner out; unknown
 * devices share a counter per network and one in total.
 */
export async function findSignInCounters(
  db: Kysely<Database>,
  account: { id: number } | undefined,
  usernameKey: string,
  { from, now, rules }: { from: Origin; now: Date; rules: LockRules },
): Promise<Counters> {
  const device = hashDevice(from)
  if (account && (await isKnownDevice(db, account.id, device, now)))
    return [createCounter(`${usernameKey} device ${device}`, usernameKey, rules)]
  return [
    createCounter(`${usernameKey} from ${toNetwork(from.ip)}`, usernameKey, rules),
    createCounter(`${usernameKey} all`, usernameKey, rules, TOTAL_LIMIT_FACTOR),
  ]
}

/**
 * The counters of second-factor codes. All origins share one counter, because only somebody with the password gets this
 * far; a known device has its own, so that a thief can't lock the owner out.
 */
export async function findCodeCounters(
  db: Kysely<Database>,
  { id, usernameKey }: { id: number; usernameKey: string },
  { from, now, rules }: { from: Origin; now: Date; rules: LockRules },
): Promise<Counters> {
  const device = hashDevice(from)
  const at = (await isKnownDevice(db, id, device, now)) ? ` device ${device}` : ''
  return [createCounter(`${usernameKey} code${at}`, usernameKey, rules)]
}

/** Whether the account has signed in from the device before. */
async function isKnownDevice(db: Kysely<Database>, accountId: number, device: string, now: Date): Promise<boolean> {
  const known = db.selectFrom('known_device').select('accountId').where('accountId', '=', accountId)
  const row = await known
    .where('device', '=', device)
    .where('time', '>', now.getTime() - DEVICE_LIFETIME_MS)
    .executeTakeFirst()
  return row !== undefined
}

/** The counter of the old password during a change, so that an unattended session can't be used to guess it. */
export const createChangeCounters = (usernameKey: string, rules: LockRules): Counters => [
  createCounter(`${usernameKey} change`, usernameKey, rules),
]

/** Resets the counters. */
export async function resetCounters(db: Kysely<Database>, counters: Counters): Promise<void> {
  const keys = counters.map(({ key }) => key)
  await db.deleteFrom('login_attempt').where('usernameKey', 'in', keys).execute()
}

/** Removes all locks and failures of these names. */
export async function unlockNames(db: Kysely<Database>, usernameKeys: readonly string[]): Promise<void> {
  await db.deleteFrom('login_attempt').where('accountKey', 'in', usernameKeys).execute()
}

/** Finds the accounts that are locked for at least one origin. */
export async function findLockedNames(
  db: Kysely<Database>,
  accounts: readonly { usernameKey: string }[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (accounts.length === 0) return new Set()
  const names = accounts.map(({ usernameKey }) => usernameKey)
  const rows = await db
    .selectFrom('login_attempt')
    .select('accountKey')
    .where('accountKey', 'in', names)
    .where('lockedUntil', '>', now.getTime())
    .execute()
  return new Set(rows.map(({ accountKey }) => accountKey))
}

/**
 * Counts an attempt before the password is checked, so that parallel attempts can't exceed the limit. After a success
 * `resetCounters` resets the counters.
 * @throws AppError `locked` while one of the counters is locked
 */
export async function countAttempt(db: Kysely<Database>, counters: Counters, now: Date): Promise<void> {
  const time = now.getTime()
  await db
    .deleteFrom('login_attempt')
    .where((row) =>
      row.or([
        row.and([row('lockedUntil', '>', 0), row('lockedUntil', '<=', time)]),
        row.and([row('lockedUntil', '=', 0), row('time', '<=', time - FAILURE_LIFETIME_MS)]),
      ]),
    )
    .execute()
  for (const { key, name, maxFailures, lockMs } of counters) {
    const { failures, lockedUntil } = await db
      .insertInto('login_attempt')
      .values({ usernameKey: key, accountKey: name, failures: 1, lockedUntil: 0, time })
      .onConflict((conflict) =>
        conflict.column('usernameKey').doUpdateSet({ failures: sql`login_attempt.failures + 1`, time }),
      )
      .returning(['failures', 'lockedUntil'])
      .executeTakeFirstOrThrow()
    if (lockedUntil > time) throw createLockedError(lockedUntil - time)
    if (failures > maxFailures) throw createLockedError(lockMs)
  }
}

/** After a wrong password: locks the counters that have reached their limit. @throws AppError `locked` */
export async function lockAfterLastAttempt(db: Kysely<Database>, counters: Counters, now: Date): Promise<void> {
  let lockedMs = 0
  for (const { key, maxFailures, lockMs } of counters) {
    const result = await db
      .updateTable('login_attempt')
      .set({ lockedUntil: now.getTime() + lockMs })
      .where('usernameKey', '=', key)
      .where('failures', '>=', maxFailures)
      .executeTakeFirst()
    if (result.numUpdatedRows > 0n) lockedMs = lockMs
  }
  if (lockedMs > 0) throw createLockedError(lockedMs)
}

/**
 * Remembers the device after a complete sign-in.
 * @returns whether the device is new and the account has other known devices
 */
export async function rememberDevice(
  db: Kysely<Database>,
  accountId: number,
  { from, now }: { from: Origin; now: Date },
): Promise<boolean> {
  const time = now.getTime()
  await db
    .deleteFrom('known_device')
    .where('time', '<=', time - DEVICE_LIFETIME_MS)
    .execute()
  const device = hashDevice(from)
  const known = await db.selectFrom('known_device').select('device').where('accountId', '=', accountId).execute()
  await db
    .insertInto('known_device')
    .values({ accountId, device, time })
    .onConflict((conflict) => conflict.columns(['accountId', 'device']).doUpdateSet({ time }))
    .execute()
  return known.length > 0 && !known.some((each) => each.device === device)
}

/** Identifies a device by its id if it has one, because network and browser are the same throughout an office. */
const hashDevice = ({ ip, userAgent, deviceId }: Origin): string =>
  createHash('sha256')
    .update(deviceId === '' ? `${toNetwork(ip)} ${userAgent}` : `id ${deviceId}`)
    .digest('hex')

function createLockedError(forMs: number): AppError {
  const minutes = Math.max(1, Math.ceil(forMs / 60_000))
  return new AppError('locked', `登录失败次数过多，账号已锁定，请 ${minutes} 分钟后再试`, {
    details: { fact: { kind: 'locked', minutes } },
  })
}
