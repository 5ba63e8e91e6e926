interface Address {
  bits: 32 | 128
  value: bigint
}

function ipv4(text: string): bigint | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return null
  return parts.reduce((value, part) => value * 256n + BigInt(part), 0n)
}

function ipv6(text: string): bigint | null {
  const halves = toHexNotation(text).split('::')
  if (halves.length > 2) return null
  const groupsOf = (half = ''): string[] => (half === '' ? [] : half.split(':'))
  const [head, tail] = [groupsOf(halves[0]), groupsOf(halves[1])]
  const gap = 8 - head.length - tail.length
  if (halves.length === 2 ? gap < 1 : gap !== 0) return null
  const groups = [...head, ...Array.from({ length: gap }, () => '0'), ...tail]
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return null
  return groups.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n)
}

/** Converts `::127.0.0.1` to `::7f00:1`: an IPv6 address may end in IPv4 notation (RFC 4291, 2.2). */
function toHexNotation(text: string): string {
  const tail = /(?<=:)[\d.]+$/.exec(text)?.[0] ?? ''
  const value = tail.includes('.') ? ipv4(tail) : null
  if (value === null) return text
  return `${text.slice(0, -tail.length)}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`
}

/** Parses an address; `::ffff:a.b.c.d` becomes IPv4. */
function parseIp(text: string): Address | null {
  const plain = /^::ffff:([\d.]+)$/i.exec(text)?.[1] ?? text.split('%')[0] ?? ''
  const value = plain.includes(':') ? ipv6(plain) : ipv4(plain)
  return value === null ? null : { bits: plain.includes(':') ? 128 : 32, value }
}

/** Prefix of `::ffff:0:0/96`, IPv4 addresses mapped to IPv6 (RFC 4291, 2.5.5.2). */
const MAPPED = 0xffffn

/** The forms of an address to compare with ranges: `::ffff:7f00:1` is also 127.0.0.1. */
function addressForms(address: Address): Address[] {
  const isMapped = address.bits === 128 && address.value >> 32n === MAPPED
  return isMapped ? [address, { bits: 32, value: address.value & 0xffff_ffffn }] : [address]
}

function parseRange(text: string): (Address & { prefix: number }) | null {
  const [ip = '', prefix, more] = text.trim().split('/')
  const address = more === undefined ? parseIp(ip) : null
  if (!address) return null
  if (prefix === undefined) return { ...address, prefix: address.bits }
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > address.bits) return null
  return { ...address, prefix: Number(prefix) }
}

/** Whether the text is an address (203.0.113.9) or a range in CIDR notation (10.0.0.0/8, 2001:db8::/32). */
export const isIpRange = (text: string): boolean => parseRange(text) !== null

/** Whether an address is in one of the ranges; an invalid address is in none. */
export function isInIpRanges(ip: string, ranges: readonly string[]): boolean {
  const address = parseIp(ip)
  const forms = address ? addressForms(address) : []
  return ranges.some((text) => {
    const range = parseRange(text)
    if (!range) return false
    const rest = BigInt(range.bits - range.prefix)
    return forms.some(({ bits, value }) => bits === range.bits && value >> rest === range.value >> rest)
  })
}
