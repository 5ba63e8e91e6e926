import type { Access, AccessTarget } from '../contract/access.ts'
import { columnRefusal, type GuardedColumn } from './columnAccess.ts'
import { contentRefusal } from './contentAccess.ts'
import { type Authority, can, canSeeMenu, canUseSite, hasRole, isSuper } from './permissions.ts'

/** May the account call the operation at all, whatever the input? `null`: nobody is signed in. */
export function mayCall(access: Access, who: Authority | null): 'yes' | 'sign-in' | 'no' {
  if (access.kind === 'open') return 'yes'
  if (!who) return 'sign-in'
  if (access.kind === 'session') return 'yes'
  if (access.kind === 'role') return hasRole(who) ? 'yes' : 'no'
  const { menus, code } = access
  const isGranted = (menuId: number): boolean =>
    canSeeMenu(who, menuId) && (code === undefined || can(who, { siteId: 0, menuId, code }))
  return menus.some(isGranted) ? 'yes' : 'no'
}

/** The places in the input that need permission besides the menus. */
export const accessTargets = (access: Access): readonly AccessTarget[] =>
  access.kind === 'open' ? [] : (access.places ?? [])

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The ids at a path of a parsed input ('siteId', 'siteIds[]', 'list[].classId', '[]'), without 0. */
export function idsAt(input: unknown, path: string): number[] {
  let found: unknown[] = [input]
  for (const step of path.split('.')) {
    const name = step.replace('[]', '')
    if (name !== '') found = found.flatMap((one) => (isRecord(one) ? [one[name]] : []))
    if (step.endsWith('[]')) found = found.flatMap((one: unknown) => (Array.isArray(one) ? (one as unknown[]) : []))
  }
  return [...new Set(found.filter((id): id is number => typeof id === 'number' && id !== 0))]
}

/** The properties of a column that access rules need. */
export type TargetColumn = Pick<GuardedColumn, 'id' | 'siteId' | 'title'>

/** Nothing but the person's rights counts: the flags of the column are the handler's. */
const ANY_FLAGS = { allowAddChild: true, allowUpdate: true, allowDelete: true, allowSort: true }

/**
 * Why the account may not name these ids at the place, in Chinese; null when it may.
 * @param columns those of the ids that exist; a missing one refuses nothing here, which is the handler's task
 */
export function targetRefusal(
  who: Authority,
  place: AccessTarget,
  { ids, columns }: { ids: readonly number[]; columns: readonly TargetColumn[] },
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
