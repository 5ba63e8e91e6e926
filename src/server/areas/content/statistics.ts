import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { withDescendants } from '#server/db/trees.ts'
import type { CallContext } from '#server/http/context.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { readDepartments, toDepartmentPaths } from '#server/areas/people/department/index.ts'
import { parseRangeStart, parseRangeEnd } from '#server/http/dateFilter.ts'
import { grantedSiteIds } from '#server/siteAccess.ts'
import type { Handler } from '#server/http/routes.ts'
import { exportSheet } from '#server/sheets/exportSheet.ts'
import { requireExport } from '#server/sheets/rights.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import type { StatisticsRow } from '#shared/contract/content.ts'
import { STATISTICS_COUNTS, statisticsTotal } from '#shared/domain/statistics.ts'
import { MENU } from '#shared/domain/systemMenus.ts'

type Numbered = StatisticsRow & { number: number | string }

const SHEET_COLUMNS: readonly WriteColumn<Numbered>[] = [
  { title: '序号', width: 8, value: ({ number }) => number },
  { title: '角色', width: 20, value: ({ role }) => role },
  { title: '部门', width: 20, value: ({ department }) => department },
  { title: '人员', width: 20, value: ({ person }) => person },
  ...STATISTICS_COUNTS.map(({ key, title }) => ({
    title,
    kind: 'number' as const,
    value: (row: Numbered) => row[key],
  })),
  { title: '合计', kind: 'number', value: ({ sum }) => sum },
]

/** The statistics on the screen, with the totals as the last row. */
export const statisticsSheet: Handler<'content.statisticsSheet'> = async (ctx, input) => {
  requireExport(ctx, { siteId: 0, menuId: MENU.publishStats })
  const rows = await publishStatistics(ctx, input)
  const counted = rows.map((row, index): Numbered => ({ ...row, number: index + 1 }))
  const total: Numbered = { role: '', department: '', person: '', ...statisticsTotal(counted), number: '合计' }
  const all = [...counted, total]
  return exportSheet(ctx, { name: '发布统计', columns: SHEET_COLUMNS, rows: all, total: async () => all.length })
}

type CountKey = 'publishedCount' | 'toBePublishedCount' | 'recycleBinCount' | 'draftBoxCount'
type Counts = Record<CountKey, number>
/** Columns per statement: both databases limit the number of bound values. */
const CHUNK = 5000

/**
 * Call 88: content per author in what the caller may read. Each entry counts once: recycled, published, pending
 * approval, or draft. A chosen department includes all below it.
 */
export async function publishStatistics(ctx: CallContext, input: ParsedOf<'content.publishStatistics'>) {
  const { authority } = ctx.requireSignedIn()
  const sites = input.siteIds.length > 0 ? input.siteIds : grantedSiteIds(authority)
  const granted = isSuper(authority)
    ? null
    : new Set(authority.siteItemDTOList.flatMap((site) => site.menuItemDTOList.map(({ menuId }) => menuId)))
  const chosen = input.classIds.length > 0 ? input.classIds : granted && [...granted]
  const classIds = chosen?.filter((id) => !granted || granted.has(id)) ?? null
  const persons = new Map<number, Counts>()
  for (const part of classIds === null ? [null] : splitIntoBatches([...new Set(classIds)], CHUNK)) {
    for (const { createById, ...counts } of await countByAuthor(ctx.db, { ...input, sites, classIds: part }))
      persons.set(createById, addCounts(persons.get(createById), counts))
  }
  return toRows(ctx.db, persons, input)
}

interface CountFilter {
  /** Null: all. */
  sites: readonly number[] | null
  classIds: readonly number[] | null
  startDate: string
  endDate: string
}

/** Counts entries of active columns and sites by author. */
function countByAuthor(db: Kysely<Database>, { sites, classIds, startDate, endDate }: CountFilter) {
  const from = parseRangeStart(startDate)
  const to = parseRangeEnd(endDate)
  const countWhere = (state: ReturnType<typeof sql<boolean>>) => sql<number>`sum(case when ${state} then 1 else 0 end)`
  const isActive = sql<boolean>`content."isRecycled" = 0`
  return db
    .selectFrom('content')
    .innerJoin('site_column', 'site_column.id', 'content.classId')
    .innerJoin('site', 'site.id', 'site_column.siteId')
    .where('site.deleteTime', 'is', null)
    .$if(sites !== null, (query) => query.where('content.siteId', 'in', [...(sites ?? []), -1]))
    .$if(classIds !== null, (query) => query.where('content.classId', 'in', classIds ?? []))
    .$if(from !== undefined, (query) => query.where('content.createTime', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('content.createTime', '<=', to ?? 0))
    .groupBy('content.createById')
    .select([
      'content.createById',
      countWhere(sql`content."isRecycled" = 1`).as('recycleBinCount'),
      countWhere(sql`${isActive} and content."isStatus" = 1`).as('publishedCount'),
      countWhere(sql`${isActive} and content."isStatus" = 0 and content."approveInstanceId" <> ''`).as(
        'toBePublishedCount',
      ),
      countWhere(sql`${isActive} and content."isStatus" = 0 and content."approveInstanceId" = ''`).as('draftBoxCount'),
    ])
    .execute()
}

type People = Pick<ParsedOf<'content.publishStatistics'>, 'roleIds' | 'departments'>

/**
 * One row per account, ordered by role, department and name. Deleted accounts keep their entries, without role and
 * department.
 */
async function toRows(db: Kysely<Database>, persons: ReadonlyMap<number, Counts>, { roleIds, departments }: People) {
  const accounts = await db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.roleId')
    .select(['account.id', 'account.username', 'account.roleId', 'account.departmentId', 'role.title'])
    .execute()
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const all = await readDepartments(db)
  const paths = toDepartmentPaths(all)
  const roles = roleIds.length > 0 ? new Set(roleIds) : null
  const within = departments.length > 0 ? new Set(withDescendants(all, departments).map((each) => each.id)) : null
  const rows = [...persons].flatMap(([id, counts]) => {
    const account = byId.get(id)
    const departmentId = account?.departmentId ?? 0
    if (roles && !roles.has(account?.roleId ?? 0)) return []
    if (within && !within.has(departmentId)) return []
    const total = Object.values(counts).reduce((all, one) => all + one, 0)
    const who = {
      role: account?.title ?? '',
      department: paths.get(departmentId) ?? '',
      person: account?.username ?? '（已删除的账号）',
    }
    return [{ ...who, ...counts, sum: total }]
  })
  const order = new Intl.Collator('zh-CN')
  const places = ['role', 'department', 'person'] as const
  return rows.sort((a, b) => places.reduce((so, key) => so || order.compare(a[key], b[key]), 0))
}

function addCounts(a: Counts | undefined, b: Counts): Counts {
  return {
    publishedCount: (a?.publishedCount ?? 0) + b.publishedCount,
    toBePublishedCount: (a?.toBePublishedCount ?? 0) + b.toBePublishedCount,
    recycleBinCount: (a?.recycleBinCount ?? 0) + b.recycleBinCount,
    draftBoxCount: (a?.draftBoxCount ?? 0) + b.draftBoxCount,
  }
}
