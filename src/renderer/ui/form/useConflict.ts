import { useState } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { suppressToast } from '#renderer/data/suppressedToasts.ts'
import { asAppError } from '#renderer/data/errors.ts'
import { type Compare, type Meanwhile, meanwhileOf } from './compare.ts'

/** A conflict with somebody else's version, for ConflictDialog. */
export interface Conflict extends Meanwhile {
  compare: Compare
  /** What the form began with, and what stands in it. */
  base: object
  mine: object
  /** A save is under way, or just was. */
  busy: boolean
  /** Saves the form with these of the other's values, over the given version. */
  resolve: (taken: ReadonlyMap<string, unknown>, version: unknown) => void
  /** Back to the form, with everything as it was typed. */
  close: () => void
}

interface Options<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  compare: Compare | undefined
  busy: boolean
  submit: () => void
}

/**
 * Holds a save that was refused by a conflict until the user decides. `caught` answers whether the error is a conflict.
 */
export function useConflict<In extends FieldValues, Out>({ form, compare, busy, submit }: Options<In, Out>) {
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)

  const caught = (error: unknown): boolean => {
    const refused = asAppError(error)
    const found = compare ? meanwhileOf(refused) : null
    if (!found) return false
    suppressToast(refused)
    setMeanwhile(found)
    return true
  }
  const put = (field: string, value: unknown): void =>
    form.setValue(field as FieldPath<In>, value as FieldPathValue<In, FieldPath<In>>, { shouldDirty: true })
  const close = (): void => setMeanwhile(null)
  const resolve: Conflict['resolve'] = (taken, version) => {
    for (const [field, value] of taken) put(field, value)
    put('version', version)
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
  return { conflict, caught }
}
