/** A page of a list as the documents answer it; `size` is the page size that was asked for. */
export const pageOf = <T>(content: T[], totalElements: number, size: number) => ({
  content,
  totalElements,
  totalPages: Math.ceil(totalElements / size),
})

/** The same for the lists that are asked for by pageIndex and pageSize (contradictions.md 9). */
export const indexedPageOf = <T>(content: T[], totalElements: number, size: number) => {
  const page = pageOf(content, totalElements, size)
  return { ...page, count: totalElements, pages: page.totalPages }
}
