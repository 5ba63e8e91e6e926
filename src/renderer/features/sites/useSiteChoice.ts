import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCurrentSite } from '#renderer/data/currentSite.ts'

/**
 * The site that a screen works on: the current one until another is chosen, which the address keeps (`?site=`), so that
 * the choice is this screen's own and survives a reload (contradictions.md 134). 0: the account has no site.
 */
export function useSiteChoice(): [siteId: number, choose: (siteId: number) => void] {
  const [query, setQuery] = useSearchParams()
  const current = useCurrentSite()
  const chosen = Number(query.get('site') ?? '')
  const choose = useCallback(
    (siteId: number) =>
      setQuery((now) => {
        const next = new URLSearchParams(now)
        next.set('site', String(siteId))
        return next
      }),
    [setQuery],
  )
  return [Number.isInteger(chosen) && chosen > 0 ? chosen : current, choose]
}
