import { describe, expect, it } from 'vitest'
import { createGuard } from './guard.ts'

const own = { host: '127.0.0.1:4000' }
const origin = 'http://127.0.0.1:4000'

function admitted() {
  const guard = createGuard(4000)
  const set = guard.redeem(guard.issueLaunch()) ?? ''
  return { guard, set, cookie: set.split(';')[0] ?? '' }
}

describe('the guard of the browser host', () => {
  it('takes a launch token once and gives a cookie that scripts and other sites never see', () => {
    const guard = createGuard(4000)
    const launch = guard.issueLaunch()
    expect(guard.redeem(launch)).toMatch(/^sitecraft_4000=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(guard.redeem(launch)).toBeNull()
    expect(guard.redeem('guessed')).toBeNull()
  })
  it('lets its own page in', () => {
    const { guard, cookie } = admitted()
    expect(guard.check({ method: 'GET', headers: { ...own, cookie } })).toBe('ok')
    expect(guard.check({ method: 'POST', headers: { ...own, cookie, origin, 'sec-fetch-site': 'same-origin' } })).toBe(
      'ok',
    )
  })
  it.each(['localhost:4000', '127.0.0.1', '127.0.0.1:4001', 'rebound.example:4000', undefined])(
    'refuses the host %s even with the cookie',
    (host) => {
      const { guard, cookie } = admitted()
      expect(guard.check({ method: 'GET', headers: { host, cookie } })).toBe('wrong-host')
    },
  )
  it.each(['http://localhost:4000', 'https://127.0.0.1:4000', 'http://127.0.0.1:4001', 'null', 'http://evil.example'])(
    'refuses the origin %s even with the cookie',
    (from) => {
      const { guard, cookie } = admitted()
      for (const method of ['GET', 'POST']) {
        expect(guard.check({ method, headers: { ...own, cookie, origin: from } })).toBe('wrong-origin')
      }
    },
  )
  it('wants an origin for everything that changes something', () => {
    const { guard, cookie } = admitted()
    expect(guard.check({ method: 'POST', headers: { ...own, cookie } })).toBe('wrong-origin')
  })
  it('refuses what another site embeds or fetches', () => {
    const { guard, cookie } = admitted()
    const headers = { ...own, cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
    expect(guard.check({ method: 'GET', headers })).toBe('wrong-origin')
  })
  it.each(['', 'sitecraft_4000=', 'sitecraft_4000=guess', 'other=1; sitecraft_4001=x'])(
    'refuses the cookie "%s"',
    (cookie) => {
      const { guard } = admitted()
      expect(guard.check({ method: 'GET', headers: { ...own, cookie } })).toBe('no-cookie')
    },
  )
  it('finds its cookie among others', () => {
    const { guard, cookie } = admitted()
    expect(guard.check({ method: 'GET', headers: { ...own, cookie: `a=b; ${cookie}; c=d` } })).toBe('ok')
  })
})
