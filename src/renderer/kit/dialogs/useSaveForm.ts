import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { SyntheticEvent } from 'react'
import { type Control, type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { Answer } from '#renderer/data/client.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useToast } from '../feedback/useToast.ts'
import { firstMessage, showIssues } from './formErrors.ts'
import { useSaveLock } from './useSaveLock.ts'

interface Options<In extends FieldValues, Out> {
  schema: z.ZodType<Out, In>
  values: DefaultValues<In>
  save: (values: Out) => Promise<Pick<Answer<unknown>, 'code'>>
  /** Runs after a 200 answer. */
  onClose: () => void
  releaseMs?: number
}

interface SaveForm<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>
  form: UseFormReturn<In, unknown, Out>
  busy: boolean
  /** Has the user changed anything? */
  dirty: boolean
  submit: (event?: SyntheticEvent) => void
}

/** A form with the rules of A·§4, A·§5, A·§8: save lock, first broken rule as a toast, failures leave it open. */
export function useSaveForm<In extends FieldValues, Out>(options: Options<In, Out>): SaveForm<In, Out> {
  const toast = useToast()
  const { busy, run } = useSaveLock(options.releaseMs)
  const form = useForm<In, unknown, Out>({
    resolver: standardSchemaResolver(options.schema),
    defaultValues: options.values,
  })

  const save = (values: Out): Promise<boolean> =>
    run(async () => {
      const { code } = await options.save(values)
      if (code === SUCCESS) options.onClose()
    })

  const submit = form.handleSubmit(
    // The shared layer has shown the failure already; here it only goes to the fields.
    (values) => save(values).catch((error: unknown) => showIssues(error, form.getValues(), form.setError)),
    (errors) => toast.error(firstMessage(errors) ?? '请检查填写的内容'),
  )
  return { control: form.control, form, busy, dirty: form.formState.isDirty, submit: (event) => void submit(event) }
}
