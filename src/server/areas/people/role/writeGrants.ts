import type { CallContext } from '#server/http/context.ts'
import { missing } from '#server/http/missing.ts'
import { type Giver, giverOf, indexGrants } from '#shared/domain/grants.ts'
import type { SiteGrant } from '#shared/domain/permissions.ts'
import { alwaysGranted } from '#shared/domain/systemMenus.ts'
import { AppError } from '#shared/errors/index.ts'
import { inParts, someOf } from '#shared/util/lists.ts'
import { grantsOf, heldBy, type MenuRow, menusOf, nameOfCode, sitesInUse, SYSTEM_SITE } from './offer.ts'

/** Rows in one statement: both databases have a limit of values. */
const CHUNK = 500

type Held = ReadonlyMap<number, ReadonlySet<number>>
const NOTHING: Held = new Map()
const NO_CODES: ReadonlySet<number> = new Set()

/**
 * Gives a group in the named sites what is wanted. Of what the caller does not hold himself, the group keeps what it has,
 * and gets nothing: AppError `forbidden` names it. `not-found` for menus or sites that are gone, `invalid` for what a menu
 * does not offer.
 */
export async function writeGrants(ctx: CallContext, roleId: number, authority: readonly SiteGrant[]): Promise<void> {
  const wanted = indexGrants(authority)
  const siteIds = [...wanted.keys()]
  if (siteIds.length === 0) return
  const before = heldBy(await grantsOf(ctx, roleId))
  const menus = Map.groupBy(await menusOf(ctx.db, siteIds), (menu) => menu.siteId)
  const giver = giverOf(ctx.signed().authority)
  const titles = new Map((await sitesInUse(ctx.db)).map(({ id, title }) => [id, title]))
  requireSitesInUse(wanted, titles)
  const refused: string[] = []
  const changes = siteIds.map((siteId) => {
    const had = before.get(siteId) ?? NOTHING
    const site = new SiteChange(giver, siteId, menus.get(siteId) ?? [], had)
    const next = site.merge(wanted.get(siteId) ?? NOTHING)
    const name = siteId === SYSTEM_SITE.id ? SYSTEM_SITE.title : `站点“${titles.get(siteId) ?? ''}”`
    refused.push(...site.refused.map((what) => `${name}的${what}`))
    return { siteId, had, next }
  })
  if (refused.length > 0)
    throw new AppError('forbidden', `不能授予您自己没有的权限：${someOf(refused, 10, ' 等 N 项')}`)
  for (const change of changes) await store(ctx, roleId, change)
}

/** Sites that are gone have nothing to grant; the contract has asked for those that the caller may not use. */
function requireSitesInUse(wanted: ReadonlyMap<number, Held>, titles: ReadonlyMap<number, string>): void {
  const granted = [...wanted].filter(([, menus]) => menus.size > 0).map(([id]) => id)
  const gone = granted.filter((id) => !titles.has(id))
  if (gone.length > 0) throw missing({ kind: '站点', ids: gone })
}

/** What becomes of a group's grants in one site. */
class SiteChange {
  /** What was wanted and may not be given, in words. */
  readonly refused: string[] = []
  readonly #giver: Giver
  readonly #siteId: number
  readonly #menus: ReadonlyMap<number, MenuRow>
  readonly #had: Held

  constructor(giver: Giver, siteId: number, menus: readonly MenuRow[], had: Held) {
    this.#giver = giver
    this.#siteId = siteId
    this.#menus = new Map(menus.map((menu) => [menu.id, menu]))
    this.#had = had
  }

  merge(wanted: Held): Held {
    const asked = new Map([...wanted].filter(([id]) => this.#siteId !== 0 || !alwaysGranted(id)))
    const gone = [...asked.keys()].filter((id) => !this.#menus.has(id))
    if (gone.length > 0) throw missing({ kind: '栏目', ids: gone })
    const next = new Map<number, ReadonlySet<number>>()
    for (const id of new Set([...this.#had.keys(), ...asked.keys()])) {
      const codes = this.#menu(id, asked.get(id))
      if (codes) next.set(id, codes)
    }
    return next
  }

  /** The codes that the menu has then; null: it is not granted. */
  #menu(id: number, asked: ReadonlySet<number> | undefined): ReadonlySet<number> | null {
    const menu = this.#menus.get(id)
    const had = this.#had.get(id)
    // A column in the recycle area has no entry here, and nothing is reported about it.
    if (!menu) return null
    if (!this.#giver.menu(this.#siteId, id)) {
      const more = asked && (!had || [...asked].some((code) => !had.has(code)))
      // Only the id: the caller may not see the column's title.
      if (more) this.refused.push(`栏目（编号 ${id}）`)
      return had ?? null
    }
    const notGiveable = [...(had ?? NO_CODES)].filter((code) => !this.#gives(id, code))
    if (!asked) return notGiveable.length > 0 ? new Set(notGiveable) : null
    const fresh = [...asked].filter((code) => !had?.has(code))
    requireOffered(menu, fresh)
    const foreign = fresh.filter((code) => !this.#gives(id, code))
    if (foreign.length > 0) this.refused.push(`“${menu.title}”（${foreign.map(nameOfCode).join('、')}）`)
    const offered = [...asked].filter((code) => menu.offered.includes(code))
    return new Set([...notGiveable, ...offered].toSorted((a, b) => a - b))
  }

  #gives(id: number, code: number): boolean {
    return this.#giver.code(this.#siteId, id, code)
  }
}

function requireOffered({ title, offered }: MenuRow, codes: readonly number[]): void {
  const unknown = codes.filter((code) => !offered.includes(code))
  if (unknown.length === 0) return
  const names = unknown.map((code) => `“${nameOfCode(code)}”`).join('、')
  throw new AppError('invalid', `栏目“${title}”没有${names}这项权限，请刷新后重新选择`)
}

interface Change {
  siteId: number
  had: Held
  next: Held
}

/** Writes the rows that differ, and no others. */
async function store(ctx: CallContext, roleId: number, { siteId, had, next }: Change): Promise<void> {
  const differs = [...next].filter(([id, codes]) => !same(had.get(id), codes))
  const going = [...had.keys()].filter((id) => !next.has(id))
  const old = [...going, ...differs.map(([id]) => id).filter((id) => had.has(id))]
  for (const menuIds of inParts(old, CHUNK))
    await ctx.db
      .deleteFrom('role_grant')
      .where('roleId', '=', roleId)
      .where('siteId', '=', siteId)
      .where('menuId', 'in', menuIds)
      .execute()
  const rows = differs.map(([menuId, codes]) => ({ roleId, siteId, menuId, settings: JSON.stringify([...codes]) }))
  for (const part of inParts(rows, CHUNK)) await ctx.db.insertInto('role_grant').values(part).execute()
}

const same = (a: ReadonlySet<number> | undefined, b: ReadonlySet<number>): boolean =>
  a?.size === b.size && [...b].every((code) => a.has(code))
