import { expect, it } from 'vitest'
import { hostInWords } from './hostName.ts'

it.each([
  ['xn--fiqs8s.cn', '中国.cn'],
  ['www.xn--55qx5d.xn--fiqs8s', 'www.公司.中国'],
  ['http://XN--FIQS8S.cn:8080/', 'http://中国.cn:8080/'],
  ['site-1.example', 'site-1.example'],
  ['', ''],
  // Not punycode at all, and a label that can't be decoded.
  ['xn--a-.cn', 'xn--a-.cn'],
])('%s is read as %s', (host, words) => {
  expect(hostInWords(host)).toBe(words)
})
