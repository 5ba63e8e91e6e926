import PQueue from 'p-queue'

/**
 * Works on items with limited concurrency. After an error no further item is started, and the error is thrown when
 * running ones have ended, so that the caller may clean up.
 * @returns the results in the order of the items
 */
export async function mapParallel<T, R>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const queue = new PQueue({ concurrency })
  const results: R[] = []
  const errors: unknown[] = []
  for (const [index, item] of [...items].entries())
    void queue.add(async () => {
      try {
        results[index] = await work(item, index)
      } catch (error) {
        errors.push(error)
        // Cleared here and not after `add`, because the queue starts the next item before `add` resolves.
        queue.clear()
      }
    })
  await queue.onIdle()
  if (errors.length > 0) throw errors[0]
  return results
}
