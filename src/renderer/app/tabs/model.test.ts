import { describe, expect, it } from 'vitest'
import { keysToClose, nextActiveTab, reloadTab, initialTabs, type Tab, visitTab, removeTabs } from './model.ts'

const keys = (tabs: readonly Tab[]): string[] => tabs.map((tab) => tab.key)
const open = (...hrefs: string[]): readonly Tab[] => hrefs.reduce(visitTab, initialTabs())

describe('page tabs', () => {
  it('start with the pinned home page and what was open before, each once and not yet built', () => {
    const tabs = initialTabs(['/a', '/b?x=1', '/a', '/index'])
    expect(keys(tabs)).toEqual(['/index', '/a', '/b'])
    expect(tabs.every((tab) => !tab.wasShown)).toBe(true)
  })

  it('open at the right end, and keep the last query of an address', () => {
    const tabs = open('/a?page=1', '/b', '/a?page=2')
    expect(keys(tabs)).toEqual(['/index', '/a', '/b'])
    expect(tabs[1]).toMatchObject({ href: '/a?page=2', wasShown: true, generation: 0 })
  })

  it('stay the same list when nothing changes', () => {
    const tabs = open('/a')
    expect(visitTab(tabs, '/a')).toBe(tabs)
  })

  it.each([
    ['this', ['/b']],
    ['others', ['/a', '/c']],
    ['left', ['/a']],
    ['right', ['/c']],
    ['all', ['/a', '/b', '/c']],
  ] as const)('close %s and never the pinned one', (how, closed) => {
    expect(keysToClose(open('/a', '/b', '/c'), '/b', how)).toEqual(closed)
  })

  it('can not close the pinned one by itself', () => {
    expect(keysToClose(open('/a'), '/index', 'this')).toEqual([])
  })

  it('bring the neighbour to the front: the right one first, else the left one', () => {
    const tabs = open('/a', '/b', '/c')
    expect(nextActiveTab(tabs, '/b', ['/b']).key).toBe('/c')
    expect(nextActiveTab(tabs, '/c', ['/c']).key).toBe('/b')
    expect(nextActiveTab(tabs, '/b', ['/b', '/c']).key).toBe('/a')
    expect(nextActiveTab(tabs, '/b', ['/a', '/b', '/c']).key).toBe('/index')
  })

  it('are gone when closed, and fresh when opened again', () => {
    const tabs = reloadTab(open('/a', '/b'), '/a')
    expect(tabs.find((tab) => tab.key === '/a')?.generation).toBe(1)
    const again = visitTab(removeTabs(tabs, ['/a']), '/a')
    expect(again.at(-1)).toMatchObject({ key: '/a', generation: 0 })
  })
})
