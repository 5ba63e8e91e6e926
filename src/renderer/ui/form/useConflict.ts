import { useState } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { suppressToast } from '#renderer/data/suppressedToasts.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { type Compare, type ConcurrentSave, parseConflict } from './compare.ts'

/** A conflict with another person's version, for ConflictDialog. */
export interface Conflict extends ConcurrentSave {
  compare: Compare
  /** The form's initial values, and its current values. */
  base: object
  mine: object
  /** Whether a save is running or has just ended. */
  busy: boolean
  /** Saves the form with some of the other person's values, over the given version. */
  resolve: (values: ReadonlyMap<string, unknown>, version: unknown) => void
  /** Returns to the form with all typed values. */
  close: () => void
}

interface Options<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  compare: Compare | undefined
  busy: boolean
  submit: () => void
}

/**
 * Holds a save that a conflict refused until the user decides. `handleConflict` returns whether an error is a conflict.
 */
export function useConflict<In extends FieldValues, Out>({ form, compare, busy, submit }: Options<In, Out>) {
  const [meanwhile, setMeanwhile] = useState<ConcurrentSave | null>(null)

  const handleConflict = (error: unknown): boolean => {
    const refused = toAppError(error)
    const found = compare ? parseConflict(refused) : null
    if (!found) return false
    suppressToast(refused)
    setMeanwhile(found)
    return true
  }
  const setValue = (field: string, value: unknown): void =>
    form.setValue(field as FieldPath<In>, value as FieldPathValue<In, FieldPath<In>>, { shouldDirty: true })
  const close = (): void => setMeanwhile(null)
  const resolve: Conflict['resolve'] = (values, version) => {
    for (const [field, value] of values) setValue(field, value)
    setValue('version', version)
    close()
    submit()
  }

  const conflict: Conflict | null =
    meanwhile && compare
      ? {
          ...meanwhile,
          compare,
          busy,
          resolve,
          close,
          base: form.formState.defaultValues ?? {},
          mine: form.getValues(),
        }
      : null
  return { conflict, handleConflict }
}
