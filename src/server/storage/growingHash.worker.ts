import { createHash, type Hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'

/** `to`: number of bytes that are written. `digest`: true returns the hash; both values end the job. */
export type GrowingJob = { id: number } & ({ file: string; to: number } | { digest: boolean })
/** null: the file could not be read. */
export type GrowingAnswer = { id: number; digest: string | null }

/** Size of a buffer, bytes. There are two: one is filled while the other is hashed. */
const PIECE = 512 * 1024

interface Growing {
  hash: Hash
  upTo: number
  work: Promise<void>
  dropped: boolean
}

const running = new Map<number, Growing>()

parentPort?.on('message', (job: GrowingJob) => {
  if ('digest' in job) void end(job)
  else queueBytes(job)
})

function queueBytes({ id, file, to }: { id: number; file: string; to: number }): void {
  const growing = running.get(id) ?? { hash: createHash('sha512'), upTo: 0, work: Promise.resolve(), dropped: false }
  running.set(id, growing)
  growing.work = growing.work.then(() => hashUpTo(growing, file, to))
  // The error is reported when the digest is requested.
  growing.work.catch(() => undefined)
}

async function end({ id, digest }: { id: number; digest: boolean }): Promise<void> {
  const growing = running.get(id)
  running.delete(id)
  if (!digest) {
    if (growing) growing.dropped = true
    return
  }
  const answer = (text: string | null): void => parentPort?.postMessage({ id, digest: text } satisfies GrowingAnswer)
  if (!growing) return answer(null)
  await growing.work.then(
    () => answer(growing.hash.digest('hex')),
    () => answer(null),
  )
}

async function hashUpTo(growing: Growing, file: string, to: number): Promise<void> {
  if (growing.upTo >= to || growing.dropped) return
  const handle = await open(file)
  const most = Math.min(PIECE, to - growing.upTo)
  const [one, other] = [Buffer.allocUnsafeSlow(most), Buffer.allocUnsafeSlow(most)]
  const read = (into: Buffer, at: number) => handle.read(into, 0, Math.min(most, to - at), at)
  let reading = read(one, growing.upTo)
  try {
    for (let into = one; growing.upTo < to;) {
      const { bytesRead, buffer } = await reading
      if (growing.dropped) return
      if (bytesRead === 0) throw new Error('the file is shorter')
      growing.upTo += bytesRead
      into = into === one ? other : one
      if (growing.upTo < to) reading = read(into, growing.upTo)
      growing.hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    // A read may still run: the file is closed after it, and its error must not be unhandled.
    await reading.catch(() => undefined)
    await handle.close()
  }
}
