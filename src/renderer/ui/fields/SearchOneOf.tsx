import {
  Input,
  makeStyles,
  mergeClasses,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Text,
  tokens,
} from '@fluentui/react-components'
import { CheckmarkRegular, ChevronDownRegular, SearchRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useNameMatch } from '../search/nameMatch.ts'

export interface SearchItem {
  id: number
  title: string
  /** Beside the title, and found as well: the host of a site. */
  note?: string
}

interface Props {
  label: string
  items: readonly SearchItem[]
  value: number
  onChange: (id: number) => void
  placeholder: string
  /** In the empty search field: by what it searches. */
  searchHint: string
  appearance?: 'outline' | 'filled-lighter'
  disabled?: boolean
  /** As wide as the place that it stands in, such as a dialog. */
  wide?: boolean
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
  search: { width: '100%' },
  list: {
    marginTop: tokens.spacingVerticalXS,
    maxHeight: '320px',
    overflowY: 'auto',
    overflowX: 'hidden',
    scrollbarWidth: 'thin',
  },
  option: {
    display: 'flex',
    width: '100%',
    border: 'none',
    font: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  active: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  check: { flexShrink: 0, width: '16px', fontSize: '16px', lineHeight: 0, color: tokens.colorBrandForeground1 },
  texts: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
  note: { color: tokens.colorNeutralForeground3 },
  nothing: { display: 'block', padding: tokens.spacingHorizontalS, color: tokens.colorNeutralForeground3 },
})

/** Chooses one of many by typing a part of its name, its pinyin initials or its note; or from the list. */
export function SearchOneOf(props: Props) {
  const { label, items, value, onChange, placeholder, searchHint } = props
  const { appearance = 'outline', disabled = false, wide = false } = props
  const styles = useStyles()
  const listId = useId()
  const [open, setOpen] = useState(false)
  const chosen = items.find(({ id }) => id === value)
  const choose = (id: number): void => {
    setOpen(false)
    onChange(id)
  }
  return (
    <Popover
      open={open}
      onOpenChange={(_event, data) => setOpen(data.open)}
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
          title={chosen?.title}
          className={mergeClasses(styles.button, appearance === 'filled-lighter' && styles.filled, wide && styles.wide)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
            event.preventDefault()
            setOpen(true)
          }}
        >
          <span className={mergeClasses(styles.chosen, !chosen && styles.none)}>{chosen?.title ?? placeholder}</span>
          <ChevronDownRegular className={styles.chevron} />
        </button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={`选择${label}`}>
        <Choices {...{ label, items, value, searchHint, listId }} onChoose={choose} />
      </PopoverSurface>
    </Popover>
  )
}

interface ChoicesProps {
  label: string
  items: readonly SearchItem[]
  value: number
  searchHint: string
  listId: string
  onChoose: (id: number) => void
}

/** The search field and what it finds; the arrow keys go through the list while the focus stays in the field. */
function Choices({ label, items, value, searchHint, listId, onChoose }: ChoicesProps) {
  const styles = useStyles()
  const [typed, setTyped] = useState('')
  const match = useNameMatch(true)
  const found = useMemo(
    () => items.filter(({ title, note = '' }) => match(title, typed) || match(note, typed)),
    [items, typed, match],
  )
  const [at, setAt] = useState<number | null>(null)
  const current = Math.max(0, at ?? found.findIndex(({ id }) => id === value))
  const optionId = (id: number): string => `${listId}-${id}`
  const active = found[Math.min(current, found.length - 1)]

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setAt(Math.min(found.length - 1, Math.max(0, current + step)))
    }
    if (event.key !== 'Enter' || !active) return
    // The field may stand in a form.
    event.preventDefault()
    onChoose(active.id)
  }

  return (
    <>
      <Input
        className={styles.search}
        type="search"
        autoFocus
        aria-label={`查找${label}`}
        placeholder={searchHint}
        contentBefore={<SearchRegular />}
        maxLength={100}
        value={typed}
        aria-controls={listId}
        aria-activedescendant={active && optionId(active.id)}
        onChange={(_event, data) => {
          setTyped(data.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.list} id={listId} role="listbox" aria-label={label}>
        {found.map(({ id, title, note }) => (
          <button
            type="button"
            tabIndex={-1}
            key={id}
            id={optionId(id)}
            ref={id === active?.id ? intoSight : undefined}
            role="option"
            aria-selected={id === value}
            aria-label={title}
            aria-describedby={note ? `${optionId(id)}-note` : undefined}
            className={mergeClasses(styles.option, id === active?.id && styles.active)}
            onClick={() => onChoose(id)}
          >
            <span className={styles.check}>{id === value && <CheckmarkRegular />}</span>
            <span className={styles.texts}>
              <span>{title}</span>
              {note && (
                <Text id={`${optionId(id)}-note`} size={200} className={styles.note}>
                  {note}
                </Text>
              )}
            </span>
          </button>
        ))}
      </div>
      {found.length === 0 && (
        <Text className={styles.nothing} role="status">
          没有找到“{typed.trim()}”，请换一个词
        </Text>
      )}
    </>
  )
}

const intoSight = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })
