import { replaceFileAddresses } from '#shared/domain/fileAddresses.ts'
import type { ArchiveRow } from './checkRows.ts'
import type { KeyMap } from './importMap.ts'
import { type KindName, kindOf, hasIds } from './kinds.ts'

/** A role of this server. */
export interface RoleRef {
  roleId: number
  roleName: string
}

/** Context for the import of rows. */
export interface RowImportContext {
  siteId: number
  /** Roles of this server by name. */
  roles: ReadonlyMap<string, RoleRef>
  /** Role of the importing account: it gets workflow steps none of whose roles exist on this server. */
  ownRole: RoleRef
}

type ConvertRow = (row: ArchiveRow, refs: KeyMap, place: RowImportContext) => Record<string, unknown> | null

/** Maps the row's own id and its references. Null when the row that it belongs to was not imported. */
const createRenumberer =
  (name: KindName): ConvertRow =>
  ({ id, ...row }, refs, { siteId }) => {
    const { references, hasSite } = kindOf(name)
    const converted: Record<string, unknown> = { ...row }
    if (hasIds(name)) converted['id'] = refs.id(name, id)
    if (hasSite) converted['siteId'] = siteId
    // Every reference is requested before any is judged, because the first pass only collects keys (withKeyMap).
    for (const { column, to } of references) converted[column] = refs.id(to, row[column])
    const isLost = references.some(({ column, isNeeded }) => isNeeded && row[column] !== 0 && converted[column] === 0)
    return isLost ? null : converted
  }

/** Kinds whose rows hold more than ids to convert. */
const CONVERTERS: Readonly<Partial<Record<KindName, ConvertRow>>> = {
  workflowNodes: (row, refs, context) => {
    const taken = createRenumberer('workflowNodes')(row, refs, context)
    if (!taken) return null
    const given = Array.isArray(row['roles']) ? (row['roles'] as Partial<RoleRef>[]) : []
    const there = given.flatMap(({ roleName }) => context.roles.get(String(roleName)) ?? [])
    // A step without roles would approve everything.
    return { ...taken, roles: JSON.stringify(there.length > 0 ? there : [context.ownRole]) }
  },
  members: (row, refs, context) => ({
    ...createRenumberer('members')(row, refs, context),
    headSculpture: replaceFileAddresses(String(row['headSculpture']), refs.address),
  }),
}

/** The converter for rows of a kind; it returns null for a row whose owner was not imported. */
export const converterOf = (name: KindName): ConvertRow => CONVERTERS[name] ?? createRenumberer(name)
