import { describe, expect, it } from 'vitest'
import { formatAppLink, fromPageAddress, toPageAddress, parseAppLink, sameServer } from './appLink.ts'

const CMS = 'https://cms.example.com/base'
const at = encodeURIComponent(CMS)

describe('a link of the program', () => {
  it.each([
    { href: '/admin/model_manage/12?entry=5', server: CMS, siteId: 3 },
    { href: '/site/template/list?file=%E4%B8%BB%E9%A2%98%2Fcss%2Fa+b.css', server: 'builtin', siteId: 0 },
    { href: '/settings', server: '', siteId: 0 },
  ])('comes back as it was written: $href', (link) => {
    const text = formatAppLink(link)
    expect(text).toMatch(/^sitecraft:\/\/open\//)
    expect(parseAppLink(text)).toEqual(link)
    expect(fromPageAddress(toPageAddress(text))).toBe(text)
  })

  it.each([
    ['another scheme', 'https://open/settings'],
    ['another place', 'sitecraft://run/settings'],
    ['no path', 'sitecraft://open'],
    ['a port', 'sitecraft://open:99/settings'],
    ['a name', 'sitecraft://me@open/settings'],
    ['a way up', 'sitecraft://open/a/../../settings'],
    ['a second host', 'sitecraft://open//evil.example/a'],
    ['a script as markup', 'sitecraft://open/settings?x=<script>alert(1)</script>'],
    ['a script that is written in percents', 'sitecraft://open/settings?x=%3Cscript%3Ealert(1)%3C/script%3E'],
    ['a script as an address', 'sitecraft://open/settings?x=javascript:alert(1)'],
    ['a script as the server', 'sitecraft://open/settings?at=javascript:alert(1)'],
    ['a server with a password', `sitecraft://open/settings?at=${encodeURIComponent('https://a:b@cms.example.com')}`],
    ['a file as the server', 'sitecraft://open/settings?at=file:///etc/passwd'],
    ['an argument', 'sitecraft://open/settings --inspect'],
    ['a line break', 'sitecraft://open/settings%0A?x=1'],
    ['a strange site', `sitecraft://open/settings?at=${at}&in=1e9`],
    ['100 kB', `sitecraft://open/settings?x=${'a'.repeat(100_000)}`],
    ['a hundred parameters', `sitecraft://open/settings?${Array.from({ length: 100 }, (_, i) => `p${i}=1`).join('&')}`],
  ])('with %s is refused, in Chinese', (_what, text) => {
    expect(parseAppLink(text)).toEqual({ problem: expect.stringMatching(/\p{Script=Han}/u) as string })
  })

  it('knows its server however the address is written', () => {
    expect(sameServer('https://CMS.example.com', 'https://cms.example.com/')).toBe(true)
    expect(sameServer(CMS, 'https://cms.example.com')).toBe(false)
    expect(sameServer('', '')).toBe(false)
  })
})
