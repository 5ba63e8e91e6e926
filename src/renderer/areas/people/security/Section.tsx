import { makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  section: { display: 'grid', gap: tokens.spacingVerticalM, border: 'none', margin: 0, padding: 0, minWidth: 0 },
  title: { margin: 0 },
  muted: { color: tokens.colorNeutralForeground3 },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))',
    gap: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXXL}`,
    alignItems: 'start',
  },
})

interface Props {
  title: string
  text?: string
  /** The content takes the full width, instead of a grid of fields. */
  isFullWidth?: boolean
  children: ReactNode
}

/** A titled group of form fields. */
export function Section({ title, text, isFullWidth = false, children }: Props) {
  const styles = useStyles()
  return (
    <fieldset className={styles.section} aria-label={title}>
      <Subtitle2 as="h2" className={styles.title}>
        {title}
      </Subtitle2>
      {text && <Text className={styles.muted}>{text}</Text>}
      {isFullWidth ? children : <div className={styles.fields}>{children}</div>}
    </fieldset>
  )
}
