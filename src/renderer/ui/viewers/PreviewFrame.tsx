import { makeStyles, ToggleButton, tokens } from '@fluentui/react-components'
import { DesktopRegular, PhoneRegular, TabletRegular } from '@fluentui/react-icons'
import type { Ref } from 'react'
import { PAPER } from '#renderer/ui/layout/paper.ts'

const useStyles = makeStyles({
  widths: { display: 'flex', gap: tokens.spacingHorizontalXS, flexShrink: 0 },
  frame: {
    flex: '1 1 auto',
    maxWidth: '100%',
    alignSelf: 'center',
    minHeight: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    // Pages without a background are white in a browser, in either theme.
    backgroundColor: PAPER.white,
  },
})

/** Widths of a phone's and a tablet's screen; the desktop uses the available width. */
const WIDTHS = [
  { title: '电脑', width: '100%', icon: <DesktopRegular /> },
  { title: '平板', width: '820px', icon: <TabletRegular /> },
  { title: '手机', width: '390px', icon: <PhoneRegular /> },
] as const

/** CSS width of a previewed page's frame. */
export type PreviewWidth = (typeof WIDTHS)[number]['width']
export const DESKTOP: PreviewWidth = '100%'

/** Chooses the width of the screen for which a page is shown. */
export function WidthPicker({ width, onChange }: { width: PreviewWidth; onChange: (width: PreviewWidth) => void }) {
  const styles = useStyles()
  return (
    <div className={styles.widths} role="group" aria-label="屏幕宽度">
      {WIDTHS.map(({ title, width: each, icon }) => (
        <ToggleButton
          key={title}
          size="small"
          appearance="subtle"
          icon={icon}
          checked={each === width}
          onClick={() => onChange(each)}
        >
          {title}
        </ToggleButton>
      ))}
    </div>
  )
}

interface FrameProps {
  title: string
  href: string
  width: PreviewWidth
  /** Permissions of the page; '' for none. */
  sandbox: string
  frame?: Ref<HTMLIFrameElement>
}

/** A previewed page in a dialog. It has no origin, so that it can't access the program. */
export function PreviewFrame({ title, href, width, sandbox, frame }: FrameProps) {
  const styles = useStyles()
  return <iframe ref={frame} className={styles.frame} style={{ width }} title={title} sandbox={sandbox} src={href} />
}
