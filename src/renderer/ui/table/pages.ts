/** A page number, or a gap between numbers. */
type PageLink = number | 'gap-before' | 'gap-after'

/** The numbers that a pager shows: first, last, and five around the current one. */
export function pageLinks(page: number, pages: number): PageLink[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, i) => i + 1)
  const from = Math.min(Math.max(page - 2, 2), pages - 5)
  const to = Math.max(Math.min(page + 2, pages - 1), 6)
  const middle = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return [
    1,
    ...(from > 2 ? ['gap-before' as const] : []),
    ...middle,
    ...(to < pages - 1 ? ['gap-after' as const] : []),
    pages,
  ]
}
