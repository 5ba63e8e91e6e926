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

/** Reads the fields of all ticked columns, so that it can be said what will be replaced. */
export const readTargets = (columns: readonly Column[]): Promise<Target[]> =>
  Promise.all(
    columns.map(async (column) => {
      try {
        const { menuFieldDTOList, version } = await readFields(column.id)
        return { column, fields: menuFieldDTOList, version, refusal: '' }
      } catch (error) {
        return { column, fields: [], version: undefined, refusal: asAppError(error).message }
      }
    }),
  )

/** With what the account may not do. */
export const judged = (targets: readonly Target[], who: Authority): Target[] =>
  targets.map((target) => ({ ...target, refusal: columnRefusal(who, target.column, 'edit') ?? target.refusal }))

export const settable = (targets: readonly Target[]): Target[] => targets.filter(({ refusal }) => refusal === '')
