import { useMemo } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { SearchOneOf } from '#renderer/ui/fields/SearchOneOf.tsx'
import { SITE_SEARCH_HINT, useSiteItems } from './useSiteItems.ts'

interface Props {
  value: number
  onChange: (siteId: number) => void
  label?: string
  appearance?: 'outline' | 'filled-lighter'
  /** Title of an option with id 0 before the sites: 系统栏目 (the back office itself), or all sites. */
  zero?: string | undefined
  disabled?: boolean
  /** Filters the offered sites; all by default. */
  offers?: (site: Site) => boolean
  /** As wide as its container, such as a dialog. */
  wide?: boolean
}

/** Chooses one of the sites that the account may use, by name, host or pinyin initials. */
export function SiteSelect(props: Props) {
  const {
    value,
    onChange,
    label = '站点',
    appearance = 'outline',
    zero,
    disabled = false,
    wide = false,
    offers,
  } = props
  const { items, isPending } = useSiteItems(offers)
  const all = useMemo(() => (zero === undefined ? items : [{ id: 0, title: zero }, ...items]), [items, zero])
  return (
    <SearchOneOf
      items={all}
      placeholder={isPending ? '正在加载站点…' : '请选择站点'}
      searchHint={SITE_SEARCH_HINT}
      {...{ label, value, onChange, appearance, disabled, wide }}
    />
  )
}
