import { dirname } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { fromWire, type WireError } from '#shared/errors/index.ts'
import type { PageToWrite, WriterStart } from './write.worker.ts'

/**
 * Writer threads: creating a file takes longer than drawing its page, and threads that write to one folder block each
 * other.
 */
const MAX_THREADS = 2
/** Queued pages per thread; drawing waits when the queue is full. */
const MAX_WAITING = 300
/** When a thread lags this many pages behind, the other thread also writes pages of the same folder. */
const MAX_LAG = 150
const WRITE_TIMEOUT_MS = 60_000

/** Pages and characters per message: waking a thread costs as much as drawing part of a page. */
const MAX_BATCH_PAGES = 16
const MAX_BATCH_LENGTH = 200_000

/** Writes pages in separate threads. Its methods block, so it is for worker threads only. */
export class PageWriter {
  #threads: WriterThread[] = []
  #current: WriterThread | null = null
  #folder = ''

  /** Before a file is written again, `wait` must be called. */
  write(file: string, content: string, replaces: boolean): void {
    const folder = dirname(file)
    if (this.#current === null || folder !== this.#folder || this.#isLagging(this.#current))
      this.#current = this.#leastBusy()
    this.#folder = folder
    this.#current.write({ file, content, replaces })
  }

  /** Returns when all pages are written. @throws a failed write */
  wait(): void {
    for (const lane of this.#threads) lane.wait()
  }

  close(): void {
    for (const lane of this.#threads) lane.close()
    this.#threads = []
    this.#current = null
  }

  /** Small backlogs don't need the second thread. */
  #isLagging({ waiting }: WriterThread): boolean {
    return waiting > MAX_LAG && waiting > MAX_LAG + this.#leastBusy().waiting
  }

  /** The thread with the fewest queued pages. */
  #leastBusy(): WriterThread {
    const idle = this.#threads.find(({ waiting }) => waiting === 0)
    if (idle) return idle
    if (this.#threads.length < MAX_THREADS) this.#threads.push(new WriterThread())
    return this.#threads.reduce((one, other) => (other.waiting < one.waiting ? other : one))
  }
}

/** One thread, which writes its pages in order. */
class WriterThread {
  readonly #done = new Int32Array(new SharedArrayBuffer(4))
  readonly #failures
  readonly #thread: Worker
  #queuedCount = 0
  #batch: PageToWrite[] = []
  #length = 0

  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.#failures = port1
    const workerData: WriterStart = { shared: this.#done.buffer, port: port2 }
    this.#thread = new Worker(new URL('./write.worker.ts', import.meta.url), { workerData, transferList: [port2] })
  }

  get waiting(): number {
    return this.#queuedCount - Atomics.load(this.#done, 0)
  }

  write(page: PageToWrite): void {
    this.#batch.push(page)
    this.#length += page.content.length
    this.#queuedCount += 1
    if (this.#batch.length < MAX_BATCH_PAGES && this.#length < MAX_BATCH_LENGTH) return
    this.#send()
    this.#waitFor(this.#queuedCount - MAX_WAITING)
  }

  wait(): void {
    if (this.#batch.length > 0) this.#send()
    this.#waitFor(this.#queuedCount)
  }

  close(): void {
    void this.#thread.terminate()
    this.#failures.close()
  }

  #send(): void {
    this.#thread.postMessage(this.#batch)
    this.#batch = []
    this.#length = 0
  }

  #waitFor(count: number): void {
    for (let done = Atomics.load(this.#done, 0); done < count; done = Atomics.load(this.#done, 0))
      if (Atomics.wait(this.#done, 0, done, WRITE_TIMEOUT_MS) === 'timed-out')
        throw new Error('写入页面超时，请检查磁盘')
    const failure = receiveMessageOnPort(this.#failures)
    if (failure) throw fromWire(failure.message as WireError)
  }
}
