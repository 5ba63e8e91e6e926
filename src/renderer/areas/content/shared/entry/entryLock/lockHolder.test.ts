import { beforeEach, describe, expect, it, vi } from 'vitest'

const page = () => {
  vi.resetModules()
  return import('./lockHolder.ts')
}
const leave = () => window.dispatchEvent(new Event('pagehide'))

describe('the name under which a form holds its entry', () => {
  beforeEach(() => sessionStorage.clear())

  it('is the same after a reload, and a new one for the next form', async () => {
    const before = await page()
    const holder = before.findHolder(3, 7)
    before.registerHolder(3, 7, holder)
    leave()
    const after = await page()
    expect(after.findHolder(3, 8)).not.toBe(holder)
    expect(after.findHolder(3, 7)).toBe(holder)
    after.registerHolder(3, 7, holder)
    expect(after.findHolder(3, 7)).not.toBe(holder)
  })

  it('is not kept for a form that was closed, and not while the page lives', async () => {
    const before = await page()
    const close = before.registerHolder(3, 9, before.findHolder(3, 9))
    expect(sessionStorage).toHaveLength(0)
    close()
    leave()
    expect(sessionStorage.getItem('sitecraft.entryLock.3/9')).toBeNull()
  })
})
