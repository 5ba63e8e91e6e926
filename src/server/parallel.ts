import PQueue from 'p-queue'

/**
 * Works on items, so many at a time. After an error no more are begun, and it is thrown once none is in hand: what follows may
 * remove what was made.
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
        // Here and not after `add`: the queue begins the next one before that answers.
        queue.clear()
      }
    })
  await queue.onIdle()
  if (errors.length > 0) throw errors[0]
  return results
}
