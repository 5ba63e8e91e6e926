import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { fromWire, type WireError } from '#shared/errors/index.ts'

export interface PageToWrite {
  /** Absolute; its folder is there. */
  file: string
  content: string
  /** Something may be there, which others may share: it gives way by a rename. */
  replaces: boolean
}

export interface WriterStart {
  /** One number: how many pages were written. */
  shared: SharedArrayBuffer
  /** Tells what failed. */
  port: MessagePort
}

/** Pages that may wait; with more of them drawing waits. */
const MOST_WAITING = 500
const PATIENCE_MS = 60_000

/** Writes pages in a thread of its own, in their order. Its methods don't leave the caller's turn: for threads only. */
export class PageWriter {
  readonly #done = new Int32Array(new SharedArrayBuffer(4))
  #asked = 0
  #thread: Worker | null = null
  #failures: MessagePort | null = null

  write(file: string, content: string, replaces: boolean): void {
    this.#thread ??= this.#start()
    this.#thread.postMessage({ file, content, replaces } satisfies PageToWrite)
    this.#asked += 1
    this.#waitFor(this.#asked - MOST_WAITING)
  }

  /** Returns when everything lies on the disk; throws the first failure. */
  wait(): void {
    this.#waitFor(this.#asked)
  }

  close(): void {
    void this.#thread?.terminate()
    this.#thread = null
    this.#failures?.close()
  }

  #start(): Worker {
    const { port1, port2 } = new MessageChannel()
    this.#failures = port1
    const start: WriterStart = { shared: this.#done.buffer, port: port2 }
    return new Worker(new URL('./write.worker.ts', import.meta.url), { workerData: start, transferList: [port2] })
  }

  #waitFor(count: number): void {
    for (let done = Atomics.load(this.#done, 0); done < count; done = Atomics.load(this.#done, 0))
      if (Atomics.wait(this.#done, 0, done, PATIENCE_MS) === 'timed-out') throw new Error('写入页面超时，请检查磁盘')
    const failure = this.#failures && receiveMessageOnPort(this.#failures)
    if (failure) throw fromWire(failure.message as WireError)
  }
}
