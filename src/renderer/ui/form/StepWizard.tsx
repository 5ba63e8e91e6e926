import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  Spinner,
  tokens,
} from '@fluentui/react-components'
import { type Control, type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { useFocusReturn } from '../focus/focus.ts'
import { useUnsaved } from '../page/unsaved.ts'
import { BACKDROP, DIALOG_WIDTHS, type DialogSize } from '../dialogs/dialogSizes.ts'
import { StepList } from '../dialogs/StepList.tsx'
import { useConfirmDiscard } from '../dialogs/useConfirmDiscard.ts'
import { useDialogNotices } from '../dialogs/useDialogNotices.ts'
import { useToast } from '../feedback/useToast.ts'
import { focusField, showIssues } from '../fields/formErrors.ts'
import type { Saved } from './useSaveForm.ts'
import { useSaveLock } from '../dialogs/useSaveLock.ts'

const useStyles = makeStyles({
  // Leaves a margin around a dialog that is as high as the window.
  body: { maxHeight: 'calc(100vh - 96px)' },
  content: {
    display: 'grid',
    gap: tokens.spacingVerticalL,
    paddingBlock: tokens.spacingVerticalS,
    alignContent: 'start',
    minHeight: '240px',
  },
  spinner: { marginInlineEnd: tokens.spacingHorizontalXS },
})

interface Props<In extends FieldValues> extends WizardOptions<In> {
  title: string
  /** content by default. */
  size?: DialogSize
  saveText?: string
}

/** A form in steps, in a dialog. Render it only while it is open. */
export function StepWizard<In extends FieldValues>(props: Props<In>) {
  const { title, steps, size = 'content', saveText = '完成' } = props
  const styles = useStyles()
  const confirmDiscard = useConfirmDiscard()
  useFocusReturn()
  useDialogNotices()
  const { at, last, busy, dirty, control, back, goTo, next } = useWizard(props)
  useUnsaved(`wizard ${title}`, title, dirty)
  const close = async (): Promise<void> => {
    if (!busy && (await confirmDiscard(dirty ? [`“${title}”中填写的内容`] : []))) props.onClose()
  }

  return (
    <Dialog open modalType="modal" onOpenChange={(_event, { open }) => !open && void close()}>
      <DialogSurface style={{ width: DIALOG_WIDTHS[size], maxWidth: 'calc(100vw - 48px)' }} backdrop={BACKDROP}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            next()
          }}
        >
          <DialogBody className={styles.body}>
            <DialogTitle>{title}</DialogTitle>
            <DialogContent className={styles.content}>
              <StepList titles={steps.map((each) => each.title)} at={at} onGo={goTo} />
              {/* The key recreates the fields for each step. */}
              <div key={at} className={styles.content}>
                {steps[at]?.render(control)}
              </div>
            </DialogContent>
            <DialogActions>
              <Button onClick={() => void close()}>取消</Button>
              {at > 0 && (
                <Button disabledFocusable={busy} onClick={back}>
                  上一步
                </Button>
              )}
              <Button type="submit" appearance="primary" disabledFocusable={busy}>
                {busy && <Spinner size="extra-tiny" className={styles.spinner} aria-hidden />}
                {last ? saveText : '下一步'}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  )
}

/** One step of a wizard. Its schema checks only this step's fields. */
interface WizardStep<In extends FieldValues> {
  title: string
  schema: z.ZodObject
  render: (control: Control<In>) => ReactNode
}

interface WizardOptions<In extends FieldValues> {
  steps: readonly WizardStep<In>[]
  /** Initial values of the fields of all steps. */
  values: DefaultValues<NoInfer<In>>
  /** Saves the values of all steps; usually a mutateAsync, which parses them. */
  save: (values: In) => Promise<Saved>
  /** Runs after a 200 answer. */
  onClose: () => void
  releaseMs?: number
}

/** A form in steps: 下一步 checks the step, 上一步 keeps all values. */
function useWizard<In extends FieldValues>({ steps, values, save, onClose, releaseMs }: WizardOptions<In>) {
  const toast = useToast()
  const { busy, run } = useSaveLock(releaseMs)
  const form = useForm<In>({ defaultValues: values })
  const [at, setAt] = useState(0)
  const last = at === steps.length - 1

  /** Checks a step and shows its problems; false when there are any. */
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
  const onFailure = (error: unknown): void => {
    const field = toAppError(error).details.issues?.[0]?.field.split('.')[0]
    const failedStep = steps.findIndex(({ schema }) => field !== undefined && field in schema.shape)
    if (failedStep >= 0) setAt(failedStep)
    showIssues(error, form)
  }

  return {
    at,
    last,
    busy,
    dirty: form.formState.isDirty,
    control: form.control,
    back: () => setAt(Math.max(0, at - 1)),
    /** Goes back to a finished step. */
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
      }).catch(onFailure)
    },
  }
}
