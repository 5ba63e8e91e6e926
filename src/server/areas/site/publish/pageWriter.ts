import { dirname } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { fromWire, type WireError } from '#shared/errors/index.ts'
import type { PageToWrite, WriterStart } from './write.worker.ts'

/** A new file takes longer in the system than its page takes to be drawn; within one folder two threads wait for each other. */
const LANES = 2
/** Pages that may wait in a lane; with more of them drawing waits. */
const MAX_WAITING = 300
/** A lane that is so far behind the other one gives it pages of the same folder, too. */
const FAR_BEHIND = 150
const PATIENCE_MS = 60_000

/** Pages and characters that go to a thread together: waking it costs as much as drawing a part of a page. */
const TOGETHER = 16
const TOGETHER_LENGTH = 200_000

/** Pages in threads of their own. Its methods don't leave the caller's turn: for threads only. */
export class PageWriter {
  #lanes: Lane[] = []
  #lane: Lane | null = null
  #folder = ''

  /** A file that is written once more has to be waited for before. */
  write(file: string, content: string, replaces: boolean): void {
    const folder = dirname(file)
    if (this.#lane === null || folder !== this.#folder || this.#isFarBehind(this.#lane)) this.#lane = this.#free()
    this.#folder = folder
    this.#lane.write({ file, content, replaces })
  }

  /** Returns when everything lies on the disk; throws a failure. */
  wait(): void {
    for (const lane of this.#lanes) lane.wait()
  }

  close(): void {
    for (const lane of this.#lanes) lane.close()
    this.#lanes = []
    this.#lane = null
  }

  /** A few pages of one folder need no second thread. */
  #isFarBehind({ waiting }: Lane): boolean {
    return waiting > FAR_BEHIND && waiting > FAR_BEHIND + this.#free().waiting
  }

  /** The one with the fewest pages. */
  #free(): Lane {
    const idle = this.#lanes.find(({ waiting }) => waiting === 0)
    if (idle) return idle
    if (this.#lanes.length < LANES) this.#lanes.push(new Lane())
    return this.#lanes.reduce((one, other) => (other.waiting < one.waiting ? other : one))
  }
}

/** One thread, which writes its pages in their order. */
class Lane {
  readonly #done = new Int32Array(new SharedArrayBuffer(4))
  readonly #failures
  readonly #thread: Worker
  #asked = 0
  #batch: PageToWrite[] = []
  #length = 0

  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.#failures = port1
    const workerData: WriterStart = { shared: this.#done.buffer, port: port2 }
    this.#thread = new Worker(new URL('./write.worker.ts', import.meta.url), { workerData, transferList: [port2] })
  }

  get waiting(): number {
    return this.#asked - Atomics.load(this.#done, 0)
  }

  write(page: PageToWrite): void {
    this.#batch.push(page)
    this.#length += page.content.length
    this.#asked += 1
    if (this.#batch.length < TOGETHER && this.#length < TOGETHER_LENGTH) return
    this.#send()
    this.#waitFor(this.#asked - MAX_WAITING)
  }

  wait(): void {
    if (this.#batch.length > 0) this.#send()
    this.#waitFor(this.#asked)
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
      if (Atomics.wait(this.#done, 0, done, PATIENCE_MS) === 'timed-out') throw new Error('写入页面超时，请检查磁盘')
    const failure = receiveMessageOnPort(this.#failures)
    if (failure) throw fromWire(failure.message as WireError)
  }
}
