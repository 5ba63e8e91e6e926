import { afterEach, expect, it } from 'vitest'
import { isProxied, setProxies } from './proxyRules.ts'

afterEach(() => setProxies(null))

it.each([
  ['https://a.example/', {}, false],
  ['https://a.example/', { HTTPS_PROXY: 'http://proxy' }, true],
  ['https://a.example/', { https_proxy: 'http://proxy' }, true],
  ['http://a.example/', { HTTPS_PROXY: 'http://proxy' }, false],
  ['http://a.example/', { HTTP_PROXY: 'http://proxy' }, true],
  ['http://a.example/', { HTTP_PROXY: '', http_proxy: '' }, false],
  ['http://a.example/', { HTTP_PROXY: 'p', NO_PROXY: '*' }, false],
  ['http://A.example/', { HTTP_PROXY: 'p', NO_PROXY: 'b.example, A.EXAMPLE:80' }, false],
  ['http://www.a.example/', { HTTP_PROXY: 'p', NO_PROXY: '.a.example' }, false],
  ['http://www.a.example/', { HTTP_PROXY: 'p', NO_PROXY: '*.a.example' }, false],
  ['http://www.a.example/', { HTTP_PROXY: 'p', NO_PROXY: 'a.example' }, false],
  ['http://ba.example/', { HTTP_PROXY: 'p', NO_PROXY: 'a.example' }, true],
  ['http://a.example/', { HTTP_PROXY: 'p', NO_PROXY: 'b.example,' }, true],
  ['http://a.example/', { HTTP_PROXY: 'p', NO_PROXY: 'x', no_proxy: 'a.example' }, false],
])('%s with %j: %s', (url, env, goes) => {
  setProxies(env)
  expect(isProxied(new URL(url))).toBe(goes)
})

it('nothing goes through a proxy before an environment is in force', () => {
  expect(isProxied(new URL('https://a.example/'))).toBe(false)
})
