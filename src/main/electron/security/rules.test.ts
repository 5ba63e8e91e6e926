import { describe, expect, it } from 'vitest'
import { externalAddress, isOwnPage, isTrustedSender, mayNavigate, mayUse } from './rules.ts'

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
    expect(externalAddress('https://example.com/a?b=1')).toBe('https://example.com/a?b=1')
    for (const url of [
      'http://example.com/',
      'https://a:b@example.com/',
      'smb://x/',
      'ms-settings:',
      ...FOREIGN.slice(1),
    ]) {
      expect(externalAddress(url), url).toBeNull()
    }
  })
  it('offer the built sites of a server without https, and nothing beside them', () => {
    expect(externalAddress('http://127.0.0.1:5000/site/group/')).toBe('http://127.0.0.1:5000/site/group/')
    for (const url of ['http://127.0.0.1:5000/api/site', 'http://a:b@127.0.0.1/site/x/', 'file:///site/x/'])
      expect(externalAddress(url), url).toBeNull()
  })
  it('grant no permission', () => {
    expect(['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'fileSystem'].some(mayUse)).toBe(
      false,
    )
  })
})
