import { AppError } from '#shared/errors/index.ts'
import type { CallContext } from './context.ts'

interface Limits {
  /** Limit of all callers together, in units of the budget: threads, files, bytes. */
  total: number
  /** Limit of one caller; smaller than `total`, so that no caller exhausts the budget. */
  perKey: number
  /** How many pieces of work may wait, of all callers and of one; further ones are refused immediately. */
  waiting: number
  waitingPerKey: number
}

interface Waiter {
  weight: number
  start: () => void
}

/** A shared budget for concurrent work. Waiting callers get turns in rotation, however much each of them requests. */
export class FairBudget {
  readonly #limits: Limits
  #used = 0
  readonly #usedBy = new Map<string, number>()
  /** Waiting work by caller; the first caller has the next turn. */
  readonly #waiting = new Map<string, Waiter[]>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Waits for the caller's turn. @returns a function that releases the used budget; further calls of it do nothing
   * @param weight units of the budget that the work uses, capped at `perKey`
   * @throws AppError `too-many` immediately when too much work waits, `cancelled` when the signal aborts
   */
  async acquire(key: string, weight = 1, signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw new AppError('cancelled', '已取消')
    const used = Math.min(weight, this.#limits.perKey)
    await this.#turn(key, used, signal)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#count(key, -used)
      this.#startNext()
    }
  }

  /** Runs the work in its turn. */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.acquire(key, 1, signal)
    return work().finally(release)
  }

  #turn(key: string, weight: number, signal: AbortSignal | undefined): Promise<void> {
    const own = this.#waiting.get(key) ?? []
    if (own.length === 0 && this.#fits(weight) && this.#isAllowed(key, weight) && !this.#isBlocked()) {
      this.#count(key, weight)
      return Promise.resolve()
    }
    const { waiting, waitingPerKey } = this.#limits
    if (own.length >= waitingPerKey) throw new AppError('too-many', '等待中的同类操作过多，请等待完成后重试')
    if ([...this.#waiting.values()].reduce((sum, list) => sum + list.length, 0) >= waiting)
      throw new AppError('too-many', '服务器正忙，请稍后再试')
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        this.#remove(key, waiter)
        reject(new AppError('cancelled', '已取消'))
        this.#startNext()
      }
      const start = (): void => {
        signal?.removeEventListener('abort', cancel)
        resolve()
      }
      const waiter: Waiter = { weight, start }
      signal?.addEventListener('abort', cancel, { once: true })
      this.#waiting.set(key, [...own, waiter])
      this.#startNext()
    })
  }

  #fits(weight: number): boolean {
    return this.#used + weight <= this.#limits.total
  }

  #isAllowed(key: string, weight: number): boolean {
    return (this.#usedBy.get(key) ?? 0) + weight <= this.#limits.perKey
  }

  /** Whether a waiting caller lacks only capacity of the whole budget, not of its own limit. */
  #isBlocked(): boolean {
    return [...this.#waiting].some(([key, [first]]) => first && this.#isAllowed(key, first.weight))
  }

  #count(key: string, weight: number): void {
    this.#used += weight
    const own = (this.#usedBy.get(key) ?? 0) + weight
    if (own > 0) this.#usedBy.set(key, own)
    else this.#usedBy.delete(key)
  }

  #remove(key: string, waiter: Waiter): void {
    const rest = (this.#waiting.get(key) ?? []).filter((each) => each !== waiter)
    // The caller moves to the end of the queue.
    this.#waiting.delete(key)
    if (rest.length > 0) this.#waiting.set(key, rest)
  }

  #startNext(): void {
    for (const [key, [waiter]] of this.#waiting) {
      if (!waiter || !this.#isAllowed(key, waiter.weight)) continue
      // Small work does not overtake large work, which would otherwise starve.
      if (!this.#fits(waiter.weight)) return
      this.#remove(key, waiter)
      // The weight is counted before the waiter resumes; otherwise two waiters could use the same capacity.
      this.#count(key, waiter.weight)
      waiter.start()
    }
  }
}

/** The caller for which work is counted: the account, or the address of a caller without one. */
export const budgetKey = ({ who, ip }: Pick<CallContext, 'who' | 'ip'>): string =>
  who ? `account ${who.accountId}` : `address ${ip}`
