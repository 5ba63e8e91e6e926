import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { inIpRanges } from '#shared/domain/ipRanges.ts'

/** Networks that nobody outside may make the server ask: this machine, its neighbours, and what stands for them in IPv6. */
const OWN =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3 ::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 2001::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8'.split(
    ' ',
  )
/** The code of the error when an address may not be asked. */
export const NOT_ASKED = 'ENOTASKED'
export const notAsked = (): Error => Object.assign(new Error('a private address'), { code: NOT_ASKED })

/** May the address be asked? @param allowed own networks that the operator has allowed */
export const mayAsk = (address: string, allowed: readonly string[] = []): boolean =>
  isIP(address) !== 0 && (!inIpRanges(address, OWN) || inIpRanges(address, allowed))

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
      const good = error ? [] : found.filter(({ address }) => mayAsk(address, allowed))
      const [first] = good
      if (!first) answer(error ?? notAsked(), '', 0)
      else if (options.all) answer(null, good)
      else answer(null, first.address, first.family)
    })
  }
