import { buildSite } from '#tests/builders/site.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import type { TestClient } from '../harness/client.ts'
import type { TestServer } from '../harness/server.ts'

export const CSS = 'p {}'

/** A site with a column and a template of its own, made for one question. */
export interface World {
  siteId: number
  columnId: number
  /** Another column of the site, so that the site can be granted without the first. */
  siblingId: number
  templateId: number
  /** The site's symbol and the template's folder; calls may send it. */
  code: string
  /** Stands in the names of all of it, and nowhere else; no call sends it. */
  mark: string
}

/** What a row may ready before the question is asked. */
export interface Stage {
  admin: TestClient
  server: TestServer
  world: World
}

export async function buildWorld(server: TestServer, admin: TestClient): Promise<World> {
  const [code, mark] = [`c${crypto.randomUUID().slice(0, 8)}`, `m${crypto.randomUUID().slice(0, 8)}`]
  const siteId = await buildSite(server.deps.db, { title: `站点 ${mark}`, symbol: code })
  const column = await admin.ok('column.saveBase', { siteId, title: `栏目 ${mark}`, menuType: 1 })
  const sibling = await admin.ok('column.saveBase', { siteId, title: '旁边', menuType: 1 })
  const files = { 'index.html': '<p>首页</p>', 'css/site.css': CSS }
  const template = await buildTemplate(admin, { siteId, folder: code, name: `模板 ${mark}`, files })
  return { siteId, columnId: column.id, siblingId: sibling.id, templateId: template.id, code, mark }
}

/**
 * Whom the matrix asks for; each line of it is one of them. no column: all rights in another column of the site. no code:
 * the read right alone or, where the call needs a permission id of its menu, every other one.
 */
export type Asker = 'no session' | 'no role' | 'wrong site' | 'no menu' | 'no column' | 'no code' | 'right'

/** Every permission code of a column. */
const CODES = Array.from({ length: 22 }, (_each, at) => 1101 + at)

const MENUS = SYSTEM_MENUS.map(({ id }) => ({ siteId: 0, menuId: id }))
/** The same with all permission ids but one. */
const menusWithout = (code: number | null) =>
  MENUS.map((menu) => ({ ...menu, settings: CODES.filter((each) => each !== code) }))

/**
 * The client of an account that holds exactly what its name says.
 * @param code the permission id that the call needs on its menu; null: none
 */
export async function askerOf(
  server: TestServer,
  asker: Asker,
  world: World,
  code: number | null = null,
): Promise<TestClient> {
  if (asker === 'no session') return server.nobody
  const other = await aColumnOf(server, 2)
  const own = [world.columnId, world.siblingId].map((menuId) => ({ siteId: world.siteId, menuId, settings: CODES }))
  const bare = own.map(({ siteId, menuId }) => ({ siteId, menuId }))
  const grants = {
    'no role': [],
    'wrong site': [...(code === null ? MENUS : menusWithout(null)), { siteId: 2, menuId: other }],
    'no menu': own,
    'no column': [...MENUS, ...own.slice(1)],
    'no code': [...menusWithout(code), ...(code === null ? bare : own)],
    right: [...menusWithout(null), ...own],
  }
  await grantExactly(server.deps.db, 'editor', grants[asker])
  return server.as('editor')
}

/** The client of an account that holds every right in the world, but in one column only some of the permission ids. */
export async function askerWithCodes(
  server: TestServer,
  { siteId, columnId, siblingId }: World,
  at: { columnId: number; hasCode: (code: number) => boolean },
): Promise<TestClient> {
  const columns = [columnId, siblingId].map((menuId) => {
    const settings = menuId === at.columnId ? CODES.filter(at.hasCode) : CODES
    return { siteId, menuId, settings }
  })
  await grantExactly(server.deps.db, 'editor', [...menusWithout(null), ...columns])
  return server.as('editor')
}

async function aColumnOf(server: TestServer, siteId: number): Promise<number> {
  const query = server.deps.db.selectFrom('site_column').select('id').where('siteId', '=', siteId).limit(1)
  return (await query.executeTakeFirstOrThrow()).id
}
