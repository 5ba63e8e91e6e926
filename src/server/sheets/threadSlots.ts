import PQueue from 'p-queue'
import { AppError } from '#shared/errors/index.ts'

/** Waits for a free slot; the returned function releases it. @throws AppError `cancelled` when the signal aborts */
type AcquireSlot = (signal: AbortSignal | undefined) => Promise<() => void>

export const cancelledError = (): AppError => new AppError('cancelled', '已取消')

/** Limits the number of concurrent threads, and so their memory. */
export function createThreadSlots(concurrency: number): AcquireSlot {
  const slots = new PQueue({ concurrency })
  return (signal) =>
    new Promise((enter, reject) => {
      const occupySlot = (): Promise<void> => new Promise((leave) => enter(leave))
      slots.add(occupySlot, signal ? { signal } : {}).catch(() => reject(cancelledError()))
    })
}
