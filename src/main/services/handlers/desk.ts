import type { HostHandlers } from '#shared/contract/bridge.ts'
import { formatAppLink, parseAppLink } from '#shared/domain/appLink.ts'
import type { Desk } from '../ports.ts'

/** @param desk null where there is nothing outside of the page */
export const deskHandlers = (desk: Desk | null) =>
  ({
    'desk.tell': async (state) => {
      desk?.show(state)
      return null
    },
    'desk.setPlaces': async ({ places }) => {
      // They become links: what is no plain address of the page is left out.
      const isPlace = ({ href }: { href: string }): boolean =>
        !('problem' in parseAppLink(formatAppLink({ href, server: '', siteId: 0 })))
      desk?.places(places.filter(isPlace))
      return null
    },
  }) satisfies HostHandlers<'desk'>
