import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import type { BuiltPage } from '#engine/index.ts'
import { recordFile, type Slot } from '#server/storage/siteFolders.ts'

/** The content of a slot and its dependencies. */
export interface SlotRecord {
  /** Pages by path. */
  pages: Map<string, BuiltPage>
  /** Every file of the slot with the hash of a page or the revision of a copied file. */
  files: Map<string, string>
}

/** The stored form; names of dependencies are stored once. */
interface StoredRecord {
  format: typeof FORMAT
  keys: string[]
  pages: (Omit<BuiltPage, 'dependencies'> & { on: number[] })[]
  files: [string, string][]
}
const FORMAT = 1
const START = `{"format":${FORMAT},"pages":`
const FILES = ',"files":'

export const createEmptyRecord = (): SlotRecord => ({ pages: new Map(), files: new Map() })

/** Reads the record of a slot; null: no record, so the slot's files can't be used. */
export function readRecord(folder: string, slot: Slot | null): SlotRecord | null {
  if (slot === null) return null
  try {
    const { format, keys, pages, files } = JSON.parse(readFileSync(recordFile(folder, slot), 'utf8')) as StoredRecord
    if (format !== FORMAT) return null
    const keysByIndexes = new Map<string, readonly string[]>()
    const toKeys = (on: number[]): readonly string[] => {
      const known = keysByIndexes.get(on.join()) ?? on.map((at) => keys[at] ?? '')
      keysByIndexes.set(on.join(), known)
      return known
    }
    const built = pages.map(({ page, hash, on, fingerprint, paging, problem }) => ({
      page,
      hash,
      dependencies: toKeys(on),
      fingerprint,
      paging,
      problem,
    }))
    return { pages: new Map(built.map((page) => [page.page.path, page])), files: new Map(files) }
  } catch {
    return null
  }
}

/** Reads only the files of a record; null: no record. */
export function readRecordFiles(folder: string, slot: Slot): Map<string, string> | null {
  try {
    const text = readFileSync(recordFile(folder, slot), 'utf8')
    if (!text.startsWith(START)) return null
    // The first match is the property, because quotes inside a text are escaped.
    const { files } = JSON.parse(`{${text.slice(text.indexOf(FILES) + 1)}`) as Pick<StoredRecord, 'files'>
    return new Map(files)
  } catch {
    return null
  }
}

/** Entries per write, so that the record of a large site is never one string. */
const ENTRIES_PER_WRITE = 500

export function writeRecord(folder: string, slot: Slot, { pages, files }: SlotRecord): void {
  const keys = new Map<string, number>()
  const toKeyIndex = (key: string): number => {
    const known = keys.get(key) ?? keys.size
    keys.set(key, known)
    return known
  }
  const toStored = ({ dependencies, ...page }: BuiltPage): StoredRecord['pages'][number] => ({
    ...page,
    on: dependencies.map(toKeyIndex),
  })
  const file = recordFile(folder, slot)
  const to = openSync(`${file}.next`, 'w')
  try {
    writeSync(to, START)
    writeList(to, pages.values(), toStored)
    writeSync(to, FILES)
    writeList(to, files.entries(), (each) => each)
    writeSync(to, ',"keys":')
    writeList(to, keys.keys(), (key) => key)
    writeSync(to, '}')
    fsyncSync(to)
  } finally {
    closeSync(to)
  }
  renameSync(`${file}.next`, file)
}

function writeList<T>(to: number, values: Iterable<T>, toStored: (value: T) => unknown): void {
  let part = ''
  let count = 0
  for (const value of values) {
    part += `${count === 0 ? '' : ','}${JSON.stringify(toStored(value))}`
    count += 1
    if (count % ENTRIES_PER_WRITE !== 0) continue
    writeSync(to, count === ENTRIES_PER_WRITE ? `[${part}` : part)
    part = ''
  }
  writeSync(to, `${count < ENTRIES_PER_WRITE ? '[' : ''}${part}]`)
}

/** Deletes the record of a slot; a build writes it again when it is complete. */
export const deleteRecord = (folder: string, slot: Slot): void => rmSync(recordFile(folder, slot), { force: true })
