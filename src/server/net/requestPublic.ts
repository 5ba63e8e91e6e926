import { type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { OutgoingOptions } from '#server/deps.ts'
import { isProxied } from '#server/http/wire/proxyRules.ts'
import { isAddressAllowed, privateAddressError, createPublicLookup } from './publicAddresses.ts'

/**
 * Requests a URL of another server, in private networks only where the operator allows it. Errors have a `code`; the
 * caller reads or destroys the response.
 */
export function requestPublic(
  url: URL,
  options: RequestOptions,
  { allowed = [], resolve: resolveName }: Partial<OutgoingOptions> = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !isAddressAllowed(host, allowed)) {
      reject(privateAddressError())
      return
    }
    const ask = url.protocol === 'http:' ? httpRequest : httpsRequest
    // A proxy resolves the name itself and controls which addresses may be requested.
    const way = isProxied(url) ? {} : ({ lookup: createPublicLookup(allowed, resolveName), agent: false } as const)
    // The listener stays, because a later error without a listener would end the process.
    ask(url, { ...options, ...way }, resolve)
      .on('error', reject)
      .end()
  })
}
