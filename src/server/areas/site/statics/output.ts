import { copyFileSync, linkSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fsCode } from '#server/storage/fsErrors.ts'
import { flushPages } from './flushPages.ts'
import { renameOver } from './renameOver.ts'
import { PageWriter } from './pageWriter.ts'
import { currentSlot, otherSlot, type Slot, slotFolder } from '#server/storage/siteFolders.ts'
import {
  createEmptyRecord,
  deleteRecord,
  readRecordFiles,
  readRecord,
  type SlotRecord,
  writeRecord,
} from './slotRecord.ts'

/**
 * The slot a build writes. Existing files are replaced by renaming, because both slots share identical files as hard
 * links. A separate thread writes pages while the next ones are drawn.
 */
export class Output {
  readonly folder: string
  readonly slot: Slot
  /** The public slot. */
  readonly before: SlotRecord
  readonly #current: Slot | null
  /** Files left in this slot by the build before the last one. */
  readonly #previousFiles: ReadonlyMap<string, string>
  readonly #written = new Set<string>()
  readonly #folders = new Set<string>()
  /** Absolute paths of all files this build has placed in the slot, changed or not. */
  readonly #placedFiles = new Set<string>()
  readonly #isEmpty: boolean
  readonly #writer = new PageWriter()

  constructor(folder: string) {
    this.folder = folder
    const current = currentSlot(folder)
    const before = readRecord(folder, current)
    this.slot = otherSlot(current)
    // A slot without a record can't be reused.
    this.#current = before && current
    this.before = before ?? createEmptyRecord()
    const previous = readRecordFiles(folder, this.slot)
    deleteRecord(folder, this.slot)
    if (!previous) rmSync(slotFolder(folder, this.slot), { recursive: true, force: true })
    this.#previousFiles = previous ?? new Map()
    this.#isEmpty = !previous
  }

  /** Number of written or copied files. */
  get written(): number {
    return this.#written.size
  }

  write(path: string, content: string): void {
    // The writer thread may still be writing the same path.
    if (this.#written.has(path)) this.#writer.wait()
    const file = this.#prepareFile(path)
    this.#writer.write(file, content, !this.#isEmpty)
    this.#written.add(path)
  }

  copy(path: string, from: string): void {
    this.#replace(path, (temp) => copyFileSync(from, temp))
  }

  /**
   * Completes the slot to exactly these files; files not written are linked from the public slot. Returns the number of
   * removed files.
   */
  finish(record: SlotRecord): number {
    for (const [path, revision] of record.files) {
      if (this.#written.has(path) || this.#previousFiles.get(path) === revision) continue
      const current = this.#current
      if (!current) throw new Error(`${path} was not written`)
      this.#replace(path, (temp) => linkOrCopy(join(slotFolder(this.folder, current), path), temp))
      this.#written.delete(path)
    }
    this.#writer.wait()
    for (const path of this.#previousFiles.keys())
      if (!record.files.has(path)) rmSync(this.#toAbsolutePath(path), { force: true })
    // Pages must be on disk before the record and the switch to this slot.
    flushPages(slotFolder(this.folder, this.slot), this.#placedFiles, this.#folders)
    writeRecord(this.folder, this.slot, record)
    return [...this.before.files.keys()].filter((path) => !record.files.has(path)).length
  }

  /** Ends the writer. @throws a failed write */
  close(): void {
    this.#writer.close()
  }

  #prepareFile(path: string): string {
    const file = this.#toAbsolutePath(path)
    const folder = dirname(file)
    if (!this.#folders.has(folder)) makeFolder(folder)
    this.#folders.add(folder)
    this.#placedFiles.add(file)
    return file
  }

  #replace(path: string, make: (temp: string) => void): void {
    const file = this.#prepareFile(path)
    const temp = `${file}.part`
    rmSync(temp, { force: true })
    make(temp)
    renameOver(temp, file)
    this.#written.add(path)
  }

  #toAbsolutePath(path: string): string {
    return join(slotFolder(this.folder, this.slot), path)
  }
}

/** Creates a folder, also in place of a former file. */
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

/** Not every file system supports links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
