import { setFlagsFromString } from 'node:v8'
import type { Worker } from 'node:worker_threads'

// V8's semi-space does not grow, in this thread and in threads that it starts. By default it grows to 64 MB per thread
// after a busy second, and this memory stays resident.
setFlagsFromString('--semi-space-growth-factor=1')

const setMinSemiSpace = (mb: number): void => setFlagsFromString(`--min-semi-space-size=${mb}`)

/**
 * Starts a thread that produces much garbage with a larger semi-space: each collection copies all live objects, so
 * fewer collections copy less.
 * @param mb size of the semi-space, a power of two
 */
export function withNurserySize(mb: number, start: () => Worker): Worker {
  setMinSemiSpace(mb)
  const thread = start()
  // The thread itself creates its heap, so the flag is reset when it is online.
  const made = (): void => setMinSemiSpace(0)
  thread.once('online', made).once('exit', made)
  return thread
}
