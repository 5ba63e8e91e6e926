import { useCallback } from 'react'
import { BUILTIN_SERVER, formatAppLink } from '#shared/domain/appLink.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'

/**
 * Copies a link that opens an address of the page, at this server, in the program of the person who follows the link.
 * `siteId`: the site that the window switches to; 0 for none.
 */
export function useCopyLink(): (href: string, siteId: number) => Promise<void> {
  const copy = useCopy()
  const connection = useSession()?.connection
  const server = connection?.kind === 'builtin' ? BUILTIN_SERVER : (connection?.baseUrl ?? '')
  return useCallback((href, siteId) => copy('链接', formatAppLink({ href, server, siteId })), [copy, server])
}
