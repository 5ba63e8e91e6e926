import type { Column, MenuField } from '#shared/contract/column.ts'
import { columnRefusal } from '#shared/domain/columnAccess.ts'
import type { Authority } from '#shared/domain/permissions.ts'
import { asAppError } from '#renderer/data/errors.ts'
import { readFields } from '../save/readFields.ts'

/** A ticked column. `refusal` says why its fields can't be set; '' when they can. */
export interface Target {
  column: Column
  fields: readonly MenuField[]
  version: number | undefined
  refusal: string
}

/** Calls under way at a time: hundreds of columns may be ticked. */
const AT_A_TIME = 6

/** Reads the fields of all ticked columns, so that it can be said what will be replaced. */
export async function readTargets(columns: readonly Column[]): Promise<Target[]> {
  const read: Target[] = []
  const rest = columns.entries()
  const readRest = async (): Promise<void> => {
    for (const [at, column] of rest) read[at] = await readTarget(column)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, readRest))
  return read
}

async function readTarget(column: Column): Promise<Target> {
  try {
    const { menuFieldDTOList, version } = await readFields(column.id)
    return { column, fields: menuFieldDTOList, version, refusal: '' }
  } catch (error) {
    return { column, fields: [], version: undefined, refusal: asAppError(error).message }
  }
}

/** With what the account may not do. */
export const judged = (targets: readonly Target[], who: Authority): Target[] =>
  targets.map((target) => ({ ...target, refusal: columnRefusal(who, target.column, 'edit') ?? target.refusal }))

export const settable = (targets: readonly Target[]): Target[] => targets.filter(({ refusal }) => refusal === '')
