import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { AnalyticsLine, OwnStatistics } from '#shared/contract/analytics.ts'
import { DAY_MS } from '#shared/util/dates.ts'

/** Maximum lines by page, column, source and device. */
const MAX_LINES = 50

export interface StatisticsRange {
  siteId: number
  /** `yyyy-MM-dd`, both included. */
  start: string
  end: string
}

const toDayNumber = (day: string): number => Number(day.replaceAll('-', ''))
const formatDayNumber = (number: number): string => {
  const text = String(number)
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
}
const listDays = (start: string, end: string): string[] =>
  Array.from({ length: Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1 }, (_none, at) =>
    new Date(Date.parse(start) + at * DAY_MS).toISOString().slice(0, 10),
  )

const DEVICES: Readonly<Record<string, string>> = { desktop: '电脑', mobile: '手机', tablet: '平板' }

const queryVisits = (db: Kysely<Database>, { siteId, start, end }: StatisticsRange) =>
  db
    .selectFrom('site_visit')
    .where('siteId', '=', siteId)
    .where('day', '>=', toDayNumber(start))
    .where('day', '<=', toDayNumber(end))

async function readFigures(visits: ReturnType<typeof queryVisits>): Promise<OwnStatistics['figures']> {
  const total = await visits
    .select((eb) => [
      eb.fn.countAll<number>().as('visits'),
      eb.fn.count<number>('visitor').distinct().as('visitors'),
      eb.fn.count<number>('address').distinct().as('addresses'),
      eb.fn.sum<number | null>('pages').as('pages'),
      sql<number | null>`sum(case when pages <= 1 then 1 else 0 end)`.as('bounces'),
      sql<number | null>`sum("lastTime" - "beginTime")`.as('time'),
    ])
    .executeTakeFirstOrThrow()
  const visited = total.visits
  const toAverage = (value: number, digits: number): number | null =>
    visited === 0 ? null : Number((value / visited).toFixed(digits))
  return {
    pv_count: total.pages ?? 0,
    visitor_count: total.visitors,
    ip_count: total.addresses,
    bounce_ratio: toAverage((total.bounces ?? 0) * 100, 2),
    avg_visit_time: toAverage((total.time ?? 0) / 1000, 0),
    trans_count: null,
  }
}

const toLine = ({ name, pv, visitors }: { name: unknown; pv: number; visitors: number }): AnalyticsLine => ({
  name: String(name),
  pv,
  visitors,
})

/** Adds lines with zeroes for the names without counts. */
const fillMissing = (names: readonly string[], found: readonly AnalyticsLine[]): AnalyticsLine[] => {
  const known = new Map(found.map((each) => [each.name, each]))
  return names.map((name) => known.get(name) ?? { name, pv: 0, visitors: 0 })
}

/**
 * This server's own statistics of a site in a range of days. A visitor on two days counts twice, because the salt
 * changes daily.
 */
export async function readOwnStatistics(
  db: Kysely<Database>,
  { siteId, start, end }: StatisticsRange,
): Promise<OwnStatistics> {
  const visits = queryVisits(db, { siteId, start, end })
  const figures = await readFigures(visits)
  const views = db
    .selectFrom('site_view')
    .where('site_view.siteId', '=', siteId)
    .where('day', '>=', toDayNumber(start))
    .where('day', '<=', toDayNumber(end))
  const queryViewCounts = (name: 'day' | 'hour' | 'path' | 'columnId') =>
    views
      .select((eb) => [
        eb.ref(`site_view.${name}` as 'site_view.path').as('name'),
        eb.fn.countAll<number>().as('pv'),
        eb.fn.count<number>('visitor').distinct().as('visitors'),
      ])
      .groupBy(`site_view.${name}` as 'site_view.path')
  const readTopLines = (name: 'source' | 'device') =>
    visits
      .select((eb) => [
        `${name} as name`,
        eb.fn.sum<number>('pages').as('pv'),
        eb.fn.count<number>('visitor').distinct().as('visitors'),
      ])
      .groupBy(name)
      .orderBy('pv', 'desc')
      .orderBy('name')
      .limit(MAX_LINES)
      .execute()
  const [days, hours, pages, sources, devices] = [
    (await queryViewCounts('day').execute()).map(toLine),
    (await queryViewCounts('hour').execute()).map(toLine),
    (await queryViewCounts('path').orderBy('pv', 'desc').orderBy('name').limit(MAX_LINES).execute()).map(toLine),
    (await readTopLines('source')).map(toLine),
    (await readTopLines('device')).map(toLine),
  ]
  const columns = await queryViewCounts('columnId')
    .leftJoin('site_column', 'site_column.id', 'site_view.columnId')
    .select('site_column.title')
    .groupBy('site_column.title')
    .orderBy('pv', 'desc')
    .limit(MAX_LINES)
    .execute()
  return {
    figures,
    days: fillMissing(
      listDays(start, end),
      days.map((each) => ({ ...each, name: formatDayNumber(Number(each.name)) })),
    ),
    hours: fillMissing(
      Array.from({ length: 24 }, (_none, hour) => String(hour)),
      hours,
    ),
    pages,
    columns: columns.map((row) => ({ ...toLine(row), name: row.title ?? '不属于任何栏目的页面' })),
    sources: sources.map((each) => ({ ...each, name: each.name === '' ? '直接访问' : each.name })),
    devices: devices.map((each) => ({ ...each, name: DEVICES[each.name] ?? each.name })),
  }
}
