import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallOrigin } from '#server/http/auth.ts'
import type { SignedInAccount } from '#server/http/context.ts'
import { isInIpRanges } from '#shared/domain/ipRanges.ts'
import { type Authority, canSeeMenu, isSuper } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { readCachedAuthority, readAuthority } from '../account/index.ts'
import { isAddressAllowed, needsFactor, RULES_SETTING, parseRules } from '../signInRules/index.ts'
import { longCode } from '#shared/domain/contentAccess.ts'
import { tokenCodes } from '#shared/domain/tokenScopes.ts'

/** The limits of a token within its owner's rights. */
interface TokenLimits {
  scopes: readonly string[]
  /** Empty: all sites. */
  siteIds: readonly number[]
  columnIds: readonly number[]
}

/** Group id of a super administrator's token: 0, so that no check treats the token as a super administrator. */
const TOKEN_GROUP = 0

/**
 * Reduces the owner's rights to the sites, columns and codes of the token. The rights of a super administrator are
 * expanded first.
 */
async function limitRights(db: Kysely<Database>, owner: Authority, token: TokenLimits): Promise<Authority> {
  const whole = isSuper(owner) ? await expandSuperRights(db, owner.groupId, token) : owner
  const codes = new Set(tokenCodes(token.scopes))
  const siteItemDTOList = whole.siteItemDTOList
    .filter(({ siteId }) => siteId === 0 || token.siteIds.length === 0 || token.siteIds.includes(siteId))
    .map(({ siteId, menuItemDTOList }) => ({
      siteId,
      menuItemDTOList:
        siteId === 0
          ? menuItemDTOList.map(({ menuId }) => ({ menuId, settingList: [] }))
          : menuItemDTOList
              .filter(({ menuId }) => token.columnIds.length === 0 || token.columnIds.includes(menuId))
              .map(({ menuId, settingList }) => ({
                menuId,
                settingList: settingList.filter((code) => codes.has(longCode(code))),
              })),
    }))
  return { groupId: isSuper(owner) ? TOKEN_GROUP : owner.groupId, siteItemDTOList }
}

/** Expands the implicit rights of a super administrator: every column of every site with every code of the token. */
async function expandSuperRights(db: Kysely<Database>, groupId: number, token: TokenLimits): Promise<Authority> {
  const { siteItemDTOList } = await readAuthority(db, groupId)
  const settingList = [...tokenCodes(token.scopes)]
  const all = siteItemDTOList.map(({ siteId, menuItemDTOList }) => ({
    siteId,
    menuItemDTOList: menuItemDTOList.map(({ menuId }) => ({ menuId, settingList })),
  }))
  return { groupId, siteItemDTOList: all }
}

/** Minimum interval for writing a token's last use, so that not every read call writes. */
const MIN_WRITE_INTERVAL_MS = 60_000

type TokenRow = RowOf<'api_token'>

/** The stored form of a token. A token has 256 random bits, so a fast hash suffices. */
export const hashApiToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const parseIds = (json: string): number[] => JSON.parse(json) as number[]
const parseTexts = (json: string): string[] => JSON.parse(json) as string[]

/**
 * The owner of a token with the token's current rights; null when the token is unknown, expired or revoked, its account
 * was deleted, disabled or lost the permission for tokens, or the address is not allowed.
 */
export async function findByToken(deps: ServerDeps, token: string, from: CallOrigin): Promise<SignedInAccount | null> {
  const { db, clock } = deps
  // A backup opened read-only contains tokens that may have been revoked since.
  if (deps.isReadOnly) return null
  const time = clock.now().getTime()
  const row = await db
    .selectFrom('api_token')
    .selectAll()
    .where('tokenHash', '=', hashApiToken(token))
    .executeTakeFirst()
  if (!row) return null
  const owner = await findOwner(db, row.accountId)
  if (!owner) return null
  const rules = parseRules(owner.rules)
  const authority = await readCachedAuthority(deps, owner.roleId, owner.grantVersion)
  const refusal =
    findRefusal(row, time, from.ip) ?? (isAddressAllowed(rules, owner.roleId, from.ip) ? null : GROUP_REFUSAL)
  if (refusal !== null || !canSeeMenu(authority, MENU.apiToken)) {
    await saveRefusal(db, row, { time, ip: from.ip, why: refusal ?? '创建人已没有“API 令牌”的权限' })
    return null
  }
  if (time - row.lastUse >= MIN_WRITE_INTERVAL_MS || row.lastIp !== from.ip)
    await db.updateTable('api_token').set({ lastUse: time, lastIp: from.ip }).where('id', '=', row.id).execute()
  const mustSetUpFactor = needsFactor(rules, owner.roleId) && !owner.factorTime
  const scopes = parseTexts(row.scopes)
  return {
    accountId: row.accountId,
    username: owner.username,
    role: owner.title,
    authority: await limitRights(db, authority, {
      scopes,
      siteIds: parseIds(row.siteIds),
      columnIds: parseIds(row.columnIds),
    }),
    grants: '',
    sessionHash: '',
    mustChangePassword: owner.mustChangePassword === 1,
    mustSetUpFactor,
    byToken: false,
    apiToken: { id: row.id, name: row.name, scopes },
  }
}

const GROUP_REFUSAL = '创建人的用户组不允许从该地址使用'

function findRefusal({ revokeTime, expireTime, addresses }: TokenRow, time: number, ip: string): string | null {
  if (revokeTime > 0) return '已吊销'
  if (expireTime <= time) return '已过期'
  const allowed = parseTexts(addresses)
  return allowed.length === 0 || isInIpRanges(ip, allowed) ? null : '不在允许的地址中'
}

const findOwner = (db: Kysely<Database>, accountId: number) =>
  db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.roleId')
    .leftJoin('second_factor', 'second_factor.accountId', 'account.id')
    .leftJoin('setting', (join) => join.on('setting.name', '=', RULES_SETTING))
    .where('account.id', '=', accountId)
    .where('account.isStatus', '=', 1)
    .select([
      'account.username',
      'account.roleId',
      'account.mustChangePassword',
      'role.title',
      'role.grantVersion',
      'second_factor.confirmedTime as factorTime',
      'setting.value as rules',
    ])
    .executeTakeFirst()

/** Saved for the owner, who can see that somebody else has the token. */
async function saveRefusal(
  db: Kysely<Database>,
  row: TokenRow,
  { time, ip, why }: { time: number; ip: string; why: string },
): Promise<void> {
  if (time - row.refusedTime < MIN_WRITE_INTERVAL_MS && row.refusedIp === ip && row.refusedWhy === why) return
  await db
    .updateTable('api_token')
    .set({ refusedTime: time, refusedIp: ip, refusedWhy: why })
    .where('id', '=', row.id)
    .execute()
}
