import { copyFileSync, linkSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fsCode } from '#server/storage/fsErrors.ts'
import { currentSlot, otherSlot, type Slot, slotFolder } from './folders.ts'
import { emptyRecord, forgetRecord, readRecord, type SlotRecord, writeRecord } from './slotRecord.ts'

/** The slot that a build works on. Every file is replaced by a rename, as both slots share the files that are the same. */
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

  constructor(folder: string) {
    this.folder = folder
    const current = currentSlot(folder)
    const before = readRecord(folder, current)
    this.slot = otherSlot(current)
    // A slot of which nothing is known can't be built upon.
    this.#current = before && current
    this.before = before ?? emptyRecord()
    const here = readRecord(folder, this.slot)
    forgetRecord(folder, this.slot)
    if (!here) rmSync(slotFolder(folder, this.slot), { recursive: true, force: true })
    this.#here = here?.files ?? new Map()
  }

  /** Files that were written or copied anew. */
  get written(): number {
    return this.#written.size
  }

  write(path: string, content: string): void {
    this.#replace(path, (temp) => writeFileSync(temp, content))
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
    for (const path of this.#here.keys()) if (!record.files.has(path)) rmSync(this.#fileOf(path), { force: true })
    writeRecord(this.folder, this.slot, record)
    return [...this.before.files.keys()].filter((path) => !record.files.has(path)).length
  }

  #replace(path: string, make: (temp: string) => void): void {
    const file = this.#fileOf(path)
    const folder = dirname(file)
    if (!this.#folders.has(folder)) makeFolder(folder)
    this.#folders.add(folder)
    const temp = `${file}.part`
    rmSync(temp, { force: true })
    make(temp)
    rename(temp, file)
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

function rename(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (fsCode(error) !== 'EISDIR' && fsCode(error) !== 'EPERM' && fsCode(error) !== 'ENOTEMPTY') throw error
    rmSync(to, { recursive: true, force: true })
    renameSync(from, to)
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
