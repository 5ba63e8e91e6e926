import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import type { Database } from '#server/db/schema.ts'
import { networkOf, type Rules } from '#server/areas/people/signInRules/index.ts'

/** Failures at one name from all addresses together that it does not know, in locks of one address. */
const ALL_TIMES = 10
/** ms after which failures that locked nothing are forgotten. */
const FORGET_MS = 24 * 3_600_000
/** ms for which a device stays known after its last sign-in. */
const KNOWN_MS = 180 * 24 * 3_600_000

/** Where a sign-in comes from. */
export interface Origin {
  ip: string
  userAgent: string
  /** Nobody else knows it; '' for clients that have none. */
  deviceId: string
}

/** What counts a sign-in, and how many failures it bears. */
interface Counter {
  key: string
  /** The name that is counted at. */
  name: string
  most: number
  /** For how long too many of them lock it, in ms. */
  lockMs: number
}
export type Counters = readonly Counter[]

type LockRules = Pick<Rules, 'lockFailures' | 'lockMinutes'>

const counter = (key: string, name: string, { lockFailures, lockMinutes }: LockRules, times = 1): Counter => ({
  key,
  name,
  most: lockFailures * times,
  lockMs: lockMinutes * 60_000,
})

/**
 * What a sign-in is counted under. A device from which the account was signed in before has a counter of its own, so that
 * strangers, however many, never lock its owner out; all others are slowed down by their address and together.
 */
export async function countersOf(
  db: Kysely<Database>,
  account: { id: number } | undefined,
  usernameKey: string,
  { from, now, rules }: { from: Origin; now: Date; rules: LockRules },
): Promise<Counters> {
  const device = deviceOf(from)
  if (account && (await isKnown(db, account.id, device, now)))
    return [counter(`${usernameKey} device ${device}`, usernameKey, rules)]
  return [
    counter(`${usernameKey} from ${networkOf(from.ip)}`, usernameKey, rules),
    counter(`${usernameKey} all`, usernameKey, rules, ALL_TIMES),
  ]
}

/**
 * What codes of a second factor are counted under: all together, wherever they come from, for only who knows the password
 * gets there; but for a known device, whose owner such a thief can't lock out.
 */
export async function codeCounters(
  db: Kysely<Database>,
  { id, usernameKey }: { id: number; usernameKey: string },
  { from, now, rules }: { from: Origin; now: Date; rules: LockRules },
): Promise<Counters> {
  const device = deviceOf(from)
  const at = (await isKnown(db, id, device, now)) ? ` device ${device}` : ''
  return [counter(`${usernameKey} code${at}`, usernameKey, rules)]
}

/** Was the account signed in from the device before? */
async function isKnown(db: Kysely<Database>, accountId: number, device: string, now: Date): Promise<boolean> {
  const known = db.selectFrom('known_device').select('accountId').where('accountId', '=', accountId)
  const row = await known
    .where('device', '=', device)
    .where('time', '>', now.getTime() - KNOWN_MS)
    .executeTakeFirst()
  return row !== undefined
}

/** What the old password is counted under when somebody changes his own: a session that was left open is no key to guess it. */
export const changeCounters = (usernameKey: string, rules: LockRules): Counters => [
  counter(`${usernameKey} change`, usernameKey, rules),
]

/** Forgets what was counted under these. */
export async function forgetCounters(db: Kysely<Database>, counters: Counters): Promise<void> {
  const keys = counters.map(({ key }) => key)
  await db.deleteFrom('login_attempt').where('usernameKey', 'in', keys).execute()
}

/** Takes every lock off these names, and forgets their failures. */
export async function unlockNames(db: Kysely<Database>, usernameKeys: readonly string[]): Promise<void> {
  await db.deleteFrom('login_attempt').where('accountKey', 'in', usernameKeys).execute()
}

/** Which of these accounts are locked, for some or for all who sign in. */
export async function lockedNames(
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
 * Counts a try before the password is checked, so that parallel guesses can't slip past the limit. `forgetCounters`
 * follows when it was right.
 * @throws AppError `locked` while one of the counters is locked
 */
export async function countAttempt(db: Kysely<Database>, counters: Counters, now: Date): Promise<void> {
  const time = now.getTime()
  await db
    .deleteFrom('login_attempt')
    .where((row) =>
      row.or([
        row.and([row('lockedUntil', '>', 0), row('lockedUntil', '<=', time)]),
        row.and([row('lockedUntil', '=', 0), row('time', '<=', time - FORGET_MS)]),
      ]),
    )
    .execute()
  for (const { key, name, most, lockMs } of counters) {
    const { failures, lockedUntil } = await db
      .insertInto('login_attempt')
      .values({ usernameKey: key, accountKey: name, failures: 1, lockedUntil: 0, time })
      .onConflict((conflict) =>
        conflict.column('usernameKey').doUpdateSet({ failures: sql`login_attempt.failures + 1`, time }),
      )
      .returning(['failures', 'lockedUntil'])
      .executeTakeFirstOrThrow()
    if (lockedUntil > time) throw locked(lockedUntil - time)
    if (failures > most) throw locked(lockMs)
  }
}

/** After a wrong password: locks what had its last allowed try, and then says so. */
export async function lockIfLast(db: Kysely<Database>, counters: Counters, now: Date): Promise<void> {
  let lockedMs = 0
  for (const { key, most, lockMs } of counters) {
    const result = await db
      .updateTable('login_attempt')
      .set({ lockedUntil: now.getTime() + lockMs })
      .where('usernameKey', '=', key)
      .where('failures', '>=', most)
      .executeTakeFirst()
    if (result.numUpdatedRows > 0n) lockedMs = lockMs
  }
  if (lockedMs > 0) throw locked(lockedMs)
}

/** After a whole sign-in: the device is known from now on. @returns was it new, for an account that has others? */
export async function rememberDevice(
  db: Kysely<Database>,
  accountId: number,
  { from, now }: { from: Origin; now: Date },
): Promise<boolean> {
  const time = now.getTime()
  await db
    .deleteFrom('known_device')
    .where('time', '<=', time - KNOWN_MS)
    .execute()
  const device = deviceOf(from)
  const known = await db.selectFrom('known_device').select('device').where('accountId', '=', accountId).execute()
  await db
    .insertInto('known_device')
    .values({ accountId, device, time })
    .onConflict((conflict) => conflict.columns(['accountId', 'device']).doUpdateSet({ time }))
    .execute()
  return known.length > 0 && !known.some((each) => each.device === device)
}

/** By its own name where it has one: network and program are the same for everybody in an office. */
const deviceOf = ({ ip, userAgent, deviceId }: Origin): string =>
  createHash('sha256')
    .update(deviceId === '' ? `${networkOf(ip)} ${userAgent}` : `id ${deviceId}`)
    .digest('hex')

function locked(forMs: number): AppError {
  const minutes = Math.max(1, Math.ceil(forMs / 60_000))
  return new AppError('locked', `登录失败次数过多，账号已锁定，请 ${minutes} 分钟后再试`, {
    details: { fact: { kind: 'locked', minutes } },
  })
}
