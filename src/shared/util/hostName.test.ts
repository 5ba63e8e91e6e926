import { domainToASCII } from 'node:url'
import { expect, it } from 'vitest'
import { decodePunycodeHost } from './hostName.ts'

it.each([
  ['xn--fiqs8s.cn', '中国.cn'],
  ['www.xn--55qx5d.xn--fiqs8s', 'www.公司.中国'],
  ['http://XN--FIQS8S.cn:8080/', 'http://中国.cn:8080/'],
  ['site-1.example', 'site-1.example'],
  ['', ''],
  // Not punycode at all, labels that can't be decoded, and one that is too long for a name.
  ['xn--a-.cn', 'xn--a-.cn'],
  ['xn--99999999.cn', 'xn--99999999.cn'],
  ['xn--é.cn', 'xn--é.cn'],
  [`xn--${'a'.repeat(5000)}.cn`, `xn--${'a'.repeat(5000)}.cn`],
])('%s is read as %s', (host, words) => {
  expect(decodePunycodeHost(host)).toBe(words)
})

it.each([
  '海洋科技集团.公司',
  'abc集团2026.网址',
  'bücher.example',
  '𠮷野家.example',
  '中-国.cn',
  '一二三四五六七八九十.在线',
])('%s comes back from what the DNS calls it', (host) => {
  expect(domainToASCII(host)).toContain('xn--')
  expect(decodePunycodeHost(domainToASCII(host))).toBe(host)
})
