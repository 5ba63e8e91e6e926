import type { OperationName } from '#shared/contract/registry.ts'
import { call } from '#renderer/data/client.ts'
import type { Compare } from './compare.ts'
import type { DeletedRecord, Saved } from './useSaveForm.ts'

interface Options<Values, Form> extends Omit<Compare, 'load'> {
  /** The record that is edited; null for a new one. */
  record: (Partial<Values> & { id: number; version?: number | undefined }) | null
  /** Values of the form of a new record. */
  empty: Values
  /** The operation that returns the newest version of the record. */
  find: Extract<OperationName, `${string}.findById`>
  /** Saves the values as a new record when the edited one has been deleted; without it the error is shown. */
  saveAsNew?: (values: Form) => Promise<Saved>
}

/**
 * Props of a FormDialog for a new or existing record: the values of its fields (those of `empty` and `labels`), and for
 * an existing record the handling of a conflict and of a deletion.
 */
export function recordForm<Values extends object, Form extends object>(
  options: Options<Values, Form>,
): { values: Values; compare?: Compare; ifDeleted?: DeletedRecord<Form> } {
  const { record, empty, find, saveAsNew, ...comparison } = options
  if (!record) return { values: empty }
  const { id } = record
  const names = new Set(['version', ...Object.keys(empty), ...Object.keys(comparison.labels)])
  const existing = Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)))
  return {
    values: { ...empty, ...existing },
    compare: { ...comparison, load: async () => (await call(find, { id })).data },
    ...(saveAsNew && { ifDeleted: { id, saveAsNew: (form) => saveAsNew({ ...form, id: 0, version: undefined }) } }),
  }
}
