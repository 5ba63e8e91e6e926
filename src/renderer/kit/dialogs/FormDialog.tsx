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
import type { Answer } from '#renderer/data/client.ts'
import { useFocusReturn } from '../focus.ts'
import { useConfirm } from './useConfirm.ts'
import { useSaveForm } from './useSaveForm.ts'

const useStyles = makeStyles({
  fields: {
    display: 'grid',
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
  /** What stands in the fields at first. */
  values: DefaultValues<In>
  /** Saves; usually a mutateAsync. The dialog closes after a 200 answer and stays open otherwise. */
  save: (values: Out) => Promise<Pick<Answer<unknown>, 'code'>>
  onClose: () => void
  /** CSS width, at most the window's. 560px by default; 60% is the documents' small dialog. */
  width?: string
  saveText?: string
  /** How long the save button stays busy after the call, ms. */
  releaseMs?: number
  children: (control: Control<In, unknown, Out>) => ReactNode
}

/**
 * A dialog with a form. Render it while it is wanted (`{editing && <FormDialog … />}`), so that each opening is fresh.
 * Save lock and messages follow A·§4, A·§5 and A·§8; closing it with changes asks first.
 */
export function FormDialog<In extends FieldValues, Out>(props: Props<In, Out>) {
  const styles = useStyles()
  const confirm = useConfirm()
  useFocusReturn()
  const { control, dirty, busy, submit } = useSaveForm(props)

  const close = async (): Promise<void> => {
    if (busy) return
    const leave =
      !dirty ||
      (await confirm({
        title: '放弃修改？',
        text: '填写的内容还没有保存，关闭后会丢失。',
        confirmText: '放弃',
        danger: true,
      }))
    if (leave) props.onClose()
  }

  return (
    <Dialog open modalType="modal" onOpenChange={(_event, { open }) => !open && void close()}>
      <DialogSurface style={{ width: props.width ?? '560px', maxWidth: 'calc(100vw - 48px)' }}>
        <form noValidate onSubmit={submit}>
          <DialogBody>
            <DialogTitle>{props.title}</DialogTitle>
            <DialogContent className={styles.fields}>{props.children(control)}</DialogContent>
            <DialogActions>
              <Button onClick={() => void close()}>取消</Button>
              <Button type="submit" appearance="primary" disabledFocusable={busy}>
                {busy && <Spinner size="extra-tiny" className={styles.spinner} />}
                {props.saveText ?? '确定'}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  )
}
