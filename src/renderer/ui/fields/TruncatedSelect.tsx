import { Dropdown, makeStyles, mergeClasses, Option, OptionGroup } from '@fluentui/react-components'

const useStyles = makeStyles({
  root: { minWidth: '200px', maxWidth: '280px' },
  wide: { width: '100%', maxWidth: 'none' },
  chosen: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  list: { maxHeight: '320px', maxWidth: '420px' },
  option: { overflowWrap: 'anywhere' },
})
const INDENT_PX = 16

interface Item {
  id: number
  title: string
  /** Level in a tree, 1 for the top. */
  level?: number
  /** Heading above all items of the same group. */
  group?: string
}

interface Props {
  label: string
  items: readonly Item[]
  value: number
  onChange: (id: number) => void
  /** Shown while no item has the value. */
  placeholder?: string
  appearance?: 'outline' | 'filled-lighter'
  disabled?: boolean
  /** As wide as its container, such as a dialog. */
  wide?: boolean
}

/** One of many values whose names may be long: cut in the field, whole in the list, which stays within the window. */
export function TruncatedSelect(props: Props) {
  const { label, items, value, onChange, placeholder = '', appearance = 'outline', disabled = false, wide } = props
  const styles = useStyles()
  const chosen = items.find(({ id }) => id === value)?.title
  return (
    <Dropdown
      className={mergeClasses(styles.root, wide && styles.wide)}
      appearance={appearance}
      disabled={disabled}
      aria-label={label}
      placeholder={placeholder}
      value={chosen ?? ''}
      {...(chosen !== undefined && {
        button: {
          children: (
            <span className={styles.chosen} title={chosen}>
              {chosen}
            </span>
          ),
        },
      })}
      listbox={{ className: styles.list }}
      selectedOptions={chosen === undefined ? [] : [String(value)]}
      onOptionSelect={(_event, { optionValue }) => optionValue && onChange(Number(optionValue))}
    >
      {[...Map.groupBy(items, ({ group = '' }) => group)].map(([group, those]) => {
        const options = those.map(({ id, title, level = 1 }) => (
          <Option
            key={id}
            className={styles.option}
            value={String(id)}
            text={title}
            {...(level > 1 && { style: { paddingInlineStart: 8 + (level - 1) * INDENT_PX } })}
          >
            {title}
          </Option>
        ))
        return group === '' ? (
          options
        ) : (
          <OptionGroup key={group} label={group}>
            {options}
          </OptionGroup>
        )
      })}
    </Dropdown>
  )
}
