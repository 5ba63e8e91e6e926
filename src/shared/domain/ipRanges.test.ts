import { expect, it } from 'vitest'
import { inIpRanges, isIpRange } from './ipRanges.ts'

it.each([
  ['10.1.2.3', '10.0.0.0/8', true],
  ['11.1.2.3', '10.0.0.0/8', false],
  ['203.0.113.9', '203.0.113.9', true],
  ['203.0.113.8', '203.0.113.9', false],
  ['::ffff:10.1.2.3', '10.0.0.0/8', true],
  ['::ffff:7f00:1', '127.0.0.0/8', true],
  ['0:0:0:0:0:ffff:a01:203', '10.0.0.0/8', true],
  ['::7f00:1', '127.0.0.0/8', false],
  ['::ffff:7f00:1', '::ffff:0:0/96', true],
  ['203.0.113.127', '203.0.113.0/25', true],
  ['203.0.113.128', '203.0.113.0/25', false],
  ['2001:db8:1::9', '2001:db8::/32', true],
  ['2001:db9::1', '2001:db8::/32', false],
  ['::1', '0:0:0:0:0:0:0:1', true],
  ['fe80::1%eth0', 'fe80::/10', true],
  ['10.1.2.3', '::/0', false],
  ['1.2.3.4', '0.0.0.0/0', true],
  ['unknown', '0.0.0.0/0', false],
])('%s in %s: %s', (ip, range, within) => {
  expect(inIpRanges(ip, [range])).toBe(within)
})

it.each([
  '10.0.0.0/33',
  '10.0.0',
  '10.0.0.256',
  '010.0.0.1',
  '2001:db8::1::2',
  '1:2:3',
  '2001:db8::/129',
  'a/8/8',
  '',
  '10.0.0.0/x',
])('%s is no range', (text) => {
  expect(isIpRange(text)).toBe(false)
})
