import { expect, it } from 'vitest'
import { environmentProxy, isExcepted, isLoopback, isUsableAddress, parsePacAnswer, parseProxy } from './proxy.ts'

it.each([
  ['proxy.corp:8080', { secure: false, host: 'proxy.corp', port: 8080, auth: '' }],
  ['http://proxy.corp', { secure: false, host: 'proxy.corp', port: 80, auth: '' }],
  ['https://u%40x:p%3A1@proxy.corp', { secure: true, host: 'proxy.corp', port: 443, auth: 'u@x:p:1' }],
  ['http://[::1]:3128', { secure: false, host: '::1', port: 3128, auth: '' }],
  ['socks5://proxy.corp:1080', null],
  ['', null],
  ['a b', null],
])('reads the proxy address %s', (text, proxy) => {
  expect(parseProxy(text)).toEqual(proxy)
})

it('wants no password in an address that is typed', () => {
  expect(isUsableAddress('http://u:p@proxy.corp:80')).toBe(false)
  expect(isUsableAddress('proxy.corp:80')).toBe(true)
})

it.each([
  ['*', true],
  ['corp.test', true],
  ['.corp.test', true],
  ['*.corp.test', true],
  ['orp.test', false],
  ['other.test, cms.corp.test', true],
  ['cms.corp.test:443', true],
  ['cms.corp.test:8443', false],
  ['cms.*.test', true],
  ['<local>', false],
  ['10.0.0.0/8', false],
  ['', false],
])('the exceptions “%s” hold for https://cms.corp.test: %s', (exceptions, holds) => {
  expect(isExcepted(new URL('https://cms.corp.test/'), exceptions)).toBe(holds)
})

it('knows networks, names without a dot, and this computer', () => {
  expect(isExcepted(new URL('http://10.2.3.4/'), '10.0.0.0/8')).toBe(true)
  expect(isExcepted(new URL('http://11.2.3.4/'), '10.0.0.0/8')).toBe(false)
  expect(isExcepted(new URL('http://[fd00::1]/'), 'fd00::/8')).toBe(true)
  expect(isExcepted(new URL('http://10.2.3.4/'), '10.0.0.0/99;nonsense/8')).toBe(false)
  expect(isExcepted(new URL('http://cms/'), 'a;<local>')).toBe(true)
  expect(['localhost', '127.8.0.1', '[::1]', 'a.localhost'].every(isLoopback)).toBe(true)
  expect(['cms.corp.test', '128.0.0.1', 'localhost.corp.test'].some(isLoopback)).toBe(false)
})

it('reads what a script answers', () => {
  const a = { secure: false, host: 'a', port: 8080, auth: '' }
  expect(parsePacAnswer('PROXY a:8080; DIRECT')).toEqual({ routes: [a, null], unknown: [] })
  expect(parsePacAnswer('HTTPS a:8443')).toEqual({ routes: [{ ...a, secure: true, port: 8443 }], unknown: [] })
  expect(parsePacAnswer('SOCKS5 s:1080; PROXY a:8080')).toEqual({ routes: [a], unknown: ['SOCKS5 s:1080'] })
  expect(parsePacAnswer('SOCKS s:1080').routes).toEqual([])
  expect(parsePacAnswer('').routes).toEqual([null])
})

it('reads the environment, in either case', () => {
  const url = new URL('https://cms.corp.test/')
  expect(environmentProxy(url, { https_proxy: 'http://a' })).toEqual({ text: 'http://a', name: 'HTTPS_PROXY' })
  expect(environmentProxy(url, { HTTP_PROXY: 'http://a' })).toBeNull()
  expect(environmentProxy(url, { ALL_PROXY: 'http://a', NO_PROXY: '.corp.test' })).toBeNull()
  expect(environmentProxy(url, { ALL_PROXY: 'http://a' })?.name).toBe('ALL_PROXY')
})
