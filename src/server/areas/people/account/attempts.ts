import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import type { Database } from '#server/db/schema.ts'

const LOCK_MS = 10 * 60_000
/** Failures of one address or one known device at one name. */
const MAX_FAILURES = 5
/** Failures at one name from all addresses together that it does not know. */
const MAX_ALL = 50
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
}
export type Counters = readonly Counter[]

/**
 * What a sign-in is counted under. A device from which the account was signed in before has a counter of its own, so that
 * strangers, however many, never lock its owner out; all others are slowed down by their address and together.
 */
export async function countersOf(
  db: Kysely<Database>,
  account: { id: number } | undefined,
  usernameKey: string,
  { from, now }: { from: Origin; now: Date },
): Promise<Counters> {
  const device = deviceOf(from)
  const known = account
    ? await db
        .selectFrom('known_device')
        .select('accountId')
        .where('accountId', '=', account.id)
        .where('device', '=', device)
        .where('time', '>', now.getTime() - KNOWN_MS)
        .executeTakeFirst()
    : undefined
  const name = usernameKey
  if (known) return [{ key: `${usernameKey} device ${device}`, name, most: MAX_FAILURES }]
  return [
    { key: `${usernameKey} from ${networkOf(from.ip)}`, name, most: MAX_FAILURES },
    { key: `${usernameKey} all`, name, most: MAX_ALL },
  ]
}

/** What the old password is counted under when somebody changes his own: a session that was left open is no key to guess it. */
export const changeCounters = (usernameKey: string): Counters => [
  { key: `${usernameKey} change`, name: usernameKey, most: MAX_FAILURES },
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
 * Counts a try before the password is checked, so that parallel guesses can't slip past the limit. AppError `locked`
 * while one of the counters is locked. `succeeded` follows when the password was right.
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
  for (const { key, name, most } of counters) {
    const { failures, lockedUntil } = await db
      .insertInto('login_attempt')
      .values({ usernameKey: key, accountKey: name, failures: 1, lockedUntil: 0, time })
      .onConflict((conflict) =>
        conflict.column('usernameKey').doUpdateSet({ failures: sql`login_attempt.failures + 1`, time }),
      )
      .returning(['failures', 'lockedUntil'])
      .executeTakeFirstOrThrow()
    if (lockedUntil > time) throw locked(lockedUntil - time)
    if (failures > most) throw locked(LOCK_MS)
  }
}

/** After a wrong password: locks what had its last allowed try, and then says so. */
export async function lockIfLast(db: Kysely<Database>, counters: Counters, now: Date): Promise<void> {
  let isLocked = false
  for (const { key, most } of counters) {
    const result = await db
      .updateTable('login_attempt')
      .set({ lockedUntil: now.getTime() + LOCK_MS })
      .where('usernameKey', '=', key)
      .where('failures', '>=', most)
      .executeTakeFirst()
    isLocked ||= result.numUpdatedRows > 0n
  }
  if (isLocked) throw locked(LOCK_MS)
}

/** After a right password: the failures are forgotten, and the device is known from now on. */
export async function succeeded(
  db: Kysely<Database>,
  accountId: number,
  counters: Counters,
  { from, now }: { from: Origin; now: Date },
): Promise<void> {
  await forgetCounters(db, counters)
  const time = now.getTime()
  await db
    .deleteFrom('known_device')
    .where('time', '<=', time - KNOWN_MS)
    .execute()
  await db
    .insertInto('known_device')
    .values({ accountId, device: deviceOf(from), time })
    .onConflict((conflict) => conflict.columns(['accountId', 'device']).doUpdateSet({ time }))
    .execute()
}

/** By its own name where it has one: network and program are the same for everybody in an office. */
const deviceOf = ({ ip, userAgent, deviceId }: Origin): string =>
  createHash('sha256')
    .update(deviceId === '' ? `${networkOf(ip)} ${userAgent}` : `id ${deviceId}`)
    .digest('hex')

/** IPv4 as it is; of IPv6 what one subscriber has (/64), in which he may change his address at will. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1]
  if (mapped || !ip.includes(':')) return mapped ?? ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: gap }, () => '0'), ...after].slice(0, 4).join(':')
}

function locked(forMs: number): AppError {
  const minutes = Math.max(1, Math.ceil(forMs / 60_000))
  return new AppError('locked', `登录失败次数过多，账号已锁定，请 ${minutes} 分钟后再试`, {
    details: { fact: { kind: 'locked', minutes } },
  })
}
