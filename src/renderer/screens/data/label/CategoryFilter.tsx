import { Dropdown, Option } from '@fluentui/react-components'
import { useRead } from '#renderer/data/useRead.ts'

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
  const categories = [ALL, ...(data?.content ?? [])]
  return (
    <Dropdown
      aria-label="标签分类"
      value={categories.find(({ id }) => id === value)?.title ?? ''}
      selectedOptions={[String(value)]}
      onOptionSelect={(_event, { optionValue }) => onChange(Number(optionValue ?? 0))}
    >
      {categories.map(({ id, title }) => (
        <Option key={id} value={String(id)} text={title}>
          {title}
        </Option>
      ))}
    </Dropdown>
  )
}
