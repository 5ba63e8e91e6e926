import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
} from '@fluentui/react-components'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useFocusReturn } from '../focus/focus.ts'
import { useDangerStyle } from './dangerStyle.ts'
import { firstQuestion, type Question, subscribe } from './store.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '440px' },
  title: { textWrap: 'balance' },
  text: { whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
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
  const { kind, title, text, confirmText, alternativeText, cancelText, danger, answer } = question
  return (
    <Dialog open modalType="alert" onOpenChange={(_event, { open }) => !open && answer(null)}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle className={styles.title}>{title}</DialogTitle>
          <DialogContent className={styles.text}>{text}</DialogContent>
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
