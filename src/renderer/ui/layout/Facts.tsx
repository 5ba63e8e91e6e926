import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Fragment } from 'react'
import { CopyButton } from '../feedback/CopyButton.tsx'

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXL}`,
    alignItems: 'start',
    margin: 0,
  },
  wide: {
    '@media (min-width: 1400px)': { gridTemplateColumns: 'repeat(2, max-content minmax(0, 1fr))' },
  },
  name: { color: tokens.colorNeutralForeground3, lineHeight: '32px' },
  value: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    margin: 0,
    minHeight: '32px',
    overflowWrap: 'anywhere',
  },
})

export interface Fact {
  name: string
  value: string
  /** Offers to copy the value. */
  copy?: boolean
}

/** Names and values, one per line; with `wide` two per line on wide pages. */
export function Facts({ facts, wide = false }: { facts: readonly Fact[]; wide?: boolean }) {
  const styles = useStyles()
  return (
    <dl className={mergeClasses(styles.list, wide && styles.wide)}>
      {facts.map(({ name, value, copy }) => (
        <Fragment key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>
            {value}
            {copy && <CopyButton name={name} text={value} />}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
