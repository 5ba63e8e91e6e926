import { setFlagsFromString } from 'node:v8'
import type { Worker } from 'node:worker_threads'

// New objects get no more room than they have when the modules are loaded, in this thread and in those that it starts. V8 lets it
// grow to 64 MB per thread for what a busy second leaves behind, which then stays resident for good.
setFlagsFromString('--semi-space-growth-factor=1')

const withRoom = (mb: number): void => setFlagsFromString(`--min-semi-space-size=${mb}`)

/**
 * Starts a thread that makes much garbage, with more room for it from the start: each collection copies what is in use just
 * then, so with a tenth of the collections a tenth is copied.
 * @param mb of each half of the young heap; V8 takes powers of two
 */
export function withYoungRoom(mb: number, start: () => Worker): Worker {
  withRoom(mb)
  const thread = start()
  // Its heap is made by the thread itself.
  const made = (): void => withRoom(0)
  thread.once('online', made).once('exit', made)
  return thread
}
