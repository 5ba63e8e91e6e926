import { sql } from 'kysely'
import { byQuery, type CheckContext, type Invariant, MOST } from './invariant.ts'

const LOST = '这一支会从树上消失，里面的内容和权限也看不到'

type TreeTable = 'site_column' | 'department' | 'classify' | 'role'

/** Rows that no way leads down to from the top. */
async function rings({ db }: CheckContext, table: TreeTable): Promise<string[]> {
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
    // A missing parent is another invariant's.
    const ends = reachesTop.get(at) ?? !seen.has(at)
    for (const each of way) reachesTop.set(each, ends)
    if (!ends) lost.push(`“${title}”（${id}）`)
  }
  return lost.slice(0, MOST)
}

const ring = (table: TreeTable, what: string): Invariant => ({
  code: `tree.${table}`,
  problem: `${what}的上下级成环`,
  meaning: LOST,
  remedy: '请停下服务器，从最近的备份恢复；没有备份时把这一行发给开发者',
  level: 'fault',
  find: (ctx) => rings(ctx, table),
})

/** Trees have no rings, and what stands below something belongs to it. */
export const TREES: Invariant[] = [
  ring('site_column', '栏目'),
  ring('department', '部门'),
  ring('classify', '多级字典'),
  ring('role', '用户组'),
  {
    code: 'tree.columnSite',
    problem: '栏目的上级属于另一个站点',
    meaning: '这些栏目在两个站点里都看不到',
    remedy: '请在栏目管理中把它们移到本站点的栏目下面',
    level: 'fault',
    find: byQuery(
      () => sql`select '“' || c.title || '”（' || c.id || '）' as item from site_column c
        join site_column p on p.id = c."parentId" where p."siteId" <> c."siteId" order by c.id limit ${sql.lit(MOST)}`,
    ),
  },
  {
    code: 'tree.notes',
    problem: '批注的回复属于另一篇内容',
    meaning: '这些回复看不到',
    remedy: '请删除这些批注',
    level: 'fault',
    find: byQuery(
      () => sql`select '批注 ' || n.id as item from content_note n join content_note p on p.id = n."parentId"
        where p."contentId" <> n."contentId" order by n.id limit ${sql.lit(MOST)}`,
    ),
  },
  {
    code: 'tree.templatePaths',
    problem: '模板的文件清单里，文件的上级文件夹不在清单中或是一个文件',
    meaning: '同步的电脑会看到与服务器不同的目录',
    remedy: '请从最近的备份恢复；没有备份时把这一行发给开发者',
    level: 'fault',
    find: templatePaths,
  },
]

async function templatePaths({ db }: CheckContext): Promise<string[]> {
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
  return wrong.slice(0, MOST)
}
