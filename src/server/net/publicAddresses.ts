import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isInIpRanges } from '#shared/domain/ipRanges.ts'

/**
 * Private networks, which outgoing requests must not reach (SSRF): this machine, its neighbours, and their IPv6 forms.
 */
const PRIVATE_NETWORKS =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3 ::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 2001::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8'.split(
    ' ',
  )
/** The error code for an address that may not be requested. */
export const PRIVATE_ADDRESS = 'ENOTASKED'
export const privateAddressError = (): Error => Object.assign(new Error('a private address'), { code: PRIVATE_ADDRESS })

/** All addresses of this machine, also public ones, because they lead to the server itself. */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))

/**
 * Whether an address may be requested.
 * @param allowed private networks that the operator allows
 * @param own addresses of this machine
 */
export const isAddressAllowed = (address: string, allowed: readonly string[] = [], own = ownAddresses()): boolean =>
  isIP(address) !== 0 && (!isInIpRanges(address, [...PRIVATE_NETWORKS, ...own]) || isInIpRanges(address, allowed))

type Resolve = (
  host: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/**
 * Creates a `lookup` that resolves names only to allowed addresses. As the `lookup` of a request it decides the
 * connected address, which prevents DNS rebinding.
 */
export const createPublicLookup =
  (allowed: readonly string[] = [], resolve: Resolve = systemLookup): LookupFunction =>
  (hostname, options, answer) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const own = ownAddresses()
      const good = error ? [] : found.filter(({ address }) => isAddressAllowed(address, allowed, own))
      const [first] = good
      if (!first) answer(error ?? privateAddressError(), '', 0)
      else if (options.all) answer(null, good)
      else answer(null, first.address, first.family)
    })
  }

/**
 * Connects to an allowed address; the name is resolved once. Errors have a `code`.
 * @param limitMs timeout of the connection, ms
 */
export function connectPublic(
  { host, port }: { host: string; port: number },
  { allowed = [], resolve }: { allowed?: readonly string[] | undefined; resolve?: Resolve | undefined },
  limitMs: number,
): Promise<Socket> {
  return new Promise((done, fail) => {
    if (isIP(host) !== 0 && !isAddressAllowed(host, allowed)) return fail(privateAddressError())
    const socket = connect({ host, port, lookup: createPublicLookup(allowed, resolve) })
    const late = setTimeout(() => {
      socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }))
    }, limitMs)
    const settle = (error?: Error): void => {
      clearTimeout(late)
      socket.removeListener('error', settle)
      if (error) fail(error)
      else done(socket)
    }
    socket.once('error', settle).once('connect', () => settle())
  })
}
