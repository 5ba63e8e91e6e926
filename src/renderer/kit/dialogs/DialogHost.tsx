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
import { useSyncExternalStore } from 'react'
import { firstQuestion, subscribe } from './store.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '440px' },
  text: { whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  danger: {
    backgroundColor: tokens.colorPaletteRedBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': { backgroundColor: tokens.colorPaletteRedForeground1, color: tokens.colorNeutralForegroundOnBrand },
    ':hover:active': {
      backgroundColor: tokens.colorPaletteRedForeground2,
      color: tokens.colorNeutralForegroundOnBrand,
    },
  },
})

/** Shows the questions of useConfirm and useAlert, one after the other. Stands once in the app. */
export function DialogHost() {
  const styles = useStyles()
  const question = useSyncExternalStore(subscribe, firstQuestion)
  if (!question) return null
  const { kind, title, text, confirmText, cancelText, danger, answer } = question
  return (
    <Dialog open modalType="alert" onOpenChange={(_event, { open }) => !open && answer(false)}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent className={styles.text}>{text}</DialogContent>
          <DialogActions>
            {kind === 'confirm' && <Button onClick={() => answer(false)}>{cancelText}</Button>}
            <Button
              appearance="primary"
              className={danger ? styles.danger : undefined}
              onClick={() => answer(true)}
              autoFocus
            >
              {confirmText}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
