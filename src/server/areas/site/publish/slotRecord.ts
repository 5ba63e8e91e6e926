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
interface Written {
  format: typeof FORMAT
  keys: string[]
  pages: (Omit<BuiltPage, 'dependencies'> & { on: number[] })[]
  files: [string, string][]
}
const FORMAT = 1
const START = `{"format":${FORMAT},"pages":`
const FILES = ',"files":'

export const emptyRecord = (): SlotRecord => ({ pages: new Map(), files: new Map() })

/** Reads the record of a slot; null: no record, so the slot's files can't be used. */
export function readRecord(folder: string, slot: Slot | null): SlotRecord | null {
  if (slot === null) return null
  try {
    const { format, keys, pages, files } = JSON.parse(readFileSync(recordFile(folder, slot), 'utf8')) as Written
    if (format !== FORMAT) return null
    const once = new Map<string, readonly string[]>()
    const keysOf = (on: number[]): readonly string[] => {
      const known = once.get(on.join()) ?? on.map((at) => keys[at] ?? '')
      once.set(on.join(), known)
      return known
    }
    const built = pages.map(({ page, hash, on, fingerprint, paging, problem }) => ({
      page,
      hash,
      dependencies: keysOf(on),
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
export function readFiles(folder: string, slot: Slot): Map<string, string> | null {
  try {
    const text = readFileSync(recordFile(folder, slot), 'utf8')
    if (!text.startsWith(START)) return null
    // The first match is the property, because quotes inside a text are escaped.
    const { files } = JSON.parse(`{${text.slice(text.indexOf(FILES) + 1)}`) as Pick<Written, 'files'>
    return new Map(files)
  } catch {
    return null
  }
}

/** Entries per write, so that the record of a large site is never one string. */
const AT_ONCE = 500

export function writeRecord(folder: string, slot: Slot, { pages, files }: SlotRecord): void {
  const keys = new Map<string, number>()
  const numberOf = (key: string): number => {
    const known = keys.get(key) ?? keys.size
    keys.set(key, known)
    return known
  }
  const written = ({ dependencies, ...page }: BuiltPage): Written['pages'][number] => ({
    ...page,
    on: dependencies.map(numberOf),
  })
  const file = recordFile(folder, slot)
  const to = openSync(`${file}.next`, 'w')
  try {
    writeSync(to, START)
    writeList(to, pages.values(), written)
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

function writeList<T>(to: number, values: Iterable<T>, written: (value: T) => unknown): void {
  let part = ''
  let count = 0
  for (const value of values) {
    part += `${count === 0 ? '' : ','}${JSON.stringify(written(value))}`
    count += 1
    if (count % AT_ONCE !== 0) continue
    writeSync(to, count === AT_ONCE ? `[${part}` : part)
    part = ''
  }
  writeSync(to, `${count < AT_ONCE ? '[' : ''}${part}]`)
}

/** Deletes the record of a slot; a build writes it again when it is complete. */
export const forgetRecord = (folder: string, slot: Slot): void => rmSync(recordFile(folder, slot), { force: true })
