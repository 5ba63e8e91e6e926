/** Admits one caller at a time, first come, first served. */
export class Mutex {
  #tail: Promise<void> = Promise.resolve()

  /**
   * Resolves with a function that releases the mutex.
   * @param wait waits for the turn; if it throws, acquire() throws the same error and the next callers are not
   * held up
   * @throws what `wait` throws
   */
  async acquire(wait: (turn: Promise<void>) => Promise<void> = (turn) => turn): Promise<() => void> {
    const turn = this.#tail
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#tail = turn.then(() => promise)
    try {
      await wait(turn)
    } catch (error) {
      resolve()
      throw error
    }
    return resolve
  }

  /** Runs the work in its turn; resolves or rejects as the work does. A rejection does not block the next caller. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const end = await this.acquire()
    try {
      return await work()
    } finally {
      end()
    }
  }
}
