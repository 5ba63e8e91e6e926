import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Opened } from './opened.ts'

/** `"…"`, of what is answered. */
const tagOf = (data: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 27)}"`

/** Does the caller have it already (RFC 9110, weak comparison)? */
function isKnown(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(tag)
}

/** Answers with an ETag and how long it may be kept; 304 without a body to who has it already. */
export function cached<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { mode, maxAge }: Pick<Opened, 'mode' | 'maxAge'>,
  data: T,
): T | FastifyReply {
  const tag = tagOf(data)
  // What a token is needed for lies in no shared cache.
  const control = mode === 'public' ? `public, max-age=${maxAge}, must-revalidate` : 'private, no-cache'
  const varied = reply.getHeader('vary')
  reply.header('etag', tag).header('cache-control', control)
  // No cookie counts here, so that a page of another origin learns nothing that it could not ask for by itself.
  if (mode === 'public')
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', 'ETag')
  reply.header('vary', varied ? `${String(varied)}, authorization` : 'authorization')
  return isKnown(request.headers['if-none-match'], tag) ? reply.status(304).send() : data
}
