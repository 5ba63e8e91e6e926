import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { REQUEST_ID, REQUEST_ID_HEADER } from '#shared/errors/envelope.ts'
import { inIpRanges } from '#shared/domain/ipRanges.ts'

/** Without letters and digits that are taken for each other when somebody reads them out. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 12

const newId = (): string => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')

/** Names each request: as the proxy in front has named it, so that both logs agree, or anew. Others may not choose the name. */
export const requestIds =
  (trustedProxies: readonly string[]) =>
  ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const given = headers[REQUEST_ID_HEADER]
    const isTrusted = typeof given === 'string' && inIpRanges(socket.remoteAddress ?? '', trustedProxies)
    return isTrusted && REQUEST_ID.test(given) ? given : newId()
  }
