import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { REQUEST_ID_PATTERN, REQUEST_ID_HEADER } from '#shared/errors/envelope.ts'
import { isInIpRanges } from '#shared/domain/ipRanges.ts'

/** Characters of ids, without similar ones such as 0 and O. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 12

const newId = (): string => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')

/** Creates the id of each request. A trusted proxy may supply it, so that both logs agree; other clients may not. */
export const createRequestIds =
  (trustedProxies: readonly string[]) =>
  ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const given = headers[REQUEST_ID_HEADER]
    const isTrusted = typeof given === 'string' && isInIpRanges(socket.remoteAddress ?? '', trustedProxies)
    return isTrusted && REQUEST_ID_PATTERN.test(given) ? given : newId()
  }
