import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useLocalList } from './useLocalList.ts'

const NONE = { isStatus: '', fields: {} as Record<string, string> }
const open = () => {
  const { result } = renderHook(() => useLocalList(NONE))
  return { now: () => result.current, act: (change: () => void) => act(change) }
}

it('searching and filtering begin at the first page and let the selection go; turning pages keeps both', () => {
  const list = open()
  list.act(() => list.now().setPage(3))
  list.act(() => list.now().setSelected(new Set([7])))
  list.act(() => list.now().setPage(4))
  expect(list.now().input.page).toBe(4)
  expect([...list.now().selected]).toEqual([7])
  expect(list.now().narrowed).toBe(false)

  list.act(() => list.now().setFilter('fields', { title: '船' }))
  expect(list.now().input).toEqual({ page: 1, size: 10, key: '', isStatus: '', fields: { title: '船' } })
  expect(list.now().selected.size).toBe(0)
  expect(list.now().narrowed).toBe(true)
})

it('clearing the conditions keeps the page size', () => {
  const list = open()
  list.act(() => list.now().setSize(50))
  list.act(() => list.now().search('新闻'))
  list.act(() => list.now().setFilters({ isStatus: 'true' }))
  expect(list.now().filters).toEqual({ isStatus: 'true', fields: {} })
  list.act(() => list.now().reset())
  expect(list.now().input).toEqual({ page: 1, size: 50, key: '', isStatus: '', fields: {} })
  expect(list.now().narrowed).toBe(false)
})
