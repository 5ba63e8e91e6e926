/** A page of a list as the documents answer it; `size` is the page size that was asked for. */
export const pageOf = <T>(content: T[], totalElements: number, size: number) => ({
  content,
  totalElements,
  totalPages: Math.ceil(totalElements / size),
})
