import { describe, expect, it } from 'vitest'
import { readQuery, writeQuery } from './listQuery.ts'

const usual = {
  page: 1,
  size: 10,
  key: '',
  siteId: 0,
  hidden: false,
  title: '',
  status: undefined as string | number | undefined,
  types: [] as number[],
}
type List = typeof usual
const read = (search: string, name?: string): List => readQuery(search, usual, name)
const write = (changes: Partial<List>, search = '', name?: string): string =>
  writeQuery(search, { ...usual, ...changes }, usual, name)

describe('the query of a list', () => {
  it('is empty while the list is as usual', () => {
    expect(write({})).toBe('')
    expect(read('')).toEqual(usual)
  })

  it.each<Partial<List>>([
    { page: 3 },
    { size: 1000, page: 2 },
    { key: '海洋 & 科技=?#%' },
    { siteId: 7, hidden: true, title: '10' },
    { status: '10' },
    { status: 10 },
    { types: [1, 2] },
  ])('keeps %j', (changes) => {
    expect(read(write(changes))).toEqual({ ...usual, ...changes })
  })

  it('leaves alone what others keep there, also another list of the page', () => {
    const search = write({ page: 2 }, '?tab=column&site.page=5', '')
    expect(new URLSearchParams(search).get('tab')).toBe('column')
    expect(read(search, 'site').page).toBe(5)
    expect(read(write({ page: 9 }, search, 'site')).page).toBe(2)
  })

  it.each(['?page=0', '?page=-1', '?page=1.5', '?page=x', '?size=0', '?size=99999', '?siteId=abc', '?siteId="7"'])(
    'takes the usual for %s',
    (search) => {
      expect(read(search)).toEqual(usual)
    },
  )

  it('does not take a word for a flag, nor a number for a list', () => {
    expect(read('?hidden=1&types=3')).toEqual(usual)
  })
})
