/** Lets one caller in at a time, in the order of asking. */
export class Mutex {
  #tail: Promise<void> = Promise.resolve()

  /**
   * Resolves when it is this caller's turn; the answer ends the turn. Throws when the turn hasn't come after
   * `timeoutMs`; the others behind are not held up by that.
   */
  async acquire(timeoutMs?: number): Promise<() => void> {
    const before = this.#tail
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#tail = before.then(() => promise)
    try {
      await (timeoutMs === undefined ? before : inTime(before, timeoutMs))
    } catch (error) {
      resolve()
      throw error
    }
    return resolve
  }
}

async function inTime(promise: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no turn within ${timeoutMs} ms`)), timeoutMs)
  try {
    await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
