import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { SyntheticEvent } from 'react'
import { type Control, type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { suppressToast } from '#renderer/data/suppressedToasts.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { missingIds } from '#renderer/data/missingIds.ts'
import { useToast } from '../feedback/useToast.ts'
import { useTabForm } from '../page/useTabState.ts'
import type { Compare } from './compare.ts'
import { pendingFields } from './pendingFields.ts'
import { useConflict } from './useConflict.ts'
import { firstError, focusField, showIssues } from '../fields/formErrors.ts'
import { useConfirm } from '../dialogs/useConfirm.ts'
import { useSaveLock } from '../dialogs/useSaveLock.ts'

/** The result of a save; useWrite's mutateAsync fits. */
export interface Saved {
  code: number
  data?: unknown
}

/** Handles a deleted record: saves the values as a new one. */
export interface DeletedRecord<Out> {
  /** The record's id, by which the error is recognised. */
  id: number
  saveAsNew: (values: Out) => Promise<Saved>
}

interface Options<In extends FieldValues, Out> {
  schema: z.ZodType<Out, In>
  values: DefaultValues<NoInfer<In>>
  save: (values: Out) => Promise<Saved>
  /** Runs after a 200 answer. */
  onClose: (saved: Saved) => void
  releaseMs?: number | undefined
  /** Whether fields are also checked on blur; by default only on save. */
  checkOnBlur?: boolean | undefined
  /** Lets the user merge when another person has saved meanwhile. */
  compare?: Compare | undefined
  /** Lets the user save the values as a new record when another person has deleted the record. */
  ifDeleted?: DeletedRecord<Out> | undefined
  /** Key under which the tab keeps the values, see useTabForm; absent: they are not kept. */
  tabKey?: string
}

interface SaveForm<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>
  form: UseFormReturn<In, unknown, Out>
  busy: boolean
  /** Whether the user has changed anything. */
  dirty: boolean
  submit: (event?: SyntheticEvent) => void
  /** Set during a conflict with another person's version; render a ConflictDialog with it. */
  conflict: ReturnType<typeof useConflict>['conflict']
}

const DELETED_QUESTION = {
  title: '正在编辑的数据已被删除',
  text: '打开表单后，该数据已被其他人删除。是否将填写的内容保存为新数据？选择“继续编辑”，填写的内容不会丢失。',
  confirmText: '保存为新数据',
  cancelText: '继续编辑',
} as const

/**
 * A form by A·§4, A·§5 and A·§8: save lock; the first validation error is shown as a toast and focused; a failed save
 * keeps the form open.
 */
export function useSaveForm<In extends FieldValues, Out>(options: Options<In, Out>): SaveForm<In, Out> {
  const toast = useToast()
  const confirm = useConfirm()
  const { busy, run } = useSaveLock(options.releaseMs)
  const form = useForm<In, unknown, Out>({
    resolver: standardSchemaResolver(options.schema),
    defaultValues: options.values,
    mode: options.checkOnBlur ? 'onBlur' : 'onSubmit',
    shouldFocusError: false,
  })
  useTabForm(options.tabKey, form)
  const { conflict, handleConflict } = useConflict({ form, busy, compare: options.compare, submit: () => submit() })

  const saveAsNewIfDeleted = async (error: unknown, values: Out): Promise<Saved | null> => {
    const { ifDeleted } = options
    if (!ifDeleted || !missingIds(error).includes(ifDeleted.id)) throw error
    suppressToast(toAppError(error))
    return (await confirm(DELETED_QUESTION)) ? ifDeleted.saveAsNew(values) : null
  }
  const save = (values: Out): Promise<boolean> =>
    run(async () => {
      const saved = await options.save(values).catch((error: unknown) => saveAsNewIfDeleted(error, values))
      if (saved?.code === SUCCESS) options.onClose(saved)
    })

  const submit = (event?: SyntheticEvent): void => {
    const pendingField = pendingFields(form.control)[0]
    if (pendingField !== undefined) {
      event?.preventDefault()
      toast.error(`“${pendingField}”正在上传，请在上传完成后保存`)
      return
    }
    const send = form.handleSubmit(
      // useWrite shows the failure; here its issues are only shown at their fields.
      (values) => save(values).catch((error: unknown) => handleConflict(error) || showIssues(error, form)),
      (errors) => {
        const first = firstError(errors)
        toast.error(first?.message ?? '请检查填写的内容')
        if (first) focusField(form, first.path)
      },
    )
    void send(event)
  }
  return { control: form.control, form, busy, dirty: form.formState.isDirty, submit, conflict }
}
