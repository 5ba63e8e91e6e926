import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { fileNameProblem, nameKey } from '#shared/domain/fileNames.ts'
import type { Database } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import type { ContentStore } from '../contentStore.ts'
import { missingFile } from './templateFiles.ts'
import {
  type FileRow,
  deleteOldestTombstones,
  nameOf,
  parentOf,
  pathColumns,
  findRowsBelow,
  findRowsIn,
  findRowsNamed,
  saveRows,
} from './rows.ts'

type Db = Kysely<Database>

/** Maximum number of tombstones of deleted paths per template. */
export const MAX_TOMBSTONES = 10_000

/** Author of a change, and the template version that the change creates. */
export interface Stamp {
  version: number
  changedBy: string
  machine: string
}

/** Reference to bytes in the store. */
export interface StoredBytes {
  sha256: string
  size: number
}

/** The effects of a change on the files of a template. */
export interface FileChanges {
  /** Former rows of replaced or removed files. */
  former: FileRow[]
  written: FileRow[]
  /** Paths of removed files. */
  removed: string[]
  renamed: { from: string; to: string; isFile: boolean }[]
}

interface Options {
  /** A transaction that has the template's lock. */
  db: Db
  contents: ContentStore
  templateId: number
  stamp: Stamp
  /** Epoch ms. */
  time: number
}

/** Names in one folder that are equal on Windows have the same key. */
const keyOf = (path: string): string => `${parentOf(path)}/${nameKey(nameOf(path))}`

/**
 * A change of a template's files, of any size. Operations take effect in memory, and `finish` writes all rows to the
 * database. The bytes of files must be in the store before.
 */
export class TemplateChange {
  readonly #db: Db
  readonly #contents: ContentStore
  readonly #templateId: number
  readonly stamp: Stamp
  readonly #time: number
  /** Current row by name key; null: none. */
  readonly #current = new Map<string, FileRow | null>()
  /** Rows to write, by path. */
  readonly #changed = new Map<string, FileRow>()
  /** Rows of changed paths before the change, except renamed ones. */
  readonly #before = new Map<string, FileRow | null>()
  readonly #renamed: FileChanges['renamed'] = []

  constructor({ db, contents, templateId, stamp, time }: Options) {
    this.#db = db
    this.#contents = contents
    this.#templateId = templateId
    this.stamp = stamp
    this.#time = time
  }

  /** Reads the rows at many paths and of their parents with few queries. */
  async preload(paths: Iterable<string>): Promise<void> {
    const wanted = new Set<string>()
    for (const path of paths)
      for (let at = path; at !== '' && !wanted.has(at); at = parentOf(at))
        if (!this.#current.has(keyOf(at))) wanted.add(at)
    for (const [parent, some] of Map.groupBy(wanted, parentOf)) {
      const keys = [...new Set(some.map((path) => nameKey(nameOf(path))))]
      for (const key of keys) this.#current.set(`${parent}/${key}`, null)
      for (const row of await findRowsNamed(this.#db, this.#templateId, parent, keys))
        this.#current.set(keyOf(row.path), row)
    }
  }

  /** The row at a path, with exactly the same case. */
  async find(path: string): Promise<FileRow | null> {
    const row = await this.#findIgnoringCase(path)
    return row?.path === path ? row : null
  }

  /** Creates or replaces a file. @throws AppError `conflict`, or `invalid` for a forbidden name */
  async write(path: string, { sha256, size }: StoredBytes): Promise<FileRow> {
    const existing = await this.#createParents(path)
    if (existing?.kind === 'folder')
      throw new AppError('conflict', `当前文件夹中已有名为“${nameOf(path)}”的文件夹，请换一个名称`)
    // Unchanged bytes keep their stamp, since sync clients have them already.
    const same = existing?.sha256 === sha256 ? existing : null
    return this.#put({ ...this.#newRow(path, { kind: 'file', sha256, size }), ...(same && stampOf(same)) })
  }

  /** Creates or replaces a file with bytes that are not in the store yet. */
  async writeBytes(path: string, bytes: Uint8Array): Promise<FileRow> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await this.#contents.putBytes([{ sha256, bytes }])
    return this.write(path, { sha256, size: bytes.length })
  }

  /** Creates a folder and its parents, unless they exist. @throws AppError `conflict` for a file */
  async makeFolder(path: string): Promise<FileRow> {
    const existing = await this.#createParents(path)
    if (existing?.kind === 'file') throw new AppError('conflict', `“${nameOf(path)}”已存在，请换一个名称`)
    return existing ?? this.#put(this.#newRow(path, FOLDER))
  }

  /** Moves a file, or a folder with its contents. */
  async rename(from: string, to: string): Promise<void> {
    const row = await this.find(from)
    if (!row) throw missingFile(from)
    if (from === to) return
    const rows = row.kind === 'folder' ? [row, ...(await this.#listBelow(from))] : [row]
    for (const each of rows) this.#set(this.#tombstoneOf(each))
    if (await this.#createParents(to)) throw new AppError('conflict', `“${nameOf(to)}”已存在，请换一个名称`)
    for (const each of rows)
      this.#set({ ...each, ...this.stamp, ...pathColumns(`${to}${each.path.slice(from.length)}`) })
    this.#renamed.push({ from, to, isFile: row.kind === 'file' })
  }

  /** Removes a file, or a folder with its contents. */
  async remove(path: string): Promise<void> {
    const row = await this.find(path)
    if (!row) throw missingFile(path)
    if (row.kind === 'folder') for (const each of await this.#listBelow(path)) this.#remove(each)
    this.#remove(row)
  }

  async isEmpty(folder: string): Promise<boolean> {
    const stored = await findRowsIn(this.#db, this.#templateId, folder)
    const isLive = ({ path }: FileRow): boolean => (this.#changed.get(path)?.kind ?? '') !== 'gone'
    if (stored.some(isLive)) return false
    return ![...this.#changed.values()].some(({ parent, kind }) => parent === folder && kind !== 'gone')
  }

  /** Writes the changed rows. */
  async finish(): Promise<FileChanges> {
    const rows = [...this.#changed.values()]
    await this.#contents.lockExisting(
      this.#db,
      rows.flatMap(({ kind, sha256 }) => (kind === 'file' ? [sha256] : [])),
    )
    await saveRows(this.#db, rows)
    if (rows.some(({ kind }) => kind === 'gone'))
      await deleteOldestTombstones(this.#db, this.#templateId, MAX_TOMBSTONES)
    const changes: FileChanges = { former: [], written: [], removed: [], renamed: this.#renamed }
    for (const [path, before] of this.#before) {
      const now = requireValue(this.#changed.get(path), 'a changed path')
      if (before?.kind === 'file' && now.kind === 'file' && before.sha256 === now.sha256) continue
      if (before?.kind === 'file') changes.former.push(before)
      if (now.kind === 'file') changes.written.push(now)
      else if (before?.kind === 'file') changes.removed.push(path)
    }
    return changes
  }

  /** The row whose name is equal on Windows. */
  async #findIgnoringCase(path: string): Promise<FileRow | null> {
    const key = keyOf(path)
    if (!this.#current.has(key)) await this.preload([path])
    return this.#current.get(key) ?? null
  }

  /**
   * Creates the folders above a path. @returns the row at the path
   * @throws AppError `invalid` for a forbidden name; `conflict` for a name that differs from another only in case, or
   * when a parent is a file
   */
  async #createParents(path: string): Promise<FileRow | null> {
    const made: string[] = []
    const names = path.split('/')
    for (const depth of names.keys()) {
      const at = names.slice(0, depth + 1).join('/')
      const row = await this.#findIgnoringCase(at)
      if (row && row.path !== at) throw caseCollision(nameOf(at), nameOf(row.path))
      if (row?.kind === 'file' && at !== path) throw new AppError('conflict', `“${at}”是文件，不能当作文件夹使用`)
      const problem = row ? null : fileNameProblem(nameOf(at))
      if (problem) throw new AppError('invalid', problem)
      if (!row && at !== path) made.push(at)
    }
    for (const folder of made) this.#put(this.#newRow(folder, FOLDER))
    return this.#findIgnoringCase(path)
  }

  /** The rows in a folder and its subfolders, with the changes so far. */
  async #listBelow(folder: string): Promise<FileRow[]> {
    const rows = new Map((await findRowsBelow(this.#db, this.#templateId, folder)).map((row) => [row.path, row]))
    for (const row of this.#changed.values()) if (row.path.startsWith(`${folder}/`)) rows.set(row.path, row)
    return [...rows.values()].filter(({ kind }) => kind !== 'gone')
  }

  #newRow(path: string, entry: Pick<FileRow, 'kind' | 'size' | 'sha256'>): FileRow {
    return { templateId: this.#templateId, ...pathColumns(path), ...entry, time: this.#time, ...this.stamp }
  }

  #tombstoneOf(row: FileRow): FileRow {
    return { ...row, kind: 'gone', size: 0, sha256: '', ...this.stamp }
  }

  #remove(row: FileRow): void {
    this.#recordBefore(row.path, row)
    this.#set(this.#tombstoneOf(row))
  }

  #put(row: FileRow): FileRow {
    this.#recordBefore(row.path, this.#current.get(keyOf(row.path)) ?? null)
    return this.#set(row)
  }

  /** Records the row of a path before its first change. */
  #recordBefore(path: string, before: FileRow | null): void {
    if (!this.#before.has(path)) this.#before.set(path, before)
  }

  #set(row: FileRow): FileRow {
    this.#changed.set(row.path, row)
    this.#current.set(keyOf(row.path), row.kind === 'gone' ? null : row)
    return row
  }
}

const FOLDER = { kind: 'folder', size: 0, sha256: '' } as const

const stampOf = ({ version, changedBy, machine }: FileRow): Stamp => ({ version, changedBy, machine })

/** The error for a name that differs from an existing one only in case. */
const caseCollision = (name: string, other: string): AppError =>
  new AppError('conflict', `已有“${other}”，与“${name}”仅大小写不同，在 Windows 上会互相覆盖，请换一个名称`, {
    details: { fact: { kind: 'collision', collision: other } },
  })
