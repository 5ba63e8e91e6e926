import { useCallback, useState } from 'react'
import type { RowKey } from '../table/types.ts'
import type { Filters, ListInput } from './listQuery.ts'
import type { ListState } from './useListState.ts'

const NOTHING: ReadonlySet<RowKey> = new Set()
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * List state for a dialog: as useListState, but in component state, so that the page's address is unchanged.
 * @param filters the filters with their start values
 */
export function useLocalList<F extends Filters>(filters: F, size = 10): ListState<F> {
  const [start] = useState(filters)
  const [input, setInput] = useState<ListInput<F>>({ page: 1, size, key: '', ...filters })
  const [selected, setSelected] = useState(NOTHING)
  const narrow = useCallback((changes: object) => {
    setInput((now) => ({ ...now, ...changes, page: 1 }))
    setSelected(NOTHING)
  }, [])
  const { page: _page, size: _size, key, ...rest } = input
  const now = rest as unknown as F
  return {
    input,
    filters: now,
    narrowed: key !== '' || !same(now, start),
    selected,
    setSelected,
    setPage: useCallback((page: number) => setInput((before) => ({ ...before, page })), []),
    setSize: (next) => setInput((before) => ({ ...before, size: next, page: 1 })),
    search: useCallback((text: string) => narrow({ key: text }), [narrow]),
    setFilter: (name, value) => narrow({ [name]: value }),
    setFilters: narrow,
    reset: () => narrow({ key: '', ...start }),
  }
}
