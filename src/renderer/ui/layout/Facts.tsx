import { makeStyles, tokens } from '@fluentui/react-components'
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

/** Names and values, one per line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const styles = useStyles()
  return (
    <dl className={styles.list}>
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
