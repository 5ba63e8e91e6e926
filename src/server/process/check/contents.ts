import { sql } from 'kysely'
import { sampleDivisor } from './sampling.ts'
import { byQuery, type CheckContext, type Invariant, MAX_ITEMS } from './invariant.ts'
import { readJson } from './numbers.ts'

const RESTORE = '请停止服务器，从最近的备份恢复；没有备份时，请将该行发送给开发者'

/** Number of entries per read, and sample size of the comparison with the newest revision. */
const PAGE = 500
const COMPARISON_SAMPLE = 2000

/** Entries, their texts and their history. */
export const CONTENTS: Invariant[] = [
  {
    code: 'content.body',
    problem: '内容缺少正文记录',
    meaning: '这些内容没有正文，也无法搜索到',
    remedy: '请在内容的“历史版本”中还原最近的版本',
    level: 'fault',
    find: byQuery(
      () => sql`select '内容 ' || c.id as item from content c
        where not exists (select 1 from content_body b where b."contentId" = c.id) order by c.id limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'content.index',
    problem: '内容不在搜索索引中，或索引中有已删除的内容',
    meaning: '搜索结果不完整',
    remedy: '请在“栏目管理”中保存一次该栏目的字段，索引会重新生成',
    level: 'fault',
    find: byQuery(({ engine }) => {
      const kept = engine === 'sqlite' ? sql`(select id as cid from content_words_docsize)` : PG_WORDS
      // `not exists`, because with `not in` PostgreSQL scans a long list for each row.
      return sql`select '内容 ' || c.id as item from content c where not exists (select 1 from ${kept} as k where k.cid = c.id)
        union all select '已删除的内容 ' || cid from ${kept} as k where not exists (select 1 from content c where c.id = k.cid)
        limit ${sql.lit(MAX_ITEMS)}`
    }),
  },
  {
    code: 'content.site',
    problem: '内容与其栏目属于不同站点',
    meaning: '这些内容的权限和统计会按错误的站点计算',
    remedy: '请把这些内容转移到正确的栏目',
    level: 'fault',
    find: byQuery(
      () => sql`select '内容 ' || c.id as item from content c join site_column m on m.id = c."classId"
        where m."siteId" <> c."siteId" order by c.id limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'content.recycle',
    problem: '内容的回收状态与回收时间不一致',
    meaning: '这些内容不会按时从回收站清除，或会被提前清除',
    remedy: '请在内容列表或回收站中将这些内容删除并还原一次',
    level: 'fault',
    find: byQuery(
      () => sql`select '内容 ' || id as item from content
        where ("isRecycled" = 1 and "recycleTime" = 0) or ("isRecycled" = 0 and "recycleTime" > 0)
        order by id limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'content.versions',
    problem: '内容没有历史版本、有重复的版本号，或版本号大于内容的版本号',
    meaning: '历史版本不完整，保存时可能误报“已被修改”',
    remedy: RESTORE,
    level: 'fault',
    find: byQuery(
      () => sql`select '内容 ' || c.id as item from content c left join (
          select "contentId", count(*) as total, count(distinct version) as versions, max(version) as newest
          from content_revision group by "contentId") r on r."contentId" = c.id
        where r.total is null or r.total <> r.versions or r.newest > c.version or c.version < r.total
        order by c.id limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'content.gaps',
    problem: '内容的版本号有缺口：缺少的版本并非由退回、回收或还原产生',
    meaning: '丢失了历史版本',
    remedy: RESTORE,
    level: 'fault',
    // Recycling, restoring and refusing increase the version without a revision.
    find: byQuery(
      () => sql`select '内容 ' || c.id || '（版本 ' || c.version || '，有 ' || r.total || ' 个）' as item from content c join (
          select "contentId", count(*) as total from content_revision group by "contentId") r on r."contentId" = c.id
        left join (select "contentId", count(*) as total from content_event
          where kind in ('recycled', 'returned', 'refused') group by "contentId") e on e."contentId" = c.id
        where c.version > r.total + coalesce(e.total, 0)
          and c."createTime" >= (select min("createTime") from content_event where kind in ('created', 'imported', 'copiedFrom'))
        order by c.id limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'content.status',
    problem: '内容的发布状态与最新的历史版本不同',
    meaning: '历史版本缺少最近一次发布或取消发布',
    remedy: '请将这些内容重新发布或取消发布一次',
    level: 'fault',
    find: byQuery(
      () => sql`select '内容 ' || c.id as item from content c join content_revision r on r."contentId" = c.id
        and r.version = (select max(version) from content_revision x where x."contentId" = c.id)
        where r."isStatus" <> c."isStatus" order by c.id limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'content.values',
    problem: '内容的字段与最新的历史版本不同，或无法读取',
    meaning: '内容与历史版本不一致，可能有一次保存未完整写入',
    remedy: '请打开这些内容，查看与历史版本的差异后保存一次',
    level: 'fault',
    find: findDifferingValues,
  },
  {
    code: 'content.locks',
    problem: '同一篇内容有多个等待执行的同类定时计划',
    meaning: '内容会被多次发布或取消发布',
    remedy: '请在定时计划中取消多余的计划',
    level: 'fault',
    find: byQuery(
      () => sql`select '内容 ' || "contentId" as item from content_schedule where state = 'planned'
        group by "contentId", action having count(*) > 1 order by 1 limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
]

const PG_WORDS = sql`(select "contentId" as cid from content_words)`

/** Finds entries that differ from their newest revision: page by page, in a sample unless `files` is set. */
async function findDifferingValues(ctx: CheckContext): Promise<string[]> {
  const { db } = ctx
  const step = await sampleDivisor(ctx, 'content', COMPARISON_SAMPLE)
  const wrong: string[] = []
  for (let after = 0; wrong.length < MAX_ITEMS;) {
    const { rows } = await sql<{ id: number; fields: string; bodies: string | null; newest: string | null }>`
      select c.id, c.fields, b.bodies, (select r.fields from content_revision r where r."contentId" = c.id
        order by r.version desc limit 1) as newest
      from content c left join content_body b on b."contentId" = c.id
      where c.id > ${after} and c.id % ${sql.lit(step)} = 0 order by c.id limit ${sql.lit(PAGE)}`.execute(db)
    for (const { id, fields, bodies, newest } of rows) if (!sameText(fields, bodies, newest)) wrong.push(`内容 ${id}`)
    after = rows.at(-1)?.id ?? 0
    if (rows.length < PAGE) break
  }
  return wrong
}

function sameText(fields: string, bodies: string | null, newest: string | null): boolean {
  const [short, long, last] = [fields, bodies ?? '{}', newest ?? '{}'].map(
    (text) => readJson(text) as Record<string, string> | undefined,
  )
  if (!short || !long || !last) return false
  const now: Record<string, string> = { ...short, ...long }
  const names = new Set([...Object.keys(now), ...Object.keys(last)])
  return [...names].every((name) => (now[name] ?? '') === (last[name] ?? ''))
}
