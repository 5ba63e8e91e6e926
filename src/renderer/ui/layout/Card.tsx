import { makeStyles, mergeClasses, Subtitle2, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalXL,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  title: { margin: 0, marginInlineEnd: 'auto' },
})

/** A titled panel of a screen. */
export function Card({
  title,
  actions,
  className,
  children,
}: {
  title: string
  actions?: ReactNode
  className?: string
  children: ReactNode
}) {
  const styles = useStyles()
  return (
    <section className={mergeClasses(styles.root, className)} aria-label={title}>
      <div className={styles.head}>
        <Subtitle2 as="h2" className={styles.title}>
          {title}
        </Subtitle2>
        {actions}
      </div>
      {children}
    </section>
  )
}
