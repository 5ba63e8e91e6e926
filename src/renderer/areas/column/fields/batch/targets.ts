import type { Column, MenuField } from '#shared/contract/column.ts'
import { columnRefusal } from '#shared/domain/columnAccess.ts'
import type { Authority } from '#shared/domain/permissions.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { readFields } from '../save/readFields.ts'

/** A selected column. `refusal` says why its fields can't be set; '' when they can. */
export interface Target {
  column: Column
  fields: readonly MenuField[]
  version: number | undefined
  refusal: string
}

/** Limit of concurrent calls, because hundreds of columns may be selected. */
const CONCURRENT_READS = 6

/** Reads the fields of all selected columns, to show what will be replaced. */
export async function readTargets(columns: readonly Column[]): Promise<Target[]> {
  const targets: Target[] = []
  const remaining = columns.entries()
  const readRemaining = async (): Promise<void> => {
    for (const [at, column] of remaining) targets[at] = await readTarget(column)
  }
  await Promise.all(Array.from({ length: CONCURRENT_READS }, readRemaining))
  return targets
}

async function readTarget(column: Column): Promise<Target> {
  try {
    const { menuFieldDTOList, version } = await readFields(column.id)
    return { column, fields: menuFieldDTOList, version, refusal: '' }
  } catch (error) {
    return { column, fields: [], version: undefined, refusal: toAppError(error).message }
  }
}

/** Adds the refusal of columns that the account may not edit. */
export const applyPermissions = (targets: readonly Target[], who: Authority): Target[] =>
  targets.map((target) => ({ ...target, refusal: columnRefusal(who, target.column, 'edit') ?? target.refusal }))

export const filterSettable = (targets: readonly Target[]): Target[] => targets.filter(({ refusal }) => refusal === '')
