import type { HostHandlers } from '#shared/contract/bridge.ts'
import { formatAppLink, parseAppLink } from '#shared/domain/appLink.ts'
import type { DesktopIntegration } from '../ports.ts'

/** @param integration null where the host has no desktop integration */
export const desktopHandlers = (integration: DesktopIntegration | null) =>
  ({
    'desktop.showState': async (state) => {
      integration?.show(state)
      return null
    },
    'desktop.setJumpList': async ({ places }) => {
      // The targets become links: invalid page addresses are omitted.
      const isPlace = ({ href }: { href: string }): boolean =>
        !('problem' in parseAppLink(formatAppLink({ href, server: '', siteId: 0 })))
      integration?.places(places.filter(isPlace))
      return null
    },
  }) satisfies HostHandlers<'desktop'>
