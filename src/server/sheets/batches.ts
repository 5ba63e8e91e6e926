/** Rows of a table in batches, by their ids: an export holds one batch, however long the table is. */
export async function* inBatches<R extends { id: number }>(
  /** Rows with an id above `after`, by id; none at the end. */
  load: (after: number) => Promise<readonly R[]>,
): AsyncGenerator<R> {
  let after = 0
  for (;;) {
    const rows = await load(after)
    const last = rows.at(-1)
    if (!last) return
    yield* rows
    after = last.id
  }
}

/** Rows that one statement reads or writes. */
export const BATCH_ROWS = 500
