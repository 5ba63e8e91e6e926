import type { OutputOf } from '#shared/contract/registry.ts'
import { call } from '#renderer/data/client.ts'

export type SavedFields = OutputOf<'column.getSettingField'>

/** Loads the fields of a column, with the version for optimistic locking. */
export const readFields = async (id: number): Promise<SavedFields> =>
  (await call('column.getSettingField', { id })).data
