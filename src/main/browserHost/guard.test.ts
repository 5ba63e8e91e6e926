import { describe, expect, it } from 'vitest'
import { PAGE_SECRET_HEADER } from '#shared/security/pageSecret.ts'
import { createGuard, LAUNCH_MS } from './guard.ts'

const own = { host: '127.0.0.1:4000' }
const origin = 'http://127.0.0.1:4000'

function admitted() {
  const guard = createGuard(4000)
  const { setCookie = '', code = '' } = guard.redeem(guard.issueLaunch()) ?? {}
  return { guard, cookie: setCookie.split(';')[0] ?? '', secret: guard.admit(code) ?? '' }
}

describe('the guard of the browser host', () => {
  it('takes a launch token once and gives a cookie that scripts and other sites never see', () => {
    const guard = createGuard(4000)
    const launch = guard.issueLaunch()
    expect(guard.redeem(launch)?.setCookie).toMatch(/^sitecraft_4000=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(guard.redeem(launch)).toBeNull()
    expect(guard.redeem('guessed')).toBeNull()
  })
  it('ends a launch address that nobody used within two minutes', () => {
    let now = 0
    const guard = createGuard(4000, () => now)
    const [early, late] = [guard.issueLaunch(), guard.issueLaunch()]
    now = LAUNCH_MS - 1
    const entrance = guard.redeem(early)
    expect(entrance).not.toBeNull()
    now = LAUNCH_MS
    expect(guard.redeem(late)).toBeNull()
    now += LAUNCH_MS
    expect(guard.admit(entrance?.code ?? '')).toBeNull()
  })
  it('gives the secret to the page alone, once, and wants it with every call besides the cookie', () => {
    const guard = createGuard(4000)
    const { setCookie, code } = guard.redeem(guard.issueLaunch()) ?? { setCookie: '', code: '' }
    const cookie = setCookie.split(';')[0] ?? ''
    const secret = guard.admit(code) ?? ''
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(cookie).not.toContain(secret)
    expect(guard.admit(code)).toBeNull()
    const call = (headers: object) => guard.checkPage({ method: 'POST', headers: { ...own, origin, ...headers } })
    expect(call({ cookie, [PAGE_SECRET_HEADER]: secret })).toBe('ok')
    expect(call({ cookie })).toBe('no-secret')
    expect(call({ cookie, [PAGE_SECRET_HEADER]: cookie.split('=')[1] })).toBe('no-secret')
    expect(call({ [PAGE_SECRET_HEADER]: secret })).toBe('no-cookie')
    expect(createGuard(4000).admit(code)).toBeNull()
  })
  it('lets events be read under an address for a minute after its last use', () => {
    let now = 0
    const guard = createGuard(4000, () => now)
    const ticket = guard.issueStream()
    for (now = 0; now < 300_000; now += 59_000) expect(guard.mayStream(ticket)).toBe(true)
    now += 3_600_000
    guard.streamEnded(ticket)
    now += 59_000
    expect(guard.mayStream(ticket)).toBe(true)
    now += 61_000
    expect(guard.mayStream(ticket)).toBe(false)
    expect(guard.mayStream('')).toBe(false)
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
