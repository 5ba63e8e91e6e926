import { useMemo } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { decodePunycodeHost } from '#shared/util/hostName.ts'
import { useRead } from '#renderer/data/useRead.ts'
import type { SearchItem } from '#renderer/ui/fields/SearchChoices.tsx'

/** Placeholder of the search for sites. */
export const SITE_SEARCH_HINT = '名称、域名或拼音首字母'

/** A site as an option: its name, and its host with decoded punycode. */
const siteItem = ({ id, title, domain }: Pick<Site, 'id' | 'title' | 'domain'>): SearchItem => ({
  id,
  title,
  note: decodePunycodeHost(domain),
})

const NONE: readonly Site[] = []

/**
 * The account's sites as options (A·§9: size 200, page 1).
 * @param offers filters the sites; all by default
 */
export function useSiteItems(offers?: (site: Site) => boolean): { items: readonly SearchItem[]; isPending: boolean } {
  const { data, isPending } = useRead('site.page', { page: 1, size: 200 })
  const content = data?.content ?? NONE
  const items = useMemo(() => (offers ? content.filter(offers) : content).map(siteItem), [content, offers])
  return { items, isPending }
}
