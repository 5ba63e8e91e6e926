import type { SelectQueryBuilder, Simplify } from 'kysely'

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

/** A page of the rows that an ordered query finds, and how many it finds in all. */
export async function readPage<DB, TB extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, TB, Row>,
  { page, size }: { page: number; size: number },
): Promise<{ rows: Simplify<Row>[]; total: number }> {
  const counting = found.clearSelect().clearOrderBy()
  const { total } = await counting
    .select((eb) => eb.fn.countAll<number>().as('total'))
    // Kysely can't infer the selection of a generic table.
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  const rows = await found
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows, total }
}
