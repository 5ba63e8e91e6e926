import { useMemo } from 'react'
import type { SessionStatus } from '#shared/contract/host.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { screens } from '../screens.ts'
import type { NavGroup } from '#renderer/kit/navigation.ts'
import { navTree, ownColumns } from './navTree.ts'

/** The navigation of the signed-in account. Until the server answers, and without it, the product's own menu. */
export function useNav(session: SessionStatus): NavGroup[] {
  const { data } = useRead('column.getTree', { siteId: 0 }, { quiet: true })
  return useMemo(() => navTree(data ?? ownColumns(), screens, session), [data, session])
}
