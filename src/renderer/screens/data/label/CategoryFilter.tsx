import { Dropdown, makeStyles, Option } from '@fluentui/react-components'
import { useRead } from '#renderer/data/useRead.ts'

const useStyles = makeStyles({
  root: { minWidth: '200px', maxWidth: '280px' },
  chosen: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  list: { maxHeight: '320px', maxWidth: '420px' },
  option: { overflowWrap: 'anywhere' },
})

interface Props {
  siteId: number
  /** 0: all. */
  value: number
  onChange: (classId: number) => void
}

const ALL = { id: 0, title: '全部分类' }

/** Narrows the labels to one category of the site. */
export function CategoryFilter({ siteId, value, onChange }: Props) {
  const { data } = useRead('labelCategory.page', { siteId, page: 1, size: 1000 }, { enabled: siteId > 0 })
  const styles = useStyles()
  const categories = [ALL, ...(data?.content ?? [])]
  const chosen = categories.find(({ id }) => id === value)?.title ?? ''
  return (
    <Dropdown
      className={styles.root}
      aria-label="标签分类"
      value={chosen}
      button={{
        children: (
          <span className={styles.chosen} title={chosen}>
            {chosen}
          </span>
        ),
      }}
      listbox={{ className: styles.list }}
      selectedOptions={[String(value)]}
      onOptionSelect={(_event, { optionValue }) => onChange(Number(optionValue ?? 0))}
    >
      {categories.map(({ id, title }) => (
        <Option key={id} className={styles.option} value={String(id)} text={title}>
          {title}
        </Option>
      ))}
    </Dropdown>
  )
}
