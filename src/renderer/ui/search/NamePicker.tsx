import { Dialog, DialogSurface, Input, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import { type FluentIcon, SearchRegular } from '@fluentui/react-icons'
import type { KeyboardEvent } from 'react'
import { arrowKeys } from '#renderer/ui/focus/arrowKeys.ts'
import { useFocusReturn } from '#renderer/ui/focus/focus.ts'

const useStyles = makeStyles({
  surface: {
    alignSelf: 'start',
    marginTop: '12vh',
    width: '640px',
    maxWidth: 'calc(100vw - 48px)',
    padding: tokens.spacingHorizontalM,
  },
  input: { width: '100%' },
  list: {
    listStyle: 'none',
    margin: `${tokens.spacingVerticalS} 0 0`,
    padding: 0,
    maxHeight: '50vh',
    overflowY: 'auto',
  },
  option: {
    display: 'flex',
    width: '100%',
    border: 'none',
    font: 'inherit',
    textAlign: 'start',
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    height: '38px',
    padding: `0 ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  first: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  icon: { fontSize: '20px', lineHeight: 0, flexShrink: 0, color: tokens.colorBrandForeground1 },
  title: { flexShrink: 0, maxWidth: '60%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  note: {
    marginInlineStart: 'auto',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
  },
  none: { padding: tokens.spacingHorizontalM, color: tokens.colorNeutralForeground3 },
})

const arrows = arrowKeys('vertical')

/** An item that can be chosen by its name. */
export interface Named {
  key: string
  title: string
  /** Shown at the end of the line: where the item belongs. */
  note: string
  icon: FluentIcon
  /** Name for screen readers and tooltip, where title and note are not enough. */
  label?: string
}

interface Props<T extends Named> {
  /** Name of the dialog. */
  title: string
  /** Name of the search field. */
  field: string
  placeholder: string
  /** Name of the list below it. */
  listName: string
  typed: string
  onType: (text: string) => void
  items: readonly T[]
  /** Shown for an empty list; '' while the search runs. */
  none: string
  /** Shown below a list without all results. */
  more?: string
  onChoose: (item: T) => void
  onClose: () => void
}

/** A dialog that finds items by a part of their name. Enter chooses the first; the arrow keys move to the others. */
export function NamePicker<T extends Named>(props: Props<T>) {
  const { title, field, placeholder, listName, typed, onType, items, none, more = '', onChoose, onClose } = props
  const styles = useStyles()
  const focusPage = useFocusReturn()
  const choose = (item: T | undefined): void => {
    if (!item) return
    focusPage()
    onClose()
    onChoose(item)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(items[0])
  }
  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface} aria-label={title}>
        <div ref={arrows}>
          <Input
            className={styles.input}
            size="large"
            type="search"
            autoFocus
            aria-label={field}
            placeholder={placeholder}
            maxLength={200}
            contentBefore={<SearchRegular />}
            value={typed}
            onChange={(_event, change) => onType(change.value)}
            onKeyDown={onKeyDown}
          />
          <ul className={styles.list} aria-label={listName}>
            {items.map((item, at) => (
              <li key={item.key}>
                <Option item={item} first={at === 0} onChoose={() => choose(item)} />
              </li>
            ))}
          </ul>
        </div>
        {items.length > 0 && more !== '' && (
          <Text block size={200} role="status" className={styles.none}>
            {more}
          </Text>
        )}
        {items.length === 0 && none !== '' && (
          <Text block className={styles.none}>
            {none}
          </Text>
        )}
      </DialogSurface>
    </Dialog>
  )
}

function Option({ item, first, onChoose }: { item: Named; first: boolean; onChoose: () => void }) {
  const styles = useStyles()
  return (
    <button
      type="button"
      className={mergeClasses(styles.option, first && styles.first)}
      {...(item.label === undefined ? {} : { 'aria-label': item.label })}
      title={item.label ?? item.note}
      onClick={onChoose}
    >
      <span className={styles.icon}>
        <item.icon aria-hidden />
      </span>
      <Text className={styles.title}>{item.title}</Text>
      <Text className={styles.note}>{item.note}</Text>
    </button>
  )
}
