import { z } from 'zod'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { type Authority, canUseSite } from '#shared/domain/permissions.ts'

/** A delivery: what happened where, and the JSON that says it. */
interface Told {
  event: string
  siteId: number
  body: string
}

const ofEntry = z.object({ data: z.object({ classId: z.number() }) })

/**
 * May somebody with these rights know what a delivery tells? Of entries whoever may read their column, of sites whoever may
 * use them: the titles of a column are nothing that a webhook makes known.
 */
export function mayHear(who: Authority, { event, siteId, body }: Told): boolean {
  if (!event.startsWith('content.')) return siteId === 0 || canUseSite(who, siteId)
  const entry = ofEntry.safeParse(JSON.parse(body))
  return entry.success && contentRefusal(who, { id: entry.data.data.classId, siteId, title: '' }, 'read') === null
}
