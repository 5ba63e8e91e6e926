import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { type KeyboardEvent, useEffect, useRef } from 'react'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    padding: tokens.spacingHorizontalXXS,
    overflow: 'auto',
    minHeight: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  item: {
    display: 'grid',
    flex: 'none',
    font: 'inherit',
    textAlign: 'start',
    color: tokens.colorNeutralForeground1,
    border: 'none',
    backgroundColor: tokens.colorTransparentBackground,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  chosen: {
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    ':hover': { backgroundColor: tokens.colorBrandBackground2Hover },
  },
  text: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
})

interface Item {
  key: string
  title: string
  /** Shown below the title. */
  text: string
}

interface Props {
  label: string
  items: readonly Item[]
  chosen: string
  onChoose: (key: string) => void
  /** Called on Enter or double-click. */
  onOpen?: (key: string) => void
  className?: string | undefined
}

/** A single-choice list; arrow keys, Home and End change the selection. */
export function ChoiceList({ label, items, chosen, onChoose, onOpen, className }: Props) {
  const styles = useStyles()
  const list = useRef<HTMLDivElement>(null)
  const selectedIndex = Math.max(
    0,
    items.findIndex((item) => item.key === chosen),
  )
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen, items])

  const choose = (index: number): void => {
    const item = items[index]
    if (!item) return
    onChoose(item.key)
    list.current?.querySelectorAll<HTMLElement>('[role=option]')[index]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = { ArrowDown: selectedIndex + 1, ArrowUp: selectedIndex - 1, Home: 0, End: items.length - 1 }[event.key]
    const item = items[selectedIndex]
    if (next !== undefined) choose(next)
    else if (event.key === ' ') choose(selectedIndex)
    else if (event.key === 'Enter' && item) (onOpen ?? onChoose)(item.key)
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      className={mergeClasses(styles.root, className)}
      onKeyDown={onKeyDown}
    >
      {items.map((item, index) => (
        <button
          key={item.key}
          type="button"
          role="option"
          aria-selected={item.key === chosen}
          tabIndex={index === selectedIndex ? 0 : -1}
          className={mergeClasses(styles.item, item.key === chosen && styles.chosen)}
          onClick={() => onChoose(item.key)}
          onDoubleClick={() => onOpen?.(item.key)}
        >
          {item.title}
          <span className={styles.text}>{item.text}</span>
        </button>
      ))}
    </div>
  )
}
