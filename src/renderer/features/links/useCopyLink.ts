import { useCallback } from 'react'
import { BUILTIN_SERVER, formatAppLink } from '#shared/domain/appLink.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'
import { LINKS } from './text.ts'

/** Copies a link that opens this address of the page, at this server and site, in the program of whoever follows it. */
export function useCopyLink(): (href: string) => Promise<void> {
  const copy = useCopy()
  const connection = useSession()?.connection
  const siteId = useCurrentSite()
  const server = connection?.kind === 'builtin' ? BUILTIN_SERVER : (connection?.baseUrl ?? '')
  return useCallback((href) => copy(LINKS.link, formatAppLink({ href, server, siteId })), [copy, server, siteId])
}
