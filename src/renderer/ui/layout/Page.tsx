import { makeStyles, mergeClasses, Subtitle1, Text, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  page: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    height: '100%',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalXL} ${tokens.spacingHorizontalXXL}`,
    overflow: 'auto',
    // A notice keeps its height, however much the table below wants.
    '& > .fui-MessageBar': { flexShrink: 0 },
  },
  narrow: { '& > *': { width: '100%', maxWidth: '960px', boxSizing: 'border-box' } },
  header: {
    display: 'flex',
    alignItems: 'center',
    // Actions that do not fit beside the title are at the right below it.
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalM,
    flexWrap: 'wrap',
  },
  titles: { display: 'grid', gap: tokens.spacingVerticalXXS, marginInlineEnd: 'auto', minWidth: 0 },
  // A long text wraps beside the actions, it does not push them below.
  explained: { flexGrow: 1, flexBasis: '320px', flexShrink: 1 },
  title: { margin: 0, overflowWrap: 'anywhere' },
  text: { color: tokens.colorNeutralForeground3 },
  toolbar: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, flexWrap: 'wrap' },
  end: { marginInlineStart: 'auto' },
})

/**
 * The body of a screen: full height, one column, even gaps.
 * @param props.narrow for reading and forms
 */
export function Page({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  const styles = useStyles()
  return <div className={mergeClasses(styles.page, narrow && styles.narrow)}>{children}</div>
}

/** Title of a screen with its main actions. */
export function PageHeader({ title, text, actions }: { title: string; text?: string; actions?: ReactNode }) {
  const styles = useStyles()
  return (
    <header className={styles.header}>
      <div className={mergeClasses(styles.titles, text !== undefined && styles.explained)}>
        <Subtitle1 as="h1" className={styles.title}>
          {title}
        </Subtitle1>
        {text && <Text className={styles.text}>{text}</Text>}
      </div>
      {actions}
    </header>
  )
}

/** A row of filters and buttons above a list; `end` is at the right. */
export function Toolbar({ children, end }: { children?: ReactNode; end?: ReactNode }) {
  const styles = useStyles()
  return (
    <div className={styles.toolbar}>
      {children}
      {end && <div className={mergeClasses(styles.toolbar, styles.end)}>{end}</div>}
    </div>
  )
}
