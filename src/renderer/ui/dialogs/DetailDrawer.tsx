import {
  Button,
  DrawerBody,
  DrawerFooter,
  DrawerHeader,
  DrawerHeaderTitle,
  makeStyles,
  OverlayDrawer,
  tokens,
} from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons'
import type { ReactNode } from 'react'
import { useFocusReturn } from '../focus/focus.ts'
import { useDialogNotices } from './useDialogNotices.ts'

const useStyles = makeStyles({
  // A·§9: 500px wide.
  root: { width: '500px', maxWidth: '100vw' },
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    paddingBlock: tokens.spacingVerticalM,
  },
  footer: { justifyContent: 'flex-end' },
})

interface Props {
  title: string
  /** Buttons at the bottom. */
  footer?: ReactNode
  /** Whether a click outside does not close the drawer. */
  firm?: boolean
  /** May ask first; the drawer stays until its owner removes it. */
  onClose: () => void
  children: ReactNode
}

/** A panel over the right side of the window (A·§9: 500 px). Render it only while it is open. */
export function DetailDrawer({ title, footer, firm = false, onClose, children }: Props) {
  const styles = useStyles()
  useFocusReturn()
  useDialogNotices()
  return (
    <OverlayDrawer
      className={styles.root}
      open
      position="end"
      modalType={firm ? 'alert' : 'modal'}
      aria-label={title}
      onOpenChange={(_event, { open }) => !open && onClose()}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          action={<Button appearance="subtle" icon={<DismissRegular />} aria-label="关闭" onClick={onClose} />}
        >
          {title}
        </DrawerHeaderTitle>
      </DrawerHeader>
      {/* Long texts have no control inside that the keyboard could scroll by. */}
      <DrawerBody className={styles.body} role="region" aria-label={title} tabIndex={0}>
        {children}
      </DrawerBody>
      {footer && <DrawerFooter className={styles.footer}>{footer}</DrawerFooter>}
    </OverlayDrawer>
  )
}
