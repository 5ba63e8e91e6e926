import type { OperationName } from '#shared/contract/registry.ts'
import { call } from '#renderer/data/client.ts'
import type { Compare } from './compare.ts'
import type { Gone, Saved } from './useSaveForm.ts'

interface Options<Values, Form> extends Omit<Compare, 'load'> {
  /** The record that is edited; null for a new one. */
  record: (Partial<Values> & { id: number; version?: number | undefined }) | null
  /** What stands in the form of a new one. */
  empty: Values
  /** The operation that answers the newest version of the record. */
  find: Extract<OperationName, `${string}.findById`>
  /** Saves what was typed as a new record when the edited one has been deleted; without it the refusal is shown. */
  saveAnew?: (values: Form) => Promise<Saved>
}

/**
 * What a FormDialog takes for a record that is added or edited: the values of its fields (those of `empty` and `labels`), and
 * for a known record the comparison with another version and the way out when it is gone.
 */
export function recordForm<Values extends object, Form extends object>(
  options: Options<Values, Form>,
): { values: Values; compare?: Compare; gone?: Gone<Form> } {
  const { record, empty, find, saveAnew, ...shown } = options
  if (!record) return { values: empty }
  const { id } = record
  const names = new Set(['version', ...Object.keys(empty), ...Object.keys(shown.labels)])
  const known = Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)))
  return {
    values: { ...empty, ...known },
    compare: { ...shown, load: async () => (await call(find, { id })).data },
    ...(saveAnew && { gone: { id, saveAnew: (form) => saveAnew({ ...form, id: 0, version: undefined }) } }),
  }
}
