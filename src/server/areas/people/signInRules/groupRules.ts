import { inIpRanges } from '#shared/domain/ipRanges.ts'
import { AppError } from '#shared/errors/index.ts'
import type { Rules } from './settings.ts'

const groupRule = ({ groups }: Pick<Rules, 'groups'>, roleId: number) =>
  groups.find(({ groupId }) => groupId === roleId)

/** May accounts of the group sign in and work from this address? */
export function mayComeFrom(rules: Pick<Rules, 'groups'>, roleId: number, ip: string): boolean {
  const { addresses = [] } = groupRule(rules, roleId) ?? {}
  return addresses.length === 0 || inIpRanges(ip, addresses)
}

/** Do accounts of the group have to sign in with a second factor? */
export const needsFactor = (rules: Pick<Rules, 'groups'>, roleId: number): boolean =>
  groupRule(rules, roleId)?.secondFactor ?? false

/** @throws AppError `forbidden` when they may not */
export function requireAllowedAddress(rules: Pick<Rules, 'groups'>, roleId: number, ip: string): void {
  if (mayComeFrom(rules, roleId, ip)) return
  throw new AppError('forbidden', `您的用户组不能从这个地址（${ip}）登录，请在允许的网络中登录，或联系管理员`)
}

/** IPv4 as it is; of IPv6 what one subscriber has (/64), in which he may change his address at will. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1]
  if (mapped || !ip.includes(':')) return mapped ?? ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: gap }, () => '0'), ...after].slice(0, 4).join(':')
}
