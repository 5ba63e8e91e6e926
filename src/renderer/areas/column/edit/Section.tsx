import { makeStyles, Subtitle2, tokens } from '@fluentui/react-components'
import { type ReactNode, useId } from 'react'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalM, minWidth: 0 },
  title: {
    margin: 0,
    paddingBottom: tokens.spacingVerticalXS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(280px, 100%), 1fr))',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXXL}`,
    alignItems: 'start',
  },
  wide: { gridColumn: '1 / -1', minWidth: 0 },
})

/** Fields of a long form that belong together, in two columns where there is room. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles()
  const id = useId()
  return (
    <section className={styles.root} aria-labelledby={id}>
      <Subtitle2 as="h3" id={id} className={styles.title}>
        {title}
      </Subtitle2>
      <div className={styles.fields}>{children}</div>
    </section>
  )
}

/** A field over the whole width of its section. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={useStyles().wide}>{children}</div>
}
