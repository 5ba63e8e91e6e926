import { createHash, randomBytes } from 'node:crypto'
import type { ServerDeps } from '../deps.ts'
import type { CallContext } from './context.ts'

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')

/** What a ticket's address answers, and for how long. */
interface Ticketed {
  /** Of the route that serves it, without a leading slash: `api/sitecraft/download`. */
  route: string
  /** What the route reads from the ticket again. */
  path: string
  /** ms. */
  lasts: number
}

/** An absolute address that answers without a session: a browser can open it. The database keeps a hash of its ticket alone. */
export async function issueTicket(ctx: CallContext, { route, path, lasts }: Ticketed): Promise<string> {
  const ticket = randomBytes(24).toString('base64url')
  const now = ctx.clock.now().getTime()
  await ctx.db.deleteFrom('download_ticket').where('expireTime', '<', now).execute()
  await ctx.db
    .insertInto('download_ticket')
    .values({ ticketHash: hashOf(ticket), path, expireTime: now + lasts })
    .execute()
  return `${ctx.baseUrl}${route}/${ticket}`
}

/** The path of a ticket; null: there is none such, or its time is over. */
export async function ticketPath({ db, clock }: ServerDeps, ticket: string): Promise<string | null> {
  const row = await db
    .selectFrom('download_ticket')
    .select('path')
    .where('ticketHash', '=', hashOf(ticket))
    .where('expireTime', '>', clock.now().getTime())
    .executeTakeFirst()
  return row?.path ?? null
}
