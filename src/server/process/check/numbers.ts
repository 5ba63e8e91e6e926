import { sql } from 'kysely'
import { readLastId, listTablesWithIds } from '#server/db/dialect.ts'
import { byQuery, type CheckContext, type Invariant, MAX_ITEMS } from './invariant.ts'

const COUNT_MEANING = '列表的总数和分页与实际不符'
const COUNT_REMEDY = '请停止服务器，从最近的备份恢复；没有备份时，请将该行发送给开发者'

/** Compares stored totals with counted ones by key; returns the differences. */
async function findDifferences(
  { db }: CheckContext,
  kept: ReturnType<typeof sql<Total>>,
  counted: ReturnType<typeof sql<Total>>,
): Promise<string[]> {
  const [said, real] = [await kept.execute(db), await counted.execute(db)]
  const totals = new Map(real.rows.map(({ key, total }) => [key, total]))
  const wrong: string[] = []
  for (const { key, total } of said.rows) {
    if (total !== (totals.get(key) ?? 0)) wrong.push(`${key}：记为 ${total}，实际 ${totals.get(key) ?? 0}`)
    totals.delete(key)
  }
  for (const [key, total] of totals) if (total !== 0) wrong.push(`${key}：没有记录，实际 ${total}`)
  return wrong.slice(0, MAX_ITEMS)
}

interface Total {
  key: string
  total: number
}

/** Counters, orders and id sequences. */
export const NUMBERS: Invariant[] = [
  {
    code: 'content.counts',
    problem: '栏目的内容数与实际不符',
    meaning: COUNT_MEANING,
    remedy: COUNT_REMEDY,
    level: 'fault',
    find: (ctx) =>
      findDifferences(
        ctx,
        sql<Total>`select '栏目 ' || "classId" || '（回收 ' || "isRecycled" || '，发布 ' || "isStatus" || '）' as key, total
          from content_count where total <> 0`,
        sql<Total>`select '栏目 ' || "classId" || '（回收 ' || "isRecycled" || '，发布 ' || "isStatus" || '）' as key,
          count(*) as total from content group by "classId", "isRecycled", "isStatus"`,
      ),
  },
  {
    code: 'outgoing.counts',
    problem: '站点的发送记录数与实际不符',
    meaning: COUNT_MEANING,
    remedy: COUNT_REMEDY,
    level: 'fault',
    find: (ctx) =>
      findDifferences(
        ctx,
        sql<Total>`select kind || ' 站点 ' || "siteId" as key, count as total from outgoing_count where "siteId" > 0 and count <> 0`,
        sql<Total>`select kind || ' 站点 ' || "siteId" as key, count(*) as total from outgoing where "siteId" > 0
          group by kind, "siteId"`,
      ),
  },
  {
    code: 'outgoing.recipients',
    problem: '发送记录的收件人数与实际不符',
    meaning: '发送进度和结果的数字会有误',
    remedy: COUNT_REMEDY,
    level: 'fault',
    find: (ctx) =>
      findDifferences(
        ctx,
        sql<Total>`select '发送记录 ' || id as key, total from outgoing`,
        sql<Total>`select '发送记录 ' || "outgoingId" as key, count(*) as total from outgoing_recipient group by "outgoingId"`,
      ),
  },
  {
    code: 'outgoing.results',
    problem: '已结束的发送记录，成功、失败和结果不明的数目与收件人的状态不符',
    meaning: '发送结果的数字会有误',
    remedy: '请以收件人列表为准，并将该行发送给开发者',
    level: 'fault',
    find: (ctx) =>
      findDifferences(
        ctx,
        sql<Total>`select '发送记录 ' || id as key, sent * 1000000000000 + failed * 1000000 + doubtful as total
          from outgoing where state = 'done'`,
        sql<Total>`select '发送记录 ' || o.id as key,
            sum(case r.state when 'sent' then 1000000000000 when 'failed' then 1000000 when 'doubtful' then 1 else 0 end) as total
          from outgoing o join outgoing_recipient r on r."outgoingId" = o.id where o.state = 'done' group by o.id`,
      ),
  },
  {
    code: 'bin.columns',
    problem: '回收站中的栏目登记的数目与保存的内容不符，或栏目同时在站点中',
    meaning: '还原这些栏目会失败或产生重复',
    remedy: '请暂不还原这些栏目，并将该行发送给开发者',
    level: 'fault',
    async find({ db }) {
      const bins = await db.selectFrom('column_bin').select(['id', 'title', 'total', 'columns']).execute()
      const live = new Set((await db.selectFrom('site_column').select('id').execute()).map(({ id }) => id))
      return bins.flatMap(({ id, title, total, columns }) => {
        const rows = readJson(columns) as { id: number }[] | undefined
        const isSound = rows && rows.length === total && rows.every((row) => !live.has(row.id))
        return isSound ? [] : [`“${title}”（${id}）`]
      })
    },
  },
  {
    code: 'order.workflow',
    problem: '审批流程有排序相同的节点',
    meaning: '审批步骤的先后不确定',
    remedy: '请在“审批流程”中重新调整这些节点的顺序',
    level: 'fault',
    find: byQuery(
      () => sql`select '流程 ' || "workflowId" || ' 排序 ' || sort as item from workflow_node
        group by "workflowId", sort having count(*) > 1 order by 1 limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'order.levels',
    problem: '会员等级的积分范围重叠或颠倒',
    meaning: '会员的等级不确定',
    remedy: '请在“会员等级”中修改积分范围',
    level: 'fault',
    find: byQuery(
      () => sql`select '等级 ' || a.id as item from member_level a where a."startValue" > a."endValue" or exists (
        select 1 from member_level b where b."siteId" = a."siteId" and b.id <> a.id
          and b."startValue" <= a."endValue" and a."startValue" <= b."endValue") order by a.id limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'sequence',
    problem: '数据表的编号序列落后于已有的编号',
    meaning: '新增记录会失败，或使用其他记录用过的编号',
    remedy: '请停止服务器，从最近的备份恢复；PostgreSQL 可以用 setval 把序列设为最大编号',
    level: 'fault',
    find: findSequencesBehind,
  },
]

/** Parses a JSON text; undefined when it is invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function findSequencesBehind({ db }: CheckContext): Promise<string[]> {
  const behind: string[] = []
  for (const table of await listTablesWithIds(db)) {
    const last = await readLastId(db, table)
    const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(db)
    const id = rows[0]?.id ?? 0
    if (id > last) behind.push(`${table}（序列 ${last}，最大编号 ${id}）`)
  }
  return behind
}
