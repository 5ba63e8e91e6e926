import type { ApiOperation } from '#shared/contract/define.ts'
import { idsAt, accessTargets } from '#shared/domain/callAccess.ts'
import type { Stage, World } from './world.ts'

/**
 * What a call needs besides its menus.
 * - declared: what its contract says of the sites and columns that its input names (needsOf); the others are what only a
 *   record, or the list that is answered, knows.
 * - site, column: refused without them. code: refused without the column and its permission code. A number: refused
 *   without this permission id on the call's menu. super: refused to all but super administrators.
 * - own sites: answers all who have the menus, but with what is of their sites. own columns: as site, but with the
 *   columns that are theirs. nothing: the same for all who have the menus.
 */
export interface Row {
  needs: 'declared' | 'site' | 'column' | 'code' | number | 'super' | 'own sites' | 'own columns' | 'nothing'
  /** Where `needs` is a permission id: others of the menu that the call needs too, and whether its record is of a site. */
  besides?: { codes?: readonly number[]; site: boolean }
  input: (world: World & { made: number }) => unknown
  /** Readies the world; an id that it answers is the input's `made`. */
  before?: (stage: Stage) => Promise<unknown>
}

/** What the contract asks: the permission id of its menu, or the strongest for the ids that this input names. */
export function needsOf(op: ApiOperation, input: unknown): Exclude<Row['needs'], 'declared'> {
  const { access } = op
  return access.kind === 'menu' && access.code !== undefined ? access.code : placesNeed(op, input)
}

/** The strongest of what the contract asks for the ids that this input names. */
export function placesNeed({ access, input: schema }: ApiOperation, input: unknown) {
  const parsed: unknown = schema.parse(input)
  const named = accessTargets(access).filter(({ path }) => idsAt(parsed, path).length > 0)
  const codes = named.flatMap((place) => (place.of === 'content' ? place.actions : []))
  if (codes.some((action) => action !== 'read')) return 'code'
  if (named.some(({ of }) => of !== 'site')) return 'column'
  return named.length > 0 ? 'site' : 'nothing'
}

/** The input with one id more at a place, as `Place.path` writes it; the rest of the path is made where it isn't there. */
export function withIdAt(input: unknown, path: string, id: number): unknown {
  const [first = '', ...rest] = path.split('.')
  const more = rest.join('.')
  const name = first.replace('[]', '')
  const into = (value: unknown): unknown => {
    if (!first.endsWith('[]')) return more === '' ? id : withIdAt(value ?? {}, more, id)
    const list: unknown[] = Array.isArray(value) ? value : []
    return [...list, more === '' ? id : withIdAt({}, more, id)]
  }
  if (name === '') return into(input)
  const fields = (input ?? {}) as Record<string, unknown>
  return { ...fields, [name]: into(fields[name]) }
}

/** A line of the matrix. */
export const row = (needs: Row['needs'], input: Row['input'], before?: Row['before']): Row => ({
  needs,
  input,
  ...(before && { before }),
})
/** Of calls without an input. */
export const none: Row['input'] = () => ({})

/** The asking account's own row. */
export const asker = ({ server }: Stage) =>
  server.deps.db
    .selectFrom('account')
    .select(['id', 'roleId'])
    .where('username', '=', 'editor')
    .executeTakeFirstOrThrow()
