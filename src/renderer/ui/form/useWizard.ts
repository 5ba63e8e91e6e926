import { type ReactNode, useState } from 'react'
import { type Control, type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { asAppError } from '#renderer/data/errors.ts'
import { useToast } from '../feedback/useToast.ts'
import { focusField, showIssues } from '../fields/formErrors.ts'
import type { Saved } from './useSaveForm.ts'
import { useSaveLock } from '../dialogs/useSaveLock.ts'

/** One step of a wizard. Its schema checks this step's fields and lets the others be. */
export interface WizardStep<In extends FieldValues> {
  title: string
  schema: z.ZodObject
  render: (control: Control<In>) => ReactNode
}

export interface WizardOptions<In extends FieldValues> {
  steps: readonly WizardStep<In>[]
  /** What stands in the fields of all steps at first. */
  values: DefaultValues<NoInfer<In>>
  /** Saves the values of all steps; usually a mutateAsync, which parses them. */
  save: (values: In) => Promise<Saved>
  /** Runs after a 200 answer. */
  onClose: () => void
  releaseMs?: number
}

/** One form in steps: going on checks the step, going back keeps everything. */
export function useWizard<In extends FieldValues>({ steps, values, save, onClose, releaseMs }: WizardOptions<In>) {
  const toast = useToast()
  const { busy, run } = useSaveLock(releaseMs)
  const form = useForm<In>({ defaultValues: values })
  const [at, setAt] = useState(0)
  const last = at === steps.length - 1

  /** Shows what is wrong in the step; false when something is. */
  const check = (step: WizardStep<In>): boolean => {
    form.clearErrors()
    const parsed = step.schema.safeParse(form.getValues())
    const [first] = parsed.error?.issues ?? []
    if (!first) return true
    for (const { path, message } of (parsed.error?.issues ?? []).toReversed()) {
      form.setError(path.join('.') as FieldPath<In>, { type: 'schema', message })
    }
    toast.error(first.message)
    focusField(form, first.path.join('.'))
    return false
  }
  const failed = (error: unknown): void => {
    const field = asAppError(error).details.issues?.[0]?.field.split('.')[0]
    const wrong = steps.findIndex(({ schema }) => field !== undefined && field in schema.shape)
    if (wrong >= 0) setAt(wrong)
    showIssues(error, form)
  }

  return {
    at,
    last,
    busy,
    dirty: form.formState.isDirty,
    control: form.control,
    back: () => setAt(Math.max(0, at - 1)),
    /** Only to a step that was done. */
    goTo: (step: number) => step < at && setAt(step),
    next(): void {
      const step = steps[at]
      if (busy || !step || !check(step)) return
      if (!last) {
        setAt(at + 1)
        return
      }
      run(async () => {
        const { code } = await save(form.getValues())
        if (code === SUCCESS) onClose()
      }).catch(failed)
    },
  }
}
