import { describe, expect, it } from 'vitest'
import { externalAddress, isOwnPage, isTrustedSender, mayFrame, mayNavigate, mayUse } from './rules.ts'

const PREVIEWS = 'http://127.0.0.1:4321'

const FOREIGN = [
  'https://sitecraft/',
  'http://127.0.0.1:8080/',
  'app://sitecraft.example.com/',
  'app://evil/',
  'app://user:pw@sitecraft/',
  'app://sitecraft:81/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,<b>x</b>',
  'about:blank',
  'blob:app://sitecraft/1',
  '',
  'not an address',
]

describe('the rules for pages', () => {
  it('know the own page', () => {
    expect(['app://sitecraft/', 'app://sitecraft/login?exit=true', 'app://sitecraft/#/x'].every(isOwnPage)).toBe(true)
  })
  it.each(FOREIGN)('take %j for foreign: no navigation, no message', (url) => {
    expect(mayNavigate(url)).toBe(false)
    expect(isTrustedSender({ url, parent: null })).toBe(false)
  })
  it('take messages from the main frame only', () => {
    const url = 'app://sitecraft/'
    expect(isTrustedSender({ url, parent: null })).toBe(true)
    expect(isTrustedSender({ url, parent: {} })).toBe(false)
    expect(isTrustedSender(null)).toBe(false)
  })
  it('offer plain https to the browser, and nothing else', () => {
    expect(externalAddress('https://example.com/a?b=1', PREVIEWS)).toBe('https://example.com/a?b=1')
    for (const url of [
      'http://example.com/',
      'https://a:b@example.com/',
      'smb://x/',
      'ms-settings:',
      ...FOREIGN.slice(1),
    ]) {
      expect(externalAddress(url, PREVIEWS), url).toBeNull()
    }
  })
  it('allow only the built sites of a server without https', () => {
    const site = 'http://127.0.0.1:5000/site/group/'
    expect(externalAddress(site, PREVIEWS)).toBe(site)
    for (const url of ['http://127.0.0.1:5000/api/site', 'http://a:b@127.0.0.1/site/x/', 'file:///site/x/'])
      expect(externalAddress(url, PREVIEWS), url).toBeNull()
  })
  it('let live previews of this program alone into frames and the browser: one port, below their paths', () => {
    const preview = `${PREVIEWS}/live-preview-abc/news/`
    expect([mayFrame(preview, PREVIEWS), externalAddress(preview, PREVIEWS)]).toEqual([true, preview])
    expect(mayFrame('app://sitecraft/preview/x', PREVIEWS)).toBe(true)
    for (const url of [
      'http://127.0.0.1:4322/live-preview-abc/',
      'http://127.0.0.1/live-preview-abc/',
      'http://localhost:4321/live-preview-abc/',
      'http://[::1]:4321/live-preview-abc/',
      'https://127.0.0.1:4321/live-preview-abc/',
      'http://a:b@127.0.0.1:4321/live-preview-abc/',
      'http://127.0.0.1:4321.example.com/live-preview-abc/',
      'http://127.0.0.1:4321/files/live-preview-abc/',
      'http://127.0.0.1:4321/',
      ...FOREIGN,
    ])
      expect(mayFrame(url, PREVIEWS), url).toBe(false)
    expect(externalAddress('http://127.0.0.1:4322/live-preview-abc/', PREVIEWS)).toBeNull()
    // While there is no port for them, no loopback address is one.
    expect([mayFrame(preview, ''), externalAddress(preview, '')]).toEqual([false, null])
  })
  it('grant the own page what it uses, and nobody anything else', () => {
    const own = 'app://sitecraft/site/1'
    for (const used of ['clipboard-sanitized-write', 'fullscreen', 'local-network-access']) {
      expect(mayUse(used, own, true), used).toBe(true)
      expect([mayUse(used, own, false), mayUse(used, 'http://127.0.0.1:4000/', true)], used).toEqual([false, false])
    }
    for (const refused of ['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'fileSystem'])
      expect(mayUse(refused, own, true), refused).toBe(false)
  })
})
