import { describe, expect, it } from 'vitest'
import { changeFiles, NOTHING_OPEN, type OpenFile, type OpenFiles } from './openFiles.ts'

const lineEnds = { ends: 'LF', mixed: false } as const
const file = (name: string): OpenFile => ({
  key: `site/${name}`,
  path: 'site',
  name,
  hash: `hash of ${name}`,
  encoding: 'utf-8',
  lineEnds,
  note: '',
  edited: false,
  server: 'same',
})
const open = (...names: string[]): OpenFiles =>
  names.reduce((state, name) => changeFiles(state, { type: 'opened', file: file(name) }), NOTHING_OPEN)
const edited = (state: OpenFiles): string[] => state.files.filter((each) => each.edited).map((each) => each.name)

describe('the tabs of the editor', () => {
  it('show the file that was opened last; opening it again only comes back to it', () => {
    const two = open('a.css', 'b.css')
    expect(two.active).toBe('site/b.css')
    const again = changeFiles(two, { type: 'opened', file: file('a.css') })
    expect(again.active).toBe('site/a.css')
    expect(again.files).toBe(two.files)
  })

  it.each([
    ['the first', 'a.css', 'site/b.css'],
    ['one in the middle', 'b.css', 'site/c.css'],
    ['the last', 'c.css', 'site/b.css'],
  ])('activate a neighbour when %s is active and closed [A-100]', (_which, name, neighbour) => {
    const front = changeFiles(open('a.css', 'b.css', 'c.css'), { type: 'activated', key: `site/${name}` })
    expect(changeFiles(front, { type: 'closed', key: `site/${name}` }).active).toBe(neighbour)
  })

  it('leave the active one alone when another is closed, and show none when the only one is', () => {
    expect(changeFiles(open('a.css', 'b.css'), { type: 'closed', key: 'site/a.css' }).active).toBe('site/b.css')
    expect(changeFiles(open('a.css'), { type: 'closed', key: 'site/a.css' })).toEqual(NOTHING_OPEN)
  })

  it('are marked on input and cleared on save [A-099]', () => {
    const marked = changeFiles(open('a.css', 'b.css'), { type: 'edited', key: 'site/a.css' })
    expect(edited(marked)).toEqual(['a.css'])
    const saved = changeFiles(marked, { type: 'saved', key: 'site/a.css', hash: 'new', edited: false, lineEnds })
    expect(edited(saved)).toEqual([])
    expect(saved.files[0]?.hash).toBe('new')
  })

  it('stay marked when the text went on changing while it was saved', () => {
    const marked = changeFiles(open('a.css'), { type: 'edited', key: 'site/a.css' })
    expect(
      edited(changeFiles(marked, { type: 'saved', key: 'site/a.css', hash: 'new', edited: true, lineEnds })),
    ).toEqual(['a.css'])
  })

  it('do not change at all when an edited one is edited once more', () => {
    const marked = changeFiles(open('a.css'), { type: 'edited', key: 'site/a.css' })
    expect(changeFiles(marked, { type: 'edited', key: 'site/a.css' })).toBe(marked)
  })

  it('keep an edited text and say that the server has a newer one [S13]', () => {
    const marked = changeFiles(open('a.css'), { type: 'edited', key: 'site/a.css' })
    const told = changeFiles(marked, { type: 'server', key: 'site/a.css', server: 'newer' })
    expect(told.files[0]).toMatchObject({ edited: true, server: 'newer', hash: 'hash of a.css' })
  })
})
