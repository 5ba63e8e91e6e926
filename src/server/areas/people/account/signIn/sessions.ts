import type { Kysely } from 'kysely'
import { createCompiledQuery, type ParameterOf } from '#server/db/compiledQuery.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallOrigin } from '#server/http/auth.ts'
import type { SignedInAccount } from '#server/http/context.ts'
import { SUCCESS, wireCode } from '#shared/errors/envelope.ts'
import {
  isPasswordTooOld,
  isAddressAllowed,
  needsFactor,
  toNetwork,
  type Rules,
  RULES_SETTING,
  parseRules,
} from '#server/areas/people/signInRules/index.ts'
import { readCachedAuthority } from '../authority.ts'
import { hashToken, newToken } from './tokens.ts'

const HOUR_MS = 3_600_000
/** Maximum lifetime of a session, unless the server or an administrator sets another. */
const DEFAULT_MAX_SESSION_MS = 7 * 24 * HOUR_MS
/** Minimum interval for writing the last use (or a quarter of the idle time), so that not every read call writes. */
const MIN_WRITE_INTERVAL_MS = 5 * 60_000

export type SessionWay = 'password' | 'token'

const toIdleMs = ({ idleMinutes }: Rules): number => idleMinutes * 60_000

/** Starts a session. Returns its token, which is not stored. */
export async function openSession(
  db: Kysely<Database>,
  rules: Rules,
  at: { accountId: number; now: Date; ip: string; userAgent: string; way: SessionWay },
): Promise<string> {
  const { now, ...rest } = at
  const token = newToken()
  const createTime = now.getTime()
  const expireTime = createTime + toIdleMs(rules)
  await db.deleteFrom('session').where('expireTime', '<=', createTime).execute()
  if (rules.singleSession) await db.deleteFrom('session').where('accountId', '=', at.accountId).execute()
  await db
    .insertInto('session')
    .values({ ...rest, tokenHash: hashToken(token), createTime, lastUse: createTime, expireTime })
    .execute()
  return token
}

/** Reads the session of a token with its account; runs for each call, so it is precompiled. */
const findSessionRow = createCompiledQuery((db, place: ParameterOf<{ sessionHash: string; time: number }>) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .innerJoin('role', 'role.id', 'account.roleId')
    .leftJoin('second_factor', 'second_factor.accountId', 'account.id')
    .leftJoin('setting', (join) => join.on('setting.name', '=', RULES_SETTING))
    .where('session.tokenHash', '=', place('sessionHash'))
    .where('session.expireTime', '>', place('time'))
    .where('account.isStatus', '=', 1)
    .select([
      'account.id',
      'account.username',
      'account.roleId',
      'account.mustChangePassword',
      'account.passwordTime',
      'account.createTime as accountTime',
      'role.title',
      'role.grantVersion',
      'session.expireTime',
      'session.createTime',
      'session.lastUse',
      'session.way',
      'session.ip',
      'session.otherIp',
      'second_factor.confirmedTime as factorTime',
      'setting.value as rules',
    ]),
)

/**
 * The owner of a token; null when the token is unknown or expired, its account is disabled, or the rules forbid the
 * address. Each use extends the expiry, except for background calls, but never beyond the maximum lifetime.
 */
export async function findSession(deps: ServerDeps, token: string, from: CallOrigin): Promise<SignedInAccount | null> {
  const { db, clock } = deps
  const sessionHash = hashToken(token)
  const now = clock.now()
  const time = now.getTime()
  const [row] = await findSessionRow(db, { sessionHash, time })
  if (!row) return null
  const rules = parseRules(row.rules)
  const maxMs = rules.version > 0 ? rules.maxHours * HOUR_MS : (deps.sessionMaxMs ?? DEFAULT_MAX_SESSION_MS)
  if (row.lastUse <= time - toIdleMs(rules) || row.createTime <= time - maxMs) return null
  // Sessions of a one-time token skip the address rules: the operator creates such a token when the rules lock
  // everybody out.
  const byToken = row.way === 'token'
  if (!byToken && !isAddressAllowed(rules, row.roleId, from.ip)) return null
  if (!(await logNetworkChange(deps, rules, { ...row, sessionHash }, from))) return null
  if (!from.background && time - row.lastUse >= Math.min(MIN_WRITE_INTERVAL_MS, toIdleMs(rules) / 4))
    await db
      .updateTable('session')
      .set({ lastUse: time, expireTime: time + toIdleMs(rules) })
      .where('tokenHash', '=', sessionHash)
      .execute()
  const { roleId, grantVersion } = row
  const passwordExpired = !byToken && isPasswordTooOld(rules, { ...row, createTime: row.accountTime }, now)
  const mustChangePassword = row.mustChangePassword === 1 || passwordExpired
  const mustSetUpFactor = needsFactor(rules, roleId) && !row.factorTime
  return {
    accountId: row.id,
    username: row.username,
    role: row.title,
    authority: await readCachedAuthority(deps, roleId, grantVersion),
    grants: `${roleId}.${grantVersion}${mustChangePassword ? '.password' : ''}${mustSetUpFactor ? '.factor' : ''}`,
    sessionHash,
    mustChangePassword,
    mustSetUpFactor,
    byToken,
    passwordExpired: row.mustChangePassword === 0 && passwordExpired,
  }
}

interface UsedSession {
  id: number
  username: string
  sessionHash: string
  ip: string
  otherIp: string
}

/**
 * Logs the use of a session from another network, once per network. Returns false and ends the session if the rules
 * bind sessions to their network.
 */
async function logNetworkChange(
  deps: ServerDeps,
  rules: Rules,
  row: UsedSession,
  { ip, userAgent }: Pick<CallOrigin, 'ip' | 'userAgent'>,
): Promise<boolean> {
  const known = [row.ip, row.otherIp].filter(Boolean).map(toNetwork)
  const [began] = known
  const at = toNetwork(ip)
  if (at === began || (known.includes(at) && !rules.bindAddress)) return true
  const { db, clock } = deps
  const outcome = rules.bindAddress
    ? { code: wireCode('unauthorized'), msg: `登录换了地址（原为 ${row.ip}），已结束这次登录` }
    : { code: SUCCESS, msg: `登录换了地址（原为 ${row.ip}）` }
  if (rules.bindAddress) await closeSession(db, row.sessionHash)
  else await db.updateTable('session').set({ otherIp: ip }).where('tokenHash', '=', row.sessionHash).execute()
  const { id: accountId, username } = row
  await db
    .insertInto('sign_in_log')
    .values({ way: 'session', accountId, username, ip, userAgent, ...outcome, createTime: clock.now().getTime() })
    .execute()
  return !rules.bindAddress
}

/** Ends a session; unknown sessions are ignored. */
export async function closeSession(db: Kysely<Database>, sessionHash: string): Promise<void> {
  await db.deleteFrom('session').where('tokenHash', '=', sessionHash).execute()
}

/** Ends the sessions and login tokens of these accounts, except the session with the hash `keep`. */
export async function endSessions(db: Kysely<Database>, ids: readonly number[], exceptHash = ''): Promise<number> {
  await db.deleteFrom('login_token').where('accountId', 'in', ids).execute()
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('accountId', 'in', ids)
    .where('tokenHash', '<>', exceptHash)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
