import { z } from 'zod'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { type Authority, canUseSite } from '#shared/domain/permissions.ts'

/** The event of a delivery, its site and its JSON body. */
interface DeliveredEvent {
  event: string
  siteId: number
  body: string
}

const entryBody = z.object({ data: z.object({ classId: z.number() }) })

/**
 * Whether an account with these rights may read a delivery: events of entries require read access to the column, other
 * events access to the site.
 */
export function canReadDelivery(who: Authority, { event, siteId, body }: DeliveredEvent): boolean {
  if (!event.startsWith('content.')) return siteId === 0 || canUseSite(who, siteId)
  const entry = entryBody.safeParse(JSON.parse(body))
  return entry.success && contentRefusal(who, { id: entry.data.data.classId, siteId, title: '' }, 'read') === null
}
