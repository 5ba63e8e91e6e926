import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { deriveKey } from '#server/secrets/deriveKey.ts'
import { toAsciiAddress } from './compose.ts'

const PATH = '/mail/unsubscribe'
const toAddressKey = (address: string): string => toAsciiAddress(address).toLowerCase()

/** Whether the address has unsubscribed from the site's mass mail. */
export const isUnsubscribed = async (db: Kysely<Database>, siteId: number, address: string): Promise<boolean> =>
  (await db
    .selectFrom('mail_unsubscribed')
    .select('siteId')
    .where('siteId', '=', siteId)
    .where('address', '=', toAddressKey(address))
    .executeTakeFirst()) !== undefined

async function signAddress(deps: ServerDeps, siteId: number, address: string): Promise<string> {
  const key = await deriveKey(deps, 'unsubscribe')
  return createHmac('sha256', key)
    .update(`${siteId} ${toAddressKey(address)}`)
    .digest('base64url')
    .slice(0, 32)
}

/**
 * The signed unsubscribe link of a recipient; nobody can forge the link of another recipient. '' while the server's
 * public address is not set, because the link could not be opened from outside.
 */
export async function createUnsubscribeLink(deps: ServerDeps, siteId: number, address: string): Promise<string> {
  if (!deps.publicUrl) return ''
  const query = new URLSearchParams({
    s: String(siteId),
    a: toAddressKey(address),
    k: await signAddress(deps, siteId, address),
  })
  return `${deps.publicUrl.replace(/\/$/, '')}${PATH}?${query.toString()}`
}

const querySchema = z.object({ s: z.coerce.number().int(), a: z.string().max(300), k: z.string().max(64) })

/** The unsubscribe page. Opening it changes nothing, because mail scanners open every link of a message. */
export function serveUnsubscribe(app: FastifyInstance, deps: ServerDeps): void {
  const config = { rateLimit: { max: 60, timeWindow: 60_000 } }
  const verifyQuery = async (query: unknown): Promise<{ siteId: number; address: string } | null> => {
    const parsed = querySchema.safeParse(query)
    if (!parsed.success) return null
    const { s: siteId, a: address, k } = parsed.data
    const [given, expected] = [Buffer.from(k), Buffer.from(await signAddress(deps, siteId, address))]
    return given.length === expected.length && timingSafeEqual(given, expected) ? { siteId, address } : null
  }
  app.get(PATH, { config }, async (request, reply) => {
    const who = await verifyQuery(request.query)
    if (!who) return sendPage(reply, 404, '退订链接不完整或已失效，请从邮件中重新打开。')
    return sendPage(reply, 200, `${who.address} 将不再收到该网站的群发邮件。`, true)
  })
  app.post(PATH, { config }, async (request, reply) => {
    const who = await verifyQuery(request.query)
    if (!who) return sendPage(reply, 404, '退订链接不完整或已失效，请从邮件中重新打开。')
    await deps.db
      .insertInto('mail_unsubscribed')
      .values({ siteId: who.siteId, address: toAddressKey(who.address), time: deps.clock.now().getTime() })
      .onConflict((conflict) => conflict.columns(['siteId', 'address']).doNothing())
      .execute()
    return sendPage(reply, 200, `已退订，${who.address} 不会再收到该网站的群发邮件。`)
  })
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const sendPage = (reply: FastifyReply, status: number, text: string, hasConfirmButton = false): FastifyReply =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; form-action 'self'; frame-ancestors 'none'")
    .header('referrer-policy', 'no-referrer')
    .send(
      `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>退订邮件</title><h1>退订邮件</h1><p>${escape(text)}</p>${hasConfirmButton ? '<form method="post"><button>确认退订</button></form>' : ''}</html>`,
    )
