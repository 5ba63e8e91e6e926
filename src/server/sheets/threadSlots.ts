import PQueue from 'p-queue'
import { AppError } from '#shared/errors/index.ts'

/** Waits until one more thread may run; the answer gives its place to the next. AppError `cancelled` after the signal. */
type AcquireSlot = (signal: AbortSignal | undefined) => Promise<() => void>

export const cancelled = (): AppError => new AppError('cancelled', '已取消')

/** Lets so many threads run at once: each has its bounded memory. */
export function threadSlots(concurrency: number): AcquireSlot {
  const slots = new PQueue({ concurrency })
  return (signal) =>
    new Promise((enter, reject) => {
      const occupySlot = (): Promise<void> => new Promise((leave) => enter(leave))
      slots.add(occupySlot, signal ? { signal } : {}).catch(() => reject(cancelled()))
    })
}
