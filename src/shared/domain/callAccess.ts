import type { Access, Place } from '../contract/access.ts'
import { columnRefusal, type GuardedColumn } from './columnAccess.ts'
import { contentRefusal } from './contentAccess.ts'
import { type Authority, canSeeMenu, canUseSite, hasRole, isSuper } from './permissions.ts'

/** May the operation be called at all? `null` stands for nobody signed in. */
export function mayCall(access: Access, who: Authority | null): 'yes' | 'sign-in' | 'no' {
  if (access.kind === 'open') return 'yes'
  if (!who) return 'sign-in'
  if (access.kind === 'session') return 'yes'
  if (access.kind === 'role') return hasRole(who) ? 'yes' : 'no'
  return access.menus.some((m) => canSeeMenu(who, m)) ? 'yes' : 'no'
}

/** What a call asks to be allowed besides its menus. */
export const placesOf = (access: Access): readonly Place[] => (access.kind === 'open' ? [] : (access.places ?? []))

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The ids that stand in a parsed input at a path ('siteId', 'siteIds[]', 'list[].classId', '[]'); 0 names nothing. */
export function idsAt(input: unknown, path: string): number[] {
  let found: unknown[] = [input]
  for (const step of path.split('.')) {
    const name = step.replace('[]', '')
    if (name !== '') found = found.flatMap((one) => (isRecord(one) ? [one[name]] : []))
    if (step.endsWith('[]')) found = found.flatMap((one: unknown) => (Array.isArray(one) ? (one as unknown[]) : []))
  }
  return [...new Set(found.filter((id): id is number => typeof id === 'number' && id !== 0))]
}

/** What a place needs to know of a column. */
export type PlaceColumn = Pick<GuardedColumn, 'id' | 'siteId' | 'title'>

/** Nothing but the person's rights counts: the flags of the column are the handler's. */
const ANY_FLAGS = { allowAddChild: true, allowUpdate: true, allowDelete: true, allowSort: true }

/**
 * Why the person may not name these ids at the place, in Chinese; null when they may. `columns` are those of the ids that
 * are there: one that isn't refuses nothing here, the handler says so.
 */
export function placeRefusal(
  who: Authority,
  place: Place,
  { ids, columns }: { ids: readonly number[]; columns: readonly PlaceColumn[] },
): string | null {
  if (isSuper(who)) return null
  if (place.of === 'site') return ids.every((id) => canUseSite(who, id)) ? null : '您没有这个站点的权限'
  for (const column of columns) {
    // Columns of site 0 are the system's menus and hold no content.
    if (place.of === 'content' && column.siteId === 0) continue
    const refusals =
      place.of === 'content'
        ? place.actions.map((action) => contentRefusal(who, column, action))
        : [columnRefusal(who, { ...column, ...ANY_FLAGS }, place.changes ? 'attributes' : 'read')]
    if (!refusals.includes(null)) return refusals[0] ?? null
  }
  return null
}

/**
 * Why the person may not make the call with this input, in Chinese; null when they may as far as the contract says it.
 * The renderer hides by it, with the columns that it shows.
 */
export function callRefusal(
  access: Access,
  who: Authority,
  input: unknown,
  columns: readonly PlaceColumn[] = [],
): string | null {
  if (mayCall(access, who) !== 'yes') return '您没有这项操作的权限'
  for (const place of placesOf(access)) {
    const ids = idsAt(input, place.path)
    const refusal = placeRefusal(who, place, { ids, columns: columns.filter(({ id }) => ids.includes(id)) })
    if (refusal !== null) return refusal
  }
  return null
}
