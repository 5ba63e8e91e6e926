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
import type { ReactNode } from 'react'
import type { Control, DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { useFocusReturn } from '../focus/focus.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import type { Compare } from './compare.ts'
import { useUnsaved } from '../page/unsaved.ts'
import { BACKDROP, DIALOG_WIDTHS, type DialogSize } from '../dialogs/dialogSizes.ts'
import { MoveButton } from '../dialogs/MoveButton.tsx'
import { useConfirmDiscard } from '../dialogs/useConfirmDiscard.ts'
import { type DeletedRecord, type Saved, useSaveForm } from './useSaveForm.ts'
import { useDialogNotices } from '../dialogs/useDialogNotices.ts'

const useStyles = makeStyles({
  // Long titles are cut after two lines.
  title: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  // Leaves a margin around a dialog that is as high as the window.
  body: { maxHeight: 'calc(100vh - 96px)' },
  fields: {
    display: 'grid',
    // A message bar hides its overflow, so an automatic row would cut it in a form higher than the dialog.
    gridAutoRows: 'max-content',
    gap: tokens.spacingVerticalL,
    paddingBlock: tokens.spacingVerticalS,
    alignContent: 'start',
  },
  spinner: { marginInlineEnd: tokens.spacingHorizontalXS },
})

interface Props<In extends FieldValues, Out> {
  title: string
  /** Rules and messages: the operation's input in the contract, or a part of it. */
  schema: z.ZodType<Out, In>
  /** Initial values of the fields. */
  values: DefaultValues<NoInfer<In>>
  /** Saves; usually a mutateAsync. The dialog closes after a 200 answer and stays open otherwise. */
  save: (values: Out) => Promise<Saved>
  onClose: () => void
  /** Whether something besides the fields has changed. */
  changed?: boolean
  /** small by default. */
  size?: DialogSize
  /** Any other CSS width, at most the window's. */
  width?: string
  saveText?: string
  /** How long the save button stays busy after the call, ms. */
  releaseMs?: number
  /** Whether fields are also checked on blur; by default only on save. */
  checkOnBlur?: boolean
  /** Lets the user merge when another person has saved the record meanwhile; `values` must contain its `version`. */
  compare?: Compare
  /** Lets the user save the values as a new record when another person has deleted the record. */
  ifDeleted?: DeletedRecord<NoInfer<Out>> | undefined
  children: (control: Control<In, unknown, Out>) => ReactNode
}

/**
 * A dialog with a form. Render it only while it is open (`{editing && <FormDialog … />}`), so that it starts fresh.
 * Save lock and messages follow A·§4, A·§5 and A·§8; closing with changes asks first.
 */
export function FormDialog<In extends FieldValues, Out>(props: Props<In, Out>) {
  const styles = useStyles()
  const confirmDiscard = useConfirmDiscard()
  const width = props.width ?? DIALOG_WIDTHS[props.size ?? 'small']
  useFocusReturn()
  useDialogNotices()
  const {
    control,
    dirty: typed,
    busy,
    submit,
    conflict,
  } = useSaveForm({
    ...props,
    tabKey: `dialog ${props.title}`,
  })
  const dirty = typed || (props.changed ?? false)
  useUnsaved(`dialog ${props.title}`, props.title, dirty)

  const close = async (): Promise<void> => {
    if (!busy && (await confirmDiscard(dirty ? [`“${props.title}”中填写的内容`] : []))) props.onClose()
  }

  return (
    <>
      <Dialog open modalType="modal" onOpenChange={(_event, { open }) => !open && void close()}>
        <DialogSurface style={{ width, maxWidth: 'calc(100vw - 48px)' }} backdrop={BACKDROP}>
          <form noValidate onSubmit={submit}>
            <DialogBody className={styles.body}>
              <DialogTitle action={<MoveButton />}>
                <span className={styles.title} title={props.title}>
                  {props.title}
                </span>
              </DialogTitle>
              <DialogContent className={styles.fields}>{props.children(control)}</DialogContent>
              <DialogActions>
                <Button onClick={() => void close()}>取消</Button>
                <Button type="submit" appearance="primary" disabledFocusable={busy}>
                  {busy && <Spinner size="extra-tiny" className={styles.spinner} aria-hidden />}
                  {props.saveText ?? '确定'}
                </Button>
              </DialogActions>
            </DialogBody>
          </form>
        </DialogSurface>
      </Dialog>
      {conflict && <ConflictDialog conflict={conflict} />}
    </>
  )
}
