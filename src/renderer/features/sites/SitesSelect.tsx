import { SearchManyOf } from '#renderer/ui/fields/SearchManyOf.tsx'
import { SITE_SEARCH_HINT, useSiteItems } from './useSiteItems.ts'

interface Props {
  value: readonly number[]
  onChange: (siteIds: number[]) => void
  label?: string
  /** Shown when no site is chosen, such as 全部站点. */
  placeholder: string
}

/** Chooses some of the sites that the account may use, by name, host or pinyin initials. */
export function SitesSelect({ label = '站点', ...props }: Props) {
  const { items } = useSiteItems()
  return <SearchManyOf {...props} {...{ label, items }} searchHint={SITE_SEARCH_HINT} />
}
