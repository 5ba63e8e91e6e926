import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useFocusReturn } from '../focus/focus.ts'
import { useDangerStyle } from './dangerStyle.ts'
import { BACKDROP } from './dialogSizes.ts'
import { firstQuestion, type Question, subscribe } from '#renderer/data/questions.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '440px' },
  title: { textWrap: 'balance' },
  text: { whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  copied: {
    boxSizing: 'border-box',
    width: '100%',
    marginTop: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalS,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    fontFamily: tokens.fontFamilyMonospace,
    resize: 'vertical',
  },
})

/** Shows the questions of useConfirm and useAlert one after the other. Used once, in the app. */
export function DialogHost() {
  const question = useSyncExternalStore(subscribe, firstQuestion)
  return question ? <QuestionDialog key={question.id} question={question} /> : null
}

function QuestionDialog({ question }: { question: Question }) {
  const styles = useStyles()
  const dangerous = useDangerStyle()
  useFocusReturn()
  // Set after Fluent has focused the first button, so that Enter can't confirm a deletion by accident.
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    first.current?.focus()
  }, [])
  const { kind, title, text, confirmText, alternativeText, cancelText, danger, toCopy, answer } = question
  return (
    <Dialog open modalType="alert" onOpenChange={(_event, { open }) => !open && answer(null)}>
      <DialogSurface className={styles.surface} backdrop={BACKDROP}>
        <DialogBody>
          <DialogTitle className={styles.title}>{title}</DialogTitle>
          <DialogContent className={styles.text}>
            {text}
            {toCopy !== undefined && <TextToCopy title={title} text={toCopy} />}
          </DialogContent>
          <DialogActions>
            {kind === 'confirm' && (
              <Button ref={danger ? first : null} onClick={() => answer(null)}>
                {cancelText}
              </Button>
            )}
            {alternativeText && <Button onClick={() => answer('alternative')}>{alternativeText}</Button>}
            <Button
              ref={danger && kind === 'confirm' ? null : first}
              appearance="primary"
              className={danger ? dangerous : undefined}
              onClick={() => answer('confirm')}
            >
              {confirmText}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

/** A text field, fully selected for copying. Fluent's own would add to the code of the first screen. */
function TextToCopy({ title, text }: { title: string; text: string }) {
  const styles = useStyles()
  const field = useRef<HTMLTextAreaElement>(null)
  // After the dialog has put the focus on its button.
  useEffect(() => {
    const timer = setTimeout(() => {
      field.current?.focus()
      field.current?.select()
    })
    return () => clearTimeout(timer)
  }, [])
  return <textarea ref={field} className={styles.copied} aria-label={title} readOnly value={text} rows={4} />
}
