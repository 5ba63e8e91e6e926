import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  link: {
    minWidth: '3em',
    padding: 0,
    border: 'none',
    background: 'none',
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    textAlign: 'start',
    cursor: 'pointer',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { color: tokens.colorBrandForegroundLink, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
})

interface Props {
  title: string
  onOpen: () => void
  /** Tags, which stay in view. */
  children?: ReactNode
}

/** The title of an entry: cut when it is long, whole as tooltip; a click shows the entry. */
export function TitleLink({ title, onOpen, children }: Props) {
  const styles = useStyles()
  return (
    <span className={styles.root}>
      <button type="button" className={styles.link} title={title} onClick={onOpen}>
        {title}
      </button>
      {children}
    </span>
  )
}
