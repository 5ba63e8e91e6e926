import { makeStyles, mergeClasses, Popover, PopoverSurface, PopoverTrigger, tokens } from '@fluentui/react-components'
import { ChevronDownRegular } from '@fluentui/react-icons'
import { type ReactNode, useId } from 'react'

/** Props of every field that chooses by searching. */
export interface SearchField {
  label: string
  placeholder: string
  /** Placeholder of the search field, which tells what it searches. */
  searchHint: string
  appearance?: 'outline' | 'filled-lighter'
  disabled?: boolean
  /** As wide as its container, such as a dialog. */
  wide?: boolean
}

interface Props extends Omit<SearchField, 'searchHint'> {
  /** Titles of the chosen items; undefined for none. */
  chosenText: string | undefined
  /** All titles of the chosen items, as the tooltip. */
  title?: string | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
  children: (listId: string) => ReactNode
}

const useStyles = makeStyles({
  button: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    boxSizing: 'border-box',
    minWidth: '200px',
    maxWidth: '280px',
    height: '32px',
    padding: `0 ${tokens.spacingHorizontalMNudge}`,
    font: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-1px' },
    ':disabled': { cursor: 'not-allowed', color: tokens.colorNeutralForegroundDisabled },
  },
  filled: { border: '1px solid transparent' },
  wide: { width: '100%', maxWidth: 'none' },
  chosen: { flex: '1 1 auto', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  none: { color: tokens.colorNeutralForeground4 },
  chevron: { flexShrink: 0, fontSize: '16px', color: tokens.colorNeutralForeground3 },
  surface: { width: '320px', maxWidth: 'calc(100vw - 48px)', padding: tokens.spacingHorizontalS },
})

/** A field that shows the chosen value and opens a popover for searching. */
export function SearchPopover(props: Props) {
  const { label, placeholder, chosenText, title = chosenText, open, onOpenChange, children } = props
  const { appearance = 'outline', disabled = false, wide = false } = props
  const styles = useStyles()
  const listId = useId()
  return (
    <Popover
      open={open}
      onOpenChange={(_event, data) => onOpenChange(data.open)}
      positioning={{ position: 'below', align: 'start', offset: 4 }}
      trapFocus
    >
      <PopoverTrigger disableButtonEnhancement>
        <button
          type="button"
          role="combobox"
          aria-label={label}
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          aria-haspopup="listbox"
          disabled={disabled}
          title={title}
          className={mergeClasses(styles.button, appearance === 'filled-lighter' && styles.filled, wide && styles.wide)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
            event.preventDefault()
            onOpenChange(true)
          }}
        >
          <span className={mergeClasses(styles.chosen, !chosenText && styles.none)}>{chosenText ?? placeholder}</span>
          <ChevronDownRegular className={styles.chevron} />
        </button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={`选择${label}`}>
        {children(listId)}
      </PopoverSurface>
    </Popover>
  )
}
