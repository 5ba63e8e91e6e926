import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { type KeyboardEvent, type ReactNode, useId } from 'react'

const useStyles = makeStyles({
  list: { display: 'flex', gap: tokens.spacingHorizontalXS, flexShrink: 0 },
  tab: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: 'none',
    background: 'none',
    font: 'inherit',
    color: tokens.colorNeutralForeground2,
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { color: tokens.colorNeutralForeground1, backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  panel: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, flex: '1 1 auto', minHeight: 0 },
  selected: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    boxShadow: `inset 0 -3px 0 -1px ${tokens.colorCompoundBrandStroke}`,
  },
})

export interface TabDefinition<Id extends string> {
  id: Id
  title: string
}

interface Props<Id extends string> {
  tabs: readonly TabDefinition<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  /** Class of the panel below; without one it fills the page as a column. */
  panelClass?: string
  /** What the selected tab shows. */
  children: ReactNode
}

const STEPS: Record<string, number | undefined> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs within a page, with the panel of the selected one; the arrow keys, Home and End move between them. */
export function Tabs<Id extends string>({ tabs, selected, onSelect, panelClass, children }: Props<Id>) {
  const styles = useStyles()
  const base = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = STEPS[event.key]
    const at = tabs.findIndex((tab) => tab.id === selected)
    const ends = { Home: 0, End: tabs.length - 1 }[event.key]
    const next = step ? (at + step + tabs.length) % tabs.length : ends
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onSelect(tab.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next ?? 0]?.focus()
  }
  return (
    <>
      <div className={styles.list} role="tablist" tabIndex={-1} onKeyDown={onKeyDown}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            className={mergeClasses(styles.tab, id === selected && styles.selected)}
            aria-selected={id === selected}
            aria-controls={`${base}-panel`}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div
        className={panelClass ?? styles.panel}
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${selected}`}
      >
        {children}
      </div>
    </>
  )
}
