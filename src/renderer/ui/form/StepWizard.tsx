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
import type { FieldValues } from 'react-hook-form'
import { useFocusReturn } from '../focus/focus.ts'
import { useUnsaved } from '../page/unsaved.ts'
import { BACKDROP, DIALOG_WIDTHS, type DialogSize } from '../dialogs/dialogSizes.ts'
import { StepList } from '../dialogs/StepList.tsx'
import { useMayLose } from '../dialogs/useMayLose.ts'
import { useWizard, type WizardOptions } from './useWizard.ts'
import { useOwnRefusals } from '../dialogs/useOwnRefusals.ts'

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

/** A form in steps, in a dialog. Render it while it is wanted. */
export function StepWizard<In extends FieldValues>(props: Props<In>) {
  const { title, steps, size = 'content', saveText = '完成' } = props
  const styles = useStyles()
  const mayLose = useMayLose()
  useFocusReturn()
  useOwnRefusals()
  const { at, last, busy, dirty, control, back, goTo, next } = useWizard(props)
  useUnsaved(`wizard ${title}`, title, dirty)
  const close = async (): Promise<void> => {
    if (!busy && (await mayLose(dirty ? [`“${title}”中填写的内容`] : []))) props.onClose()
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
              {/* Fields of another step are other fields. */}
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
                {busy && <Spinner size="extra-tiny" className={styles.spinner} />}
                {last ? saveText : '下一步'}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  )
}
