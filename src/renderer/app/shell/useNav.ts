import { useMemo } from 'react'
import type { SessionStatus } from '#shared/contract/host.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { screens } from '../screens.ts'
import type { NavGroup } from '#renderer/ui/page/navigation.ts'
import { contentTree, withContent } from './contentTree.ts'
import { navTree, ownColumns } from './navTree.ts'

/**
 * The navigation of the signed-in account, with the columns of its current site that it is granted. Until the server
 * answers, and without it, the product's own menu.
 */
export function useNav(session: SessionStatus): NavGroup[] {
  const siteId = useCurrentSite()
  const { data: own } = useRead('column.getTree', { siteId: 0 }, { quiet: true })
  const { data: columns } = useRead('column.getTree', { siteId }, { quiet: true, enabled: siteId > 0, onFocus: true })
  return useMemo(
    () => withContent(navTree(own ?? ownColumns(), screens, session), contentTree(columns ?? [], screens)),
    [own, columns, session],
  )
}
