import { constants } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { currentDb } from '#server/db/ambientDatabase.ts'
import type { Database } from '#server/db/schema.ts'
import { mapParallel } from '#server/parallel.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ByteRange } from '../blobStore.ts'
import { linkOr } from '../contentCache.ts'
import type { ContentStore } from '../contentStore.ts'
import { discardTemp } from '../leftovers.ts'
import { type FileRow, findRow, nameOf, findRowsBelow, findRowsIn } from './rows.ts'

/** Number of files that are copied in parallel. */
const PARALLEL_COPIES = 8

/** A read-only copy of a template's files in a local folder. */
export interface Checkout {
  /** Absolute. */
  readonly dir: string
  release(): Promise<void>
}

export const missingFile = (path: string): AppError =>
  new AppError('not-found', `“${path}”不存在，可能已被删除，请刷新后重试`)

/** @throws AppError `invalid` unless the row is of the kind */
function requireKind(row: FileRow, kind: 'file' | 'folder'): void {
  if (row.kind === kind) return
  const [is, not] = kind === 'file' ? ['文件夹', '文件'] : ['文件', '文件夹']
  throw new AppError('invalid', `“${nameOf(row.path)}”是${is}，不是${not}`)
}

/**
 * Reads the files of templates: rows describe files and folders, the bytes are in the store by hash. Paths are inside
 * the template, as returned by `parseInnerPath`.
 */
export class TemplateFiles {
  readonly #root: Kysely<Database>
  readonly #contents: ContentStore

  constructor(root: Kysely<Database>, contents: ContentStore) {
    this.#root = root
    this.#contents = contents
  }

  get #db(): Kysely<Database> {
    return currentDb(this.#root)
  }

  find(templateId: number, path: string): Promise<FileRow | null> {
    return findRow(this.#db, templateId, path)
  }

  /** @throws AppError `not-found`, or `invalid` for a folder */
  async file(templateId: number, path: string): Promise<FileRow> {
    const row = await this.find(templateId, path)
    if (!row) throw missingFile(path)
    requireKind(row, 'file')
    return row
  }

  /** Lists a folder: folders first, then in Chinese order. @throws AppError `not-found`, `invalid` for a file */
  async list(templateId: number, folder: string): Promise<FileRow[]> {
    if (folder !== '') {
      const row = await this.find(templateId, folder)
      if (!row) throw missingFile(folder)
      requireKind(row, 'folder')
    }
    return (await findRowsIn(this.#db, templateId, folder)).toSorted(byKindAndName)
  }

  /** Lists all files and folders of a template by path, parents before children. */
  walk(templateId: number): Promise<FileRow[]> {
    return findRowsBelow(this.#db, templateId, '')
  }

  /** Lists all files and folders in display order: in each folder folders first, then in Chinese order. */
  async walkInOrder(templateId: number): Promise<FileRow[]> {
    const byParent = Map.groupBy(await this.walk(templateId), ({ parent }) => parent)
    const all: FileRow[] = []
    const add = (parent: string): void => {
      for (const row of (byParent.get(parent) ?? []).toSorted(byKindAndName)) {
        all.push(row)
        if (row.kind === 'folder') add(row.path)
      }
    }
    add('')
    return all
  }

  read(row: FileRow): Promise<Buffer> {
    return this.#contents.read(row, nameOf(row.path))
  }

  stream(row: FileRow, range?: ByteRange): Promise<Readable> {
    return this.#contents.stream(row, nameOf(row.path), range)
  }

  /** Absolute path of the bytes on this machine, for readers that need random access. */
  fileOf({ sha256, path }: FileRow): Promise<string> {
    return this.#contents.file(sha256, nameOf(path))
  }

  /** Copies or links all files into a local folder. */
  async checkOut(templateId: number): Promise<Checkout> {
    const dir = await this.#contents.cache.tempFolder()
    const release = () => discardTemp(dir)
    try {
      await this.#layOut(templateId, dir)
    } catch (error) {
      await release()
      throw error
    }
    return { dir, release }
  }

  async #layOut(templateId: number, dir: string): Promise<void> {
    const rows = await this.walk(templateId)
    const target = (path: string): string => join(dir, ...path.split('/'))
    for (const { kind, path } of rows) if (kind === 'folder') await mkdir(target(path), { recursive: true })
    await mapParallel(
      rows.filter(({ kind }) => kind === 'file'),
      PARALLEL_COPIES,
      async (row) => {
        const file = await this.fileOf(row)
        await linkOr(file, target(row.path), () => copyFile(file, target(row.path), constants.COPYFILE_FICLONE))
      },
    )
  }
}

let chinese: Intl.Collator | null = null
/** Created at the first comparison, because loading ICU's tables takes 10 ms. */
const chineseCollator = (): Intl.Collator => (chinese ??= new Intl.Collator('zh-CN', { numeric: true }))

/** Folders first, then in Chinese order. */
const byKindAndName = (a: FileRow, b: FileRow): number =>
  a.kind === b.kind ? chineseCollator().compare(nameOf(a.path), nameOf(b.path)) : a.kind === 'folder' ? -1 : 1
