import { useCallback, useState } from 'react'

export interface Paging {
  /** Goes into a paged operation's input. */
  input: { page: number; size: number; key: string }
  /** replace: corrects the page, so that going back does not return to the wrong one. */
  setPage: (page: number, how?: 'replace') => void
  setSize: (size: number) => void
  /** Searches from the first page on. */
  search: (key: string) => void
}

/**
 * Page, page size and search text of a list.
 * @param page the initial page
 */
export function usePaging(size = 10, page = 1): Paging {
  const [input, setInput] = useState({ page, size, key: '' })
  return {
    input,
    setPage: useCallback((next: number) => setInput((now) => ({ ...now, page: next })), []),
    setSize: useCallback((next: number) => setInput((now) => ({ ...now, size: next, page: 1 })), []),
    search: useCallback((key: string) => setInput((now) => ({ ...now, key, page: 1 })), []),
  }
}
