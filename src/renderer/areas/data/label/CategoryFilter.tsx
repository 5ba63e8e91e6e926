import { useRead } from '#renderer/data/useRead.ts'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'

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
  return <TruncatedSelect label="标签分类" items={[ALL, ...(data?.content ?? [])]} value={value} onChange={onChange} />
}
