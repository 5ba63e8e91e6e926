import { useMemo } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { hostInWords } from '#shared/util/hostName.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { SearchOneOf } from '#renderer/ui/fields/SearchOneOf.tsx'

interface Props {
  value: number
  onChange: (siteId: number) => void
  label?: string
  appearance?: 'outline' | 'filled-lighter'
  /** Puts 系统栏目 (id 0, the back office itself) in front of the sites. */
  withSystem?: boolean
  disabled?: boolean
  /** Which sites are offered; all by default. */
  offers?: (site: Site) => boolean
  /** As wide as the place that it stands in, such as a dialog. */
  wide?: boolean
}

const SYSTEM = { id: 0, title: '系统栏目' }
const NONE: readonly Site[] = []

/** Chooses one of the sites that the account may use (A·§9: size 200, page 1), by name, host or pinyin initials. */
export function SiteSelect(props: Props) {
  const { value, onChange, label = '站点', appearance = 'outline', withSystem = false } = props
  const { disabled = false, wide = false, offers } = props
  const { data, isPending } = useRead('site.page', { page: 1, size: 200 })
  const content = data?.content ?? NONE
  const items = useMemo(() => {
    const sites = offers ? content.filter(offers) : content
    const found = sites.map(({ id, title, domain }) => ({ id, title, note: hostInWords(domain) }))
    return withSystem ? [SYSTEM, ...found] : found
  }, [content, offers, withSystem])
  return (
    <SearchOneOf
      items={items}
      placeholder={isPending ? '正在加载站点…' : '请选择站点'}
      searchHint="名称、域名或拼音首字母"
      {...{ label, value, onChange, appearance, disabled, wide }}
    />
  )
}
