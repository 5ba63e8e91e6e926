import { describe, expect, it } from 'vitest'
import { PINNED, initialTabs, visitTab } from './model.ts'
import { loadTabs, saveTabs } from './storage.ts'

const opened = visitTab(visitTab(initialTabs(), '/settings'), '/site/template/list?page=2')
const stored = (text: string): string[] => {
  sessionStorage.setItem('sitecraft.tabs', text)
  return loadTabs('builtin admin')
}

describe('kept page tabs', () => {
  it('come back with their queries, without the pinned one', () => {
    saveTabs('builtin admin', opened)
    expect(loadTabs('builtin admin')).toEqual(['/settings', '/site/template/list?page=2'])
    expect(loadTabs('builtin admin')).not.toContain(PINNED)
  })

  it('belong to one account at one server', () => {
    saveTabs('builtin admin', opened)
    expect(loadTabs('builtin editor')).toEqual([])
    expect(loadTabs('other admin')).toEqual([])
  })

  it('are none when nothing was kept', () => expect(loadTabs('builtin admin')).toEqual([]))

  it.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a text', '"tabs"'],
    ['no list', '{"owner":"builtin admin","hrefs":"/settings"}'],
  ])('are none when what was kept is %s', (_what, text) => expect(stored(text)).toEqual([]))

  it('never lead out of the product', () => {
    const hrefs = ['/settings', 'https://elsewhere.example', 7, null]
    expect(stored(JSON.stringify({ owner: 'builtin admin', hrefs }))).toEqual(['/settings'])
  })
})
