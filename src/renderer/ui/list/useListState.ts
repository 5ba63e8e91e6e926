import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { usePage } from '../page/page.ts'
import type { RowKey } from '../table/types.ts'
import type { Paging } from '../table/usePaging.ts'
import { type Filters, type ListInput, readQuery, writeQuery } from './listQuery.ts'

export interface ListState<F extends Filters> extends Paging {
  /** page, size, key and the filters: goes into a paged operation's input. */
  input: ListInput<F>
  filters: F
  /** Sets one filter and goes to the first page. */
  setFilter: <N extends keyof F>(name: N, value: F[N]) => void
  setFilters: (values: Partial<F>) => void
  /** Whether anything is searched for or filtered. */
  narrowed: boolean
  /** Clears search and filters. */
  reset: () => void
  /** Chosen rows, of this page and of others; a change of search or filters unselects them. */
  selected: ReadonlySet<RowKey>
  setSelected: (keys: ReadonlySet<RowKey>) => void
}

interface Options<F extends Filters> {
  /** Initial page size: A·§9 says 10 or 20. */
  size?: number
  /** The filters with their default values. A filter that may be missing: `{status: undefined as number | undefined}`. */
  filters?: F
  /** Distinguishes the lists of one page in its address. */
  name?: string
}

const NOTHING: ReadonlySet<RowKey> = new Set()

/**
 * Page, size, search, filters and selection of a list. All but the selection are kept in the page's address: they
 * survive a reload, and going back steps through them (a page or filter is a step; typing is not).
 */
export function useListState<F extends Filters = object>(options: Options<F> = {}): ListState<F> {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const tab = usePage()
  // Callers pass a new object each time, so options are compared by content.
  const optionsKey = JSON.stringify([options.size, options.filters, options.name])
  const [stable, setStable] = useState({ optionsKey, options })
  if (stable.optionsKey !== optionsKey) setStable({ optionsKey, options })
  const { name = '' } = stable.options

  const standard = useMemo(() => {
    const { size = 10, filters } = stable.options
    return { page: 1, size, key: '', ...filters } as ListInput<F>
  }, [stable])
  const input = useMemo(() => readQuery(search, standard, name), [search, standard, name])

  // The newest address, ahead of the router's: several changes in a row add up.
  const latest = useRef(search)
  useLayoutEffect(() => {
    latest.current = search
  }, [search])

  const change = useCallback(
    (changes: Partial<ListInput<F>>, how?: 'replace') => {
      // A change that completes while another tab is in front must not navigate that tab.
      if (!tab.isActive()) return
      const now = readQuery(latest.current, standard, name)
      const next = writeQuery(latest.current, { ...now, ...changes }, standard, name)
      if (next === latest.current) return
      latest.current = next
      void navigate({ pathname, search: next }, { replace: how === 'replace' })
    },
    [navigate, pathname, standard, name, tab],
  )

  const { page: _page, size: _size, key, ...rest } = input
  const filters = rest as unknown as F
  const scope = JSON.stringify([key, filters])
  const isDefault = writeQuery('', { ...input, page: standard.page, size: standard.size }, standard) === ''
  const [chosen, setChosen] = useState({ scope, keys: NOTHING })
  if (chosen.scope !== scope) setChosen({ scope, keys: NOTHING })
  const first = { page: 1 } as Partial<ListInput<F>>

  return {
    input,
    filters,
    narrowed: !isDefault,
    selected: chosen.keys,
    setSelected: (keys) => setChosen({ scope, keys }),
    setPage: useCallback((page, how) => change({ page } as Partial<ListInput<F>>, how), [change]),
    setSize: (size) => change({ ...first, size }),
    setFilter: (field, value) => change({ ...first, [field]: value }),
    setFilters: (values) => change({ ...first, ...values }),
    reset: () => change({ ...standard, size: input.size }),
    search: useCallback(
      (text) => {
        const before = readQuery(latest.current, standard, name).key
        change({ page: 1, key: text } as Partial<ListInput<F>>, before ? 'replace' : undefined)
      },
      [change, standard, name],
    ),
  }
}
