import type { Access, AccessTarget } from '../contract/access.ts'
import { columnRefusal, type GuardedColumn } from './columnAccess.ts'
import { contentRefusal } from './contentAccess.ts'
import { type Authority, can, canSeeMenu, canUseSite, hasRole, isSuper } from './permissions.ts'

/** Whether the account may call the operation at all, whatever the input. `null`: nobody is signed in. */
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

/** The paths of the input whose ids need rights besides the menus. */
export const accessTargets = (access: Access): readonly AccessTarget[] =>
  access.kind === 'open' ? [] : (access.places ?? [])

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The ids at a path of a parsed input ('siteId', 'siteIds[]', 'list[].classId', '[]'), without 0. */
export function idsAt(input: unknown, path: string): number[] {
  let values: unknown[] = [input]
  for (const step of path.split('.')) {
    const name = step.replace('[]', '')
    if (name !== '') values = values.flatMap((value) => (isRecord(value) ? [value[name]] : []))
    if (step.endsWith('[]'))
      values = values.flatMap((value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []))
  }
  return [...new Set(values.filter((id): id is number => typeof id === 'number' && id !== 0))]
}

/** The properties of a column that access rules need. */
export type TargetColumn = Pick<GuardedColumn, 'id' | 'siteId' | 'title'>

/** Ignores the flags of the column, which the handler checks. */
const ANY_FLAGS = { allowAddChild: true, allowUpdate: true, allowDelete: true, allowSort: true }

/**
 * Why the account may not name these ids, in Chinese; null if it may.
 * @param columns those of the ids that exist; missing ones are left to the handler
 */
export function targetRefusal(
  who: Authority,
  target: AccessTarget,
  { ids, columns }: { ids: readonly number[]; columns: readonly TargetColumn[] },
): string | null {
  if (isSuper(who)) return null
  if (target.of === 'site') return ids.every((id) => canUseSite(who, id)) ? null : '您没有该站点的权限'
  for (const column of columns) {
    // Columns of site 0 are the system's menus and hold no content.
    if (target.of === 'content' && column.siteId === 0) continue
    const refusals =
      target.of === 'content'
        ? target.actions.map((action) => contentRefusal(who, column, action))
        : [columnRefusal(who, { ...column, ...ANY_FLAGS }, target.changes ? 'attributes' : 'read')]
    if (!refusals.includes(null)) return refusals[0] ?? null
  }
  return null
}
