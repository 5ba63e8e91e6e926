import { type Kysely, sql } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import { selectListedSites } from '#server/siteAccess.ts'
import { hasLevel } from '../memberLevel/index.ts'
import { seesContacts } from '#shared/domain/memberAccess.ts'

/** A member with its effective level. */
export interface MemberRow extends RowOf<'member'> {
  /** null: no level covers its points. */
  grade: string | null
  hasPassword: 0 | 1
}

/** Members joined with their levels, to be filtered by columns of both tables. */
export const queryMembersWithLevels = (db: Kysely<Database>) =>
  db.selectFrom('member').leftJoin('member_level', (join) => join.on(hasLevel))

/** Selects the columns of MemberRow. */
export const selectMemberRow = (found: ReturnType<typeof queryMembersWithLevels>) =>
  found
    .selectAll('member')
    .select('member_level.name as grade')
    .select(
      sql<
        0 | 1
      >`case when exists (select 1 from member_secret where member_secret."memberId" = member.id) then 1 else 0 end`.as(
        'hasPassword',
      ),
    )

interface MemberFilter {
  siteId?: number | undefined
  groupId?: number | undefined
  levelId?: number | undefined
  key: string
}

/**
 * Members of the caller's sites that match a list's filter. Phone and e-mail are searched only for callers who may see
 * them; otherwise they could be guessed by searching.
 */
export function queryMembers(ctx: CallContext, { siteId, groupId, levelId, key }: MemberFilter) {
  let found = queryMembersWithLevels(ctx.db).where('member.siteId', 'in', selectListedSites(ctx, siteId))
  if (levelId) found = found.where('member_level.id', '=', levelId)
  if (groupId)
    found = found.where('member.id', 'in', (eb) =>
      eb.selectFrom('member_in_group').select('memberId').where('groupId', '=', groupId),
    )
  if (!key) return found
  const contacts = seesContacts(ctx.requireSignedIn().authority) ? (['phone', 'email'] as const) : []
  const names = ['userName', 'name', 'nickName', ...contacts] as const
  return found.where((eb) =>
    contains(
      names.map((name) => eb.ref(`member.${name}`)),
      key,
    ),
  )
}

/** Reads a member. @throws AppError `not-found`; `forbidden` for a site the caller may not use */
export async function requireMember(ctx: CallContext, id: number): Promise<MemberRow> {
  const row = await selectMemberRow(queryMembersWithLevels(ctx.db).where('member.id', '=', id)).executeTakeFirst()
  if (!row) throw missingRecord('会员不存在，可能已被删除，请刷新后重新选择', id)
  ctx.requireSite(row.siteId)
  return row
}

export interface Group {
  id: number
  name: string
}

/** Reads the groups of the members; members without a group are missing in the map. */
export async function readMemberGroups({ db }: CallContext, ids: readonly number[]): Promise<Map<number, Group[]>> {
  const groups = new Map<number, Group[]>()
  if (ids.length === 0) return groups
  const rows = await db
    .selectFrom('member_in_group')
    .innerJoin('member_group', 'member_group.id', 'member_in_group.groupId')
    .select(['member_in_group.memberId', 'member_group.id', 'member_group.name'])
    .where('member_in_group.memberId', 'in', ids)
    .orderBy('member_group.id')
    .execute()
  for (const { memberId, ...group } of rows) groups.set(memberId, [...(groups.get(memberId) ?? []), group])
  return groups
}
