import { Input, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import { CheckmarkRegular, SearchRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useNameMatch } from '../search/nameMatch.ts'

export interface SearchItem {
  id: number
  title: string
  /** Shown beside the title and searched too, such as the host of a site. */
  note?: string
}

const useStyles = makeStyles({
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

interface Props {
  label: string
  items: readonly SearchItem[]
  /** The ids that are chosen. */
  chosen: readonly number[]
  many?: boolean
  searchHint: string
  listId: string
  onChoose: (id: number) => void
}

/** A search field with its results; the arrow keys move in the list while the focus stays in the field. */
export function SearchChoices({ label, items, chosen, many = false, searchHint, listId, onChoose }: Props) {
  const styles = useStyles()
  const [typed, setTyped] = useState('')
  const match = useNameMatch(true)
  const found = useMemo(
    () => items.filter(({ title, note = '' }) => match(title, typed) || match(note, typed)),
    [items, typed, match],
  )
  const [at, setAt] = useState<number | null>(null)
  const current = Math.max(0, at ?? found.findIndex(({ id }) => chosen.includes(id)))
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
    // Enter must not submit a form around the field.
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
      <div
        className={styles.list}
        id={listId}
        role="listbox"
        aria-label={label}
        aria-multiselectable={many || undefined}
      >
        {found.map(({ id, title, note }, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={id}
            id={optionId(id)}
            ref={id === active?.id ? scrollToOption : undefined}
            role="option"
            aria-selected={chosen.includes(id)}
            aria-label={title}
            aria-describedby={note ? `${optionId(id)}-note` : undefined}
            className={mergeClasses(styles.option, id === active?.id && styles.active)}
            onClick={() => {
              // If the list stays open, it must not scroll away from the clicked option.
              setAt(index)
              onChoose(id)
            }}
          >
            <span className={styles.check}>{chosen.includes(id) && <CheckmarkRegular />}</span>
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
          没有找到“{typed.trim()}”，请更换搜索词
        </Text>
      )}
    </>
  )
}

const scrollToOption = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })
