import { createHash, randomBytes } from 'node:crypto'
import type { ServerDeps } from '../deps.ts'
import type { CallContext } from './context.ts'

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')

/** A file for which a ticket is issued. */
interface TicketTarget {
  /** Path of the route that serves the file, without a leading slash: `api/sitecraft/download`. */
  route: string
  /** Path of the file, which `findTicketPath` returns to the route. */
  path: string
  /** Lifetime of the ticket, ms. */
  lifetimeMs: number
}

/**
 * Issues an absolute address that works without a session, so that a browser can open it. The database stores only the
 * ticket's hash.
 */
export async function issueTicket(ctx: CallContext, { route, path, lifetimeMs }: TicketTarget): Promise<string> {
  const ticket = randomBytes(24).toString('base64url')
  const now = ctx.clock.now().getTime()
  await ctx.db.deleteFrom('download_ticket').where('expireTime', '<', now).execute()
  await ctx.db
    .insertInto('download_ticket')
    .values({ ticketHash: hashOf(ticket), path, expireTime: now + lifetimeMs })
    .execute()
  return `${ctx.baseUrl}${route}/${ticket}`
}

/** The path of a ticket; null: unknown or expired. */
export async function findTicketPath({ db, clock }: ServerDeps, ticket: string): Promise<string | null> {
  const row = await db
    .selectFrom('download_ticket')
    .select('path')
    .where('ticketHash', '=', hashOf(ticket))
    .where('expireTime', '>', clock.now().getTime())
    .executeTakeFirst()
  return row?.path ?? null
}
