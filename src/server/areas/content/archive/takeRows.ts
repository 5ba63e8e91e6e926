import { replaceFileAddresses } from '#shared/domain/fileAddresses.ts'
import type { ArchiveRow } from './checkRows.ts'
import type { Refs } from './importMap.ts'
import { type KindName, kindOf, withIds } from './kinds.ts'

/** A role here. */
export interface RoleName {
  roleId: number
  roleName: string
}

/** What rows are taken with. */
export interface RowImportContext {
  siteId: number
  /** Roles here by their names. */
  roles: ReadonlyMap<string, RoleName>
  /** Of the account that imports: steps of workflows of which no role is here are its. */
  ownRole: RoleName
}

type ConvertRow = (row: ArchiveRow, refs: Refs, place: RowImportContext) => Record<string, unknown> | null

/** Gives a row the ids that it and the rows that it names have here. Null: what it belongs to did not come. */
const renumbered =
  (name: KindName): ConvertRow =>
  ({ id, ...row }, refs, { siteId }) => {
    const { references, hasSite } = kindOf(name)
    const taken: Record<string, unknown> = { ...row }
    if (withIds(name)) taken['id'] = refs.id(name, id)
    if (hasSite) taken['siteId'] = siteId
    // All of them are asked for before one decides: the first pass only finds out what is asked for (withRefs).
    for (const { column, to } of references) taken[column] = refs.id(to, row[column])
    const isLost = references.some(({ column, isNeeded }) => isNeeded && row[column] !== 0 && taken[column] === 0)
    return isLost ? null : taken
  }

/** Kinds with more in their rows than ids. */
const CONVERTERS: Readonly<Partial<Record<KindName, ConvertRow>>> = {
  workflowNodes: (row, refs, context) => {
    const taken = renumbered('workflowNodes')(row, refs, context)
    if (!taken) return null
    const given = Array.isArray(row['roles']) ? (row['roles'] as Partial<RoleName>[]) : []
    const there = given.flatMap(({ roleName }) => context.roles.get(String(roleName)) ?? [])
    // A step of nobody would let everything through.
    return { ...taken, roles: JSON.stringify(there.length > 0 ? there : [context.ownRole]) }
  },
  members: (row, refs, context) => ({
    ...renumbered('members')(row, refs, context),
    headSculpture: replaceFileAddresses(String(row['headSculpture']), refs.address),
  }),
}

/** How rows of a kind become rows here; null: what they belong to did not come. */
export const rowConverter = (name: KindName): ConvertRow => CONVERTERS[name] ?? renumbered(name)
