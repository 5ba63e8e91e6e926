import type { TestClient } from '#tests/integration/server/harness/client.ts'

/** How a server answered others while it worked on something. */
export interface Meanwhile<T> {
  answer: T
  /** How long the work took, ms. */
  took: number
  /** The longest that another call waited, ms. */
  longest: number
  /** Other calls that were answered before the work was. */
  answered: number
}

/** Sends small calls, one after the other, as long as the work goes on. */
export async function meanwhile<T>(client: TestClient, work: () => Promise<T>): Promise<Meanwhile<T>> {
  const begun = performance.now()
  let isDone = false
  const working = work().finally(() => (isDone = true))
  let [longest, answered] = [0, 0]
  while (!isDone) {
    const asked = performance.now()
    await client.ok('account.current', {})
    longest = Math.max(longest, performance.now() - asked)
    if (!isDone) answered += 1
  }
  return { answer: await working, took: performance.now() - begun, longest, answered }
}
