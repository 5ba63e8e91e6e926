import { rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { toReadableError } from '#server/storage/fsErrors.ts'
import { toWire } from '#shared/errors/index.ts'
import { renameOver } from './renameOver.ts'

export interface PageToWrite {
  /** Absolute path in an existing folder. */
  file: string
  content: string
  /** A file may exist, possibly hard-linked, so it is replaced by renaming. */
  replaces: boolean
}

/** Start data of the thread. */
export interface WriterStart {
  /** One number: the count of written pages. */
  shared: SharedArrayBuffer
  /** Reports failures. */
  port: MessagePort
}

const { shared, port } = workerData as WriterStart
const done = new Int32Array(shared)

/** Writes pages in order; after the first failure, which is reported, nothing more is written. */
let failed = false
parentPort?.on('message', (pages: readonly PageToWrite[]) => {
  for (const { file, content, replaces } of pages) {
    try {
      if (!failed) write(file, content, replaces)
    } catch (error) {
      failed = true
      // A cloned error loses its code.
      port.postMessage(toWire(toReadableError(error, basename(file))))
    }
    Atomics.add(done, 0, 1)
    Atomics.notify(done, 0)
  }
})

function write(file: string, content: string, replaces: boolean): void {
  if (!replaces) return writeFileSync(file, content)
  const temp = `${file}.part`
  rmSync(temp, { force: true })
  writeFileSync(temp, content)
  renameOver(temp, file)
}
