import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { inIpRanges } from '#shared/domain/ipRanges.ts'

/** Networks that nobody outside may make the server ask: this machine, its neighbours, and what stands for them in IPv6. */
const OWN =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3 ::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 2001::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8'.split(
    ' ',
  )
/** The code of the error when an address may not be asked. */
export const NOT_ASKED = 'ENOTASKED'
export const notAsked = (): Error => Object.assign(new Error('a private address'), { code: NOT_ASKED })

/** The addresses of this machine, public ones too: behind them is the server itself. */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))

/**
 * May the address be asked?
 * @param allowed own networks that the operator has allowed
 * @param own addresses of this machine
 */
export const mayAsk = (address: string, allowed: readonly string[] = [], own = ownAddresses()): boolean =>
  isIP(address) !== 0 && (!inIpRanges(address, [...OWN, ...own]) || inIpRanges(address, allowed))

type Resolve = (
  host: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/**
 * Resolves names to addresses that may be asked. Given to a request as its `lookup` it decides of the address that is
 * connected to, so that a name that changes its address gets nowhere else.
 */
export const outsideLookup =
  (allowed: readonly string[] = [], resolve: Resolve = systemLookup): LookupFunction =>
  (hostname, options, answer) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const own = ownAddresses()
      const good = error ? [] : found.filter(({ address }) => mayAsk(address, allowed, own))
      const [first] = good
      if (!first) answer(error ?? notAsked(), '', 0)
      else if (options.all) answer(null, good)
      else answer(null, first.address, first.family)
    })
  }

/**
 * Connects to an address that may be asked; the name is resolved once. Errors have a `code`.
 * @param limitMs after which an address that says nothing counts as gone
 */
export function connectOutside(
  { host, port }: { host: string; port: number },
  { allowed = [], resolve }: { allowed?: readonly string[] | undefined; resolve?: Resolve | undefined },
  limitMs: number,
): Promise<Socket> {
  return new Promise((done, fail) => {
    if (isIP(host) !== 0 && !mayAsk(host, allowed)) return fail(notAsked())
    const socket = connect({ host, port, lookup: outsideLookup(allowed, resolve) })
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
