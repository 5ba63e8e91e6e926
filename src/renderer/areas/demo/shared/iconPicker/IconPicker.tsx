import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { type KeyboardEvent, useState } from 'react'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { nextOption } from '#renderer/ui/focus/gridKeys.ts'
import { Pager } from '#renderer/ui/table/Pager.tsx'
import { usePaging } from '#renderer/ui/table/usePaging.ts'
import { type IconChoice, ICONS } from './icons.ts'

/** C·§9. */
const PAGE_SIZE = 16
const SIZES = [PAGE_SIZE, 32, 64]

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(8, minmax(0, 1fr))',
    gap: tokens.spacingHorizontalS,
    minHeight: '128px',
    alignContent: 'start',
  },
  option: {
    display: 'grid',
    justifyItems: 'center',
    gap: tokens.spacingVerticalXS,
    minWidth: 0,
    padding: tokens.spacingVerticalS,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  chosen: {
    border: `1px solid ${tokens.colorBrandStroke1}`,
    backgroundColor: tokens.colorBrandBackground2,
  },
  icon: { fontSize: '24px', lineHeight: 0 },
  name: {
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase100,
    color: tokens.colorNeutralForeground3,
  },
})

const findIcons = (key: string): readonly IconChoice[] => {
  const text = key.toLowerCase()
  return text
    ? ICONS.filter(({ name, words }) => name.toLowerCase().includes(text) || words.toLowerCase().includes(text))
    : ICONS
}
/** The number of the page with this icon, on which the picker opens. */
const pageNumberOf = (name: string): number => {
  const at = ICONS.findIndex((each) => each.name === name)
  return at < 0 ? 1 : Math.floor(at / PAGE_SIZE) + 1
}

interface Props {
  /** Name of the chosen icon; '' for none. */
  value: string
  onChoose: (name: string) => void
}

/** Chooses an icon by its look or name, 16 per page. A single tab stop; arrow keys move, Enter and space choose. */
export function IconPicker({ value, onChoose }: Props) {
  const styles = useStyles()
  const paging = usePaging(PAGE_SIZE, pageNumberOf(value))
  const { page, size, key } = paging.input
  const icons = findIcons(key)
  const shown = icons.slice((page - 1) * size, page * size)
  const [focusName, setStop] = useState(value)
  const reachable = shown.some(({ name }) => name === focusName) ? focusName : shown[0]?.name

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')]
    const to = nextOption(event, options)
    if (to === undefined) return
    event.preventDefault()
    options[to]?.focus()
  }
  return (
    <div className={styles.root}>
      <SearchBox value={key} onSearch={paging.search} placeholder="搜索图标" />
      {shown.length > 0 ? (
        <div role="listbox" tabIndex={-1} aria-label="图标" className={styles.grid} onKeyDown={onKeyDown}>
          {shown.map(({ name, words, Icon }) => (
            <button
              key={name}
              type="button"
              role="option"
              aria-selected={name === value}
              aria-label={`${words} ${name}`}
              title={`${words} ${name}`}
              tabIndex={name === reachable ? 0 : -1}
              className={mergeClasses(styles.option, name === value && styles.chosen)}
              onFocus={() => setStop(name)}
              onClick={() => onChoose(name)}
            >
              <span className={styles.icon}>
                <Icon />
              </span>
              <span className={styles.name}>{words.split(' ')[0]}</span>
            </button>
          ))}
        </div>
      ) : (
        <EmptyState title="没有找到图标" action={<Button onClick={() => paging.search('')}>清空条件</Button>} />
      )}
      <Pager paging={paging} total={icons.length} sizes={SIZES} settled />
    </div>
  )
}
