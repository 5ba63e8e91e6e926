import { copyFileSync, linkSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fsCode } from '#server/storage/fsErrors.ts'
import { flushPages } from './flushPages.ts'
import { moveOver } from './moveOver.ts'
import { PageWriter } from './pageWriter.ts'
import { currentSlot, otherSlot, type Slot, slotFolder } from '#server/storage/siteFolders.ts'
import { emptyRecord, forgetRecord, readFiles, readRecord, type SlotRecord, writeRecord } from './slotRecord.ts'

/**
 * The slot that a build works on. A file that may be there is replaced by a rename, as both slots share the files that are the
 * same. Pages are written by a thread of their own, while the next ones are drawn.
 */
export class Output {
  readonly folder: string
  readonly slot: Slot
  /** What visitors see now. */
  readonly before: SlotRecord
  readonly #current: Slot | null
  /** What lies in the slot from the build before the last one. */
  readonly #here: ReadonlyMap<string, string>
  readonly #written = new Set<string>()
  readonly #folders = new Set<string>()
  /** Absolute paths of all files that this build has made in the slot, the same as before or not. */
  readonly #made = new Set<string>()
  readonly #isEmpty: boolean
  readonly #writer = new PageWriter()

  constructor(folder: string) {
    this.folder = folder
    const current = currentSlot(folder)
    const before = readRecord(folder, current)
    this.slot = otherSlot(current)
    // A slot of which nothing is known can't be built upon.
    this.#current = before && current
    this.before = before ?? emptyRecord()
    const here = readFiles(folder, this.slot)
    forgetRecord(folder, this.slot)
    if (!here) rmSync(slotFolder(folder, this.slot), { recursive: true, force: true })
    this.#here = here ?? new Map()
    this.#isEmpty = !here
  }

  /** Files that were written or copied anew. */
  get written(): number {
    return this.#written.size
  }

  write(path: string, content: string): void {
    // Two threads write.
    if (this.#written.has(path)) this.#writer.wait()
    const file = this.#place(path)
    this.#writer.write(file, content, !this.#isEmpty)
    this.#written.add(path)
  }

  copy(path: string, from: string): void {
    this.#replace(path, (temp) => copyFileSync(from, temp))
  }

  /** Makes the slot hold exactly these files; those that were not written are as the visitors see them. Answers how many went. */
  finish(record: SlotRecord): number {
    for (const [path, revision] of record.files) {
      if (this.#written.has(path) || this.#here.get(path) === revision) continue
      const current = this.#current
      if (!current) throw new Error(`${path} was not written`)
      this.#replace(path, (temp) => linkOrCopy(join(slotFolder(this.folder, current), path), temp))
      this.#written.delete(path)
    }
    this.#writer.wait()
    for (const path of this.#here.keys()) if (!record.files.has(path)) rmSync(this.#fileOf(path), { force: true })
    // The record and the switch to this slot must not outlive the pages.
    flushPages(slotFolder(this.folder, this.slot), this.#made, this.#folders)
    writeRecord(this.folder, this.slot, record)
    return [...this.before.files.keys()].filter((path) => !record.files.has(path)).length
  }

  /** Ends the writing; what failed is thrown. */
  close(): void {
    this.#writer.close()
  }

  #place(path: string): string {
    const file = this.#fileOf(path)
    const folder = dirname(file)
    if (!this.#folders.has(folder)) makeFolder(folder)
    this.#folders.add(folder)
    this.#made.add(file)
    return file
  }

  #replace(path: string, make: (temp: string) => void): void {
    const file = this.#place(path)
    const temp = `${file}.part`
    rmSync(temp, { force: true })
    make(temp)
    moveOver(temp, file)
    this.#written.add(path)
  }

  #fileOf(path: string): string {
    return join(slotFolder(this.folder, this.slot), path)
  }
}

/** A folder may have been a file before, or the other way round. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    if (fsCode(error) !== 'EEXIST' && fsCode(error) !== 'ENOTDIR') throw error
    let at = folder
    while (!statSync(at, { throwIfNoEntry: false })?.isFile()) at = dirname(at)
    rmSync(at)
    mkdirSync(folder, { recursive: true })
  }
}

/** Not every disk has links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
