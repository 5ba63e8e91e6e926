import { Dropdown, makeStyles, Option } from '@fluentui/react-components'

const useStyles = makeStyles({
  root: { minWidth: '180px', maxWidth: '260px' },
  list: { maxHeight: '320px' },
})

interface Props<K extends string | number> {
  label: string
  /** Shown when nothing is chosen. */
  all: string
  options: readonly { id: K; title: string }[]
  value: readonly K[]
  onChange: (ids: K[]) => void
}

/** Chooses some of a few things, as a filter; none stands for all. */
export function ManyChoice<K extends string | number>({ label, all, options, value, onChange }: Props<K>) {
  const styles = useStyles()
  const chosen = options.filter(({ id }) => value.includes(id))
  const summary = chosen.length > 2 ? `已选 ${chosen.length} 个` : chosen.map(({ title }) => title).join('、')
  return (
    <Dropdown
      multiselect
      className={styles.root}
      listbox={{ className: styles.list }}
      aria-label={label}
      title={chosen.map(({ title }) => title).join('、')}
      placeholder={all}
      value={summary}
      selectedOptions={chosen.map(({ id }) => String(id))}
      onOptionSelect={(_event, { selectedOptions }) =>
        onChange(options.flatMap(({ id }) => (selectedOptions.includes(String(id)) ? id : [])))
      }
    >
      {options.map(({ id, title }) => (
        <Option key={id} value={String(id)} text={title}>
          {title}
        </Option>
      ))}
    </Dropdown>
  )
}
