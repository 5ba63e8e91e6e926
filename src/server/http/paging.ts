import type { SelectQueryBuilder, Simplify } from 'kysely'

/** A page in the documents' form; `size` is the requested page size. */
export const pageOf = <T>(content: T[], totalElements: number, size: number) => ({
  content,
  totalElements,
  totalPages: Math.ceil(totalElements / size),
})

/** The same for lists with pageIndex and pageSize (contradictions.md 9). */
export const indexedPageOf = <T>(content: T[], totalElements: number, size: number) => {
  const page = pageOf(content, totalElements, size)
  return { ...page, count: totalElements, pages: page.totalPages }
}

/** One page of an ordered query, and its total number of rows. */
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
