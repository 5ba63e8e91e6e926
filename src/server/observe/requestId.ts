import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { REQUEST_ID, REQUEST_ID_HEADER } from '#shared/errors/envelope.ts'
import { inIpRanges } from '#shared/domain/ipRanges.ts'

/** Characters of ids, without similar ones such as 0 and O. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 12

const newId = (): string => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')

/** Creates the id of each request. A trusted proxy may supply it, so that both logs agree; other clients may not. */
export const requestIds =
  (trustedProxies: readonly string[]) =>
  ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const given = headers[REQUEST_ID_HEADER]
    const isTrusted = typeof given === 'string' && inIpRanges(socket.remoteAddress ?? '', trustedProxies)
    return isTrusted && REQUEST_ID.test(given) ? given : newId()
  }
