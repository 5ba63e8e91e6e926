/** Iterates over the rows of a table in batches by id, so that an export has only one batch in memory. */
export async function* inBatches<R extends { id: number }>(
  /** Loads rows with an id above `after`, ordered by id; empty at the end. */
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

/** Rows per statement. */
export const BATCH_ROWS = 500
