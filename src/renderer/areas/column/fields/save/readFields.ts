import type { OutputOf } from '#shared/contract/registry.ts'
import { call } from '#renderer/data/client.ts'

export type SavedFields = OutputOf<'column.getSettingField'>

/** The fields of a column as the server has them now, with the version that a save must know. */
export const readFields = async (id: number): Promise<SavedFields> =>
  (await call('column.getSettingField', { id })).data
