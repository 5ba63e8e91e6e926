import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0, flex: '0 1 auto' },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: '3em' },
  rest: { display: 'flex', flex: 'none', gap: tokens.spacingHorizontalXS },
})

/** A title with tags beside it: a long one is cut and shown in full as tooltip, the tags stay in view. */
export function TitleCell({ title, children }: { title: string; children?: ReactNode }) {
  const styles = useStyles()
  return (
    <span className={styles.root}>
      <span className={styles.text} title={title}>
        {title}
      </span>
      {children && <span className={styles.rest}>{children}</span>}
    </span>
  )
}
