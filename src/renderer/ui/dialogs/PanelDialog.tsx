import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons'
import type { ReactNode } from 'react'
import { useFocusReturn } from '../focus/focus.ts'
import { BACKDROP, DIALOG_WIDTHS } from './dialogSizes.ts'
import { useDialogNotices } from './useDialogNotices.ts'

const useStyles = makeStyles({
  surface: { maxWidth: 'calc(100vw - 32px)', maxHeight: 'calc(100vh - 32px)' },
  small: { width: DIALOG_WIDTHS.small },
  medium: { width: '820px', height: '76vh' },
  large: { width: '1120px', height: '86vh' },
  full: { width: 'calc(100vw - 32px)', height: 'calc(100vh - 32px)', padding: tokens.spacingHorizontalL },
  // Long titles are cut after two lines.
  title: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  body: { height: '100%', maxHeight: 'none', gridTemplateRows: 'auto minmax(0, 1fr) auto' },
  // As high as its content; what exceeds the window scrolls.
  low: { maxHeight: 'calc(100vh - 80px)' },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minHeight: 0, overflow: 'auto' },
  still: { overflow: 'hidden', padding: 0 },
  actions: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
})

interface Props {
  title: ReactNode
  /** Shown beside the close button. */
  titleActions?: ReactNode
  /** Buttons at the bottom. */
  footer?: ReactNode
  /** small: as wide as a small form, as high as its content. full: nearly the window. */
  size: 'small' | 'medium' | 'large' | 'full'
  /** Whether a click outside does not close the dialog. */
  firm?: boolean
  /** May ask first; the dialog stays until its owner removes it. */
  onClose: () => void
  children: ReactNode
}

/** A dialog whose content is not a single form. Render it only while it is open. */
export function PanelDialog({ title, titleActions, footer, size, firm = false, onClose, children }: Props) {
  const styles = useStyles()
  useFocusReturn()
  useDialogNotices()
  return (
    <Dialog open modalType={firm ? 'alert' : 'modal'} onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface className={mergeClasses(styles.surface, styles[size])} backdrop={BACKDROP}>
        <DialogBody className={mergeClasses(styles.body, size === 'small' && styles.low)}>
          <DialogTitle
            action={
              <div className={styles.actions}>
                {titleActions}
                <Button appearance="subtle" icon={<DismissRegular />} aria-label="关闭" onClick={onClose} />
              </div>
            }
          >
            {typeof title === 'string' ? (
              <span className={styles.title} title={title}>
                {title}
              </span>
            ) : (
              title
            )}
          </DialogTitle>
          <DialogContent className={mergeClasses(styles.content, size !== 'small' && styles.still)}>
            {children}
          </DialogContent>
          {footer && <DialogActions fluid>{footer}</DialogActions>}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
