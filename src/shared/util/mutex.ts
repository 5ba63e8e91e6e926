/** Lets one caller in at a time, in the order of asking. */
export class Mutex {
  #tail: Promise<void> = Promise.resolve()

  /**
   * Resolves when it is this caller's turn; the answer ends the turn. Throws what `wait` throws, which waits for the turn
   * and may give up: those behind are not held up by that.
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

  /** Runs the work when it is its turn; answers or throws as it does. Work that throws doesn't keep the next from its turn. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const end = await this.acquire()
    try {
      return await work()
    } finally {
      end()
    }
  }
}
