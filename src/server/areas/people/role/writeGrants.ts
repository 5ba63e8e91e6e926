import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import { type Grantor, grantorOf, indexGrants } from '#shared/domain/grants.ts'
import type { SiteGrant } from '#shared/domain/permissions.ts'
import { alwaysGranted } from '#shared/domain/systemMenus.ts'
import { AppError } from '#shared/errors/index.ts'
import { splitIntoBatches, someOf } from '#shared/util/lists.ts'
import {
  readRoleGrants,
  indexRoleGrants,
  type MenuRow,
  readMenus,
  toPermissionName,
  readActiveSites,
  SYSTEM_SITE,
} from './offer.ts'

/** Rows per statement; both databases limit the number of parameters. */
const MAX_STATEMENT_ROWS = 500

type CodesByMenu = ReadonlyMap<number, ReadonlySet<number>>
const NO_GRANTS: CodesByMenu = new Map()
const NO_CODES: ReadonlySet<number> = new Set()

/**
 * Replaces a group's grants in the given sites. Grants the caller could not give himself stay as they are and can't be
 * added.
 * @throws AppError `forbidden` that names refused grants, `not-found` for missing menus or sites, `invalid` for
 * permissions a menu does not offer
 */
export async function writeGrants(ctx: CallContext, roleId: number, authority: readonly SiteGrant[]): Promise<void> {
  const wanted = indexGrants(authority)
  const siteIds = [...wanted.keys()]
  if (siteIds.length === 0) return
  const before = indexRoleGrants(await readRoleGrants(ctx, roleId))
  const menus = Map.groupBy(await readMenus(ctx.db, siteIds), (menu) => menu.siteId)
  const giver = grantorOf(ctx.requireSignedIn().authority)
  const titles = new Map((await readActiveSites(ctx.db)).map(({ id, title }) => [id, title]))
  requireSitesInUse(wanted, titles)
  const refused: string[] = []
  const changes = siteIds.map((siteId) => {
    const had = before.get(siteId) ?? NO_GRANTS
    const site = new SiteChange(giver, siteId, menus.get(siteId) ?? [], had)
    const next = site.merge(wanted.get(siteId) ?? NO_GRANTS)
    const name = siteId === SYSTEM_SITE.id ? SYSTEM_SITE.title : `站点“${titles.get(siteId) ?? ''}”`
    refused.push(...site.refused.map((what) => `${name}的${what}`))
    return { siteId, had, next }
  })
  if (refused.length > 0)
    throw new AppError('forbidden', `不能授予您自己没有的权限：${someOf(refused, 10, ' 等 N 项')}`)
  for (const change of changes) await saveChange(ctx, roleId, change)
}

/** Deleted sites can't be granted; the contract has checked the caller's access to the others. */
function requireSitesInUse(wanted: ReadonlyMap<number, CodesByMenu>, titles: ReadonlyMap<number, string>): void {
  const granted = [...wanted].filter(([, menus]) => menus.size > 0).map(([id]) => id)
  const gone = granted.filter((id) => !titles.has(id))
  if (gone.length > 0) throw missingRecords({ kind: '站点', ids: gone })
}

/** Computes the new grants of a group in one site. */
class SiteChange {
  /** Names of the requested grants the caller may not give. */
  readonly refused: string[] = []
  readonly #grantor: Grantor
  readonly #siteId: number
  readonly #menus: ReadonlyMap<number, MenuRow>
  readonly #before: CodesByMenu

  constructor(giver: Grantor, siteId: number, menus: readonly MenuRow[], had: CodesByMenu) {
    this.#grantor = giver
    this.#siteId = siteId
    this.#menus = new Map(menus.map((menu) => [menu.id, menu]))
    this.#before = had
  }

  merge(wanted: CodesByMenu): CodesByMenu {
    const asked = new Map([...wanted].filter(([id]) => this.#siteId !== 0 || !alwaysGranted(id)))
    const gone = [...asked.keys()].filter((id) => !this.#menus.has(id))
    if (gone.length > 0) throw missingRecords({ kind: '栏目', ids: gone })
    const next = new Map<number, ReadonlySet<number>>()
    for (const id of new Set([...this.#before.keys(), ...asked.keys()])) {
      const codes = this.#mergeMenu(id, asked.get(id))
      if (codes) next.set(id, codes)
    }
    return next
  }

  /** The new codes of a menu; null: not granted. */
  #mergeMenu(id: number, asked: ReadonlySet<number> | undefined): ReadonlySet<number> | null {
    const menu = this.#menus.get(id)
    const had = this.#before.get(id)
    // Columns in the recycle bin are missing here and ignored.
    if (!menu) return null
    if (!this.#grantor.menu(this.#siteId, id)) {
      const addsCodes = asked && (!had || [...asked].some((code) => !had.has(code)))
      // Names only the id, because the caller may not see the column's title.
      if (addsCodes) this.refused.push(`栏目（编号 ${id}）`)
      return had ?? null
    }
    const notGrantable = [...(had ?? NO_CODES)].filter((code) => !this.#canGrant(id, code))
    if (!asked) return notGrantable.length > 0 ? new Set(notGrantable) : null
    const addedCodes = [...asked].filter((code) => !had?.has(code))
    requireOffered(menu, addedCodes)
    const refusedCodes = addedCodes.filter((code) => !this.#canGrant(id, code))
    if (refusedCodes.length > 0)
      this.refused.push(`“${menu.title}”（${refusedCodes.map(toPermissionName).join('、')}）`)
    const offered = [...asked].filter((code) => menu.offered.includes(code))
    return new Set([...notGrantable, ...offered].toSorted((a, b) => a - b))
  }

  #canGrant(id: number, code: number): boolean {
    return this.#grantor.code(this.#siteId, id, code)
  }
}

function requireOffered({ title, offered }: MenuRow, codes: readonly number[]): void {
  const notOffered = codes.filter((code) => !offered.includes(code))
  if (notOffered.length === 0) return
  const names = notOffered.map((code) => `“${toPermissionName(code)}”`).join('、')
  throw new AppError('invalid', `栏目“${title}”没有权限${names}，请刷新后重新选择`)
}

interface SiteGrantChange {
  siteId: number
  had: CodesByMenu
  next: CodesByMenu
}

/** Writes only the rows that differ. */
async function saveChange(ctx: CallContext, roleId: number, { siteId, had, next }: SiteGrantChange): Promise<void> {
  const differs = [...next].filter(([id, codes]) => !areEqual(had.get(id), codes))
  const removedIds = [...had.keys()].filter((id) => !next.has(id))
  const old = [...removedIds, ...differs.map(([id]) => id).filter((id) => had.has(id))]
  for (const menuIds of splitIntoBatches(old, MAX_STATEMENT_ROWS))
    await ctx.db
      .deleteFrom('role_grant')
      .where('roleId', '=', roleId)
      .where('siteId', '=', siteId)
      .where('menuId', 'in', menuIds)
      .execute()
  const rows = differs.map(([menuId, codes]) => ({ roleId, siteId, menuId, settings: JSON.stringify([...codes]) }))
  for (const part of splitIntoBatches(rows, MAX_STATEMENT_ROWS))
    await ctx.db.insertInto('role_grant').values(part).execute()
}

const areEqual = (a: ReadonlySet<number> | undefined, b: ReadonlySet<number>): boolean =>
  a?.size === b.size && [...b].every((code) => a.has(code))
