import type { SelectQueryBuilder, Simplify } from 'kysely'

/** A page in the documents' form; `size` is the requested page size. */
export const pageOf = <T>(content: T[], totalElements: number, size: number) => ({
  content,
  totalElements,
  totalPages: Math.ceil(totalElements / size),
})

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Adds the totals as `count` and `pages` to a page that was requested by pageIndex or pageSize (contradictions.md 9).
 */
export function addIndexedTotals(input: unknown, answer: unknown): unknown {
  if (!isRecord(input) || (input.pageIndex === undefined && input.pageSize === undefined)) return answer
  if (!isRecord(answer) || typeof answer.totalElements !== 'number') return answer
  return { ...answer, count: answer.totalElements, pages: answer.totalPages }
}

/** Reads one page of an ordered query, and its total number of rows. */
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
