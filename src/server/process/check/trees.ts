import { sql } from 'kysely'
import { byQuery, type CheckContext, type Invariant, MAX_ITEMS } from './invariant.ts'

const LOST = '该分支不在树中显示，其中的内容和权限也无法查看'

type TreeTable = 'site_column' | 'department' | 'classify' | 'role'

/** Finds rows in cycles, which no path from the top level reaches. */
async function findCycles({ db }: CheckContext, table: TreeTable): Promise<string[]> {
  const rows = await db.selectFrom(table).select(['id', 'parentId', 'title']).execute()
  const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]))
  const reachesTop = new Map<number, boolean>()
  const lost: string[] = []
  for (const { id, title } of rows) {
    const way: number[] = []
    const seen = new Set<number>()
    let at = id
    while (parents.has(at) && !seen.has(at) && !reachesTop.has(at)) {
      seen.add(at)
      way.push(at)
      at = parents.get(at) ?? 0
    }
    // Another invariant checks missing parents.
    const ends = reachesTop.get(at) ?? !seen.has(at)
    for (const each of way) reachesTop.set(each, ends)
    if (!ends) lost.push(`“${title}”（${id}）`)
  }
  return lost.slice(0, MAX_ITEMS)
}

const noCycles = (table: TreeTable, what: string): Invariant => ({
  code: `tree.${table}`,
  problem: `${what}的上下级成环`,
  meaning: LOST,
  remedy: '请停止服务器，从最近的备份恢复；没有备份时，请将该行发送给开发者',
  level: 'fault',
  find: (ctx) => findCycles(ctx, table),
})

/** Trees have no cycles, and child rows belong to the same owner as their parents. */
export const TREES: Invariant[] = [
  noCycles('site_column', '栏目'),
  noCycles('department', '部门'),
  noCycles('classify', '多级字典'),
  noCycles('role', '用户组'),
  {
    code: 'tree.columnSite',
    problem: '栏目的上级属于另一个站点',
    meaning: '这些栏目在两个站点中都不显示',
    remedy: '请在“栏目管理”中把这些栏目移到本站点的栏目下',
    level: 'fault',
    find: byQuery(
      () => sql`select '“' || c.title || '”（' || c.id || '）' as item from site_column c
        join site_column p on p.id = c."parentId" where p."siteId" <> c."siteId" order by c.id limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'tree.notes',
    problem: '批注的回复属于另一篇内容',
    meaning: '这些回复不显示',
    remedy: '请删除这些批注',
    level: 'fault',
    find: byQuery(
      () => sql`select '批注 ' || n.id as item from content_note n join content_note p on p.id = n."parentId"
        where p."contentId" <> n."contentId" order by n.id limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'tree.templatePaths',
    problem: '模板的文件清单缺少文件的上级文件夹，或上级是文件',
    meaning: '同步到本地的目录与服务器不同',
    remedy: '请从最近的备份恢复；没有备份时，请将该行发送给开发者',
    level: 'fault',
    find: findWrongTemplatePaths,
  },
]

async function findWrongTemplatePaths({ db }: CheckContext): Promise<string[]> {
  const templates = await db.selectFrom('template').select(['id', 'name']).where('deleteTime', 'is', null).execute()
  const wrong: string[] = []
  for (const { id, name } of templates) {
    const rows = await db
      .selectFrom('template_file')
      .select(['path', 'kind'])
      .where('templateId', '=', id)
      .where('kind', '<>', 'gone')
      .execute()
    const kinds = new Map(rows.map(({ path, kind }) => [path, kind]))
    for (const { path } of rows) {
      const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')))
      if (parent !== '' && kinds.get(parent) !== 'folder') wrong.push(`模板“${name}”的 ${path}`)
    }
  }
  return wrong.slice(0, MAX_ITEMS)
}
