import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { currentDb } from '#server/db/ambient.ts'
import { engineOf } from '#server/db/dialect.ts'
import { bytesKey } from '#server/db/bytesKey.ts'
import { mapParallel } from '#server/parallel.ts'
import { AppError } from '#shared/errors/index.ts'
import { must } from '#shared/util/assertNever.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { inParts } from '#shared/util/lists.ts'
import type { BlobStore } from './blobStore.ts'
import type { ContentCache } from './cache.ts'
import { hashFile } from './hashFile.ts'
import type { ByteRange, ContentsByHash, StoredEntry } from './templateStore.ts'
import { discardTemp } from './leftovers.ts'

/** Sent to the store at a time. */
export const SENDING = 8
/** Rows of one statement. */
const ROWS = 500
/** A larger file is read from the store as it is asked for, not kept here first. */
const DIRECT_BYTES = 16 * 1024 * 1024

/** Bytes that are to be in the store; `file` is asked for when they are not yet. */
export interface Content {
  sha256: string
  size: number
  file: () => Promise<string>
}

/** Bytes by their hash: in the store, with rows that say which are there. */
export class Contents {
  readonly #root: Kysely<Database>
  readonly #blobs: BlobStore
  readonly #now: () => Date
  readonly cache: ContentCache

  constructor(root: Kysely<Database>, blobs: BlobStore, cache: ContentCache, now: () => Date) {
    this.#root = root
    this.#blobs = blobs
    this.#now = now
    this.cache = cache
  }

  /**
   * Sends what is not in the store. The rows come first, so that bytes of a process that was killed in between are known; what
   * is written again stays for a day, so that rows of files may name it.
   */
  async put(contents: readonly Content[]): Promise<void> {
    const db = currentDb(this.#root)
    const byHash = new Map(contents.map((content) => [content.sha256, content]))
    // Sorted, so that transactions that write the same contents can't deadlock.
    const all = [...byHash.values()].toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
    const touchTime = this.#now().getTime()
    for (let from = 0; from < all.length; from += ROWS) {
      const some = all.slice(from, from + ROWS)
      const rows = await db
        .insertInto('stored_content')
        .values(some.map(({ sha256, size }) => ({ sha256, size, isStored: 0, touchTime, keptTime: null })))
        .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ touchTime }))
        .returning(['sha256', 'isStored'])
        .execute()
      const sent: string[] = []
      try {
        await mapParallel(rows, SENDING, async ({ sha256, isStored }) => {
          const { size, file } = must(byHash.get(sha256), 'its content')
          if (isStored === 1 && (await this.#blobs.has(bytesKey(sha256)))) return
          await this.#blobs.keep({ file: await file(), size }, bytesKey(sha256))
          if (isStored === 0) sent.push(sha256)
        })
      } finally {
        // Also after a fault: what was sent before it is not sent again.
        if (sent.length > 0)
          await db.updateTable('stored_content').set({ isStored: 1 }).where('sha256', 'in', sent).execute()
      }
    }
  }

  /**
   * Makes sure that what `put` sent is still there, until the transaction ends: a process whose clock is wrong may take it for
   * old. AppError `unavailable` when it is gone.
   * @param db a transaction
   */
  async hold(db: Kysely<Database>, hashes: Iterable<string>): Promise<void> {
    const all = [...new Set(hashes)].toSorted()
    for (const some of inParts(all, ROWS)) {
      const rows = db
        .selectFrom('stored_content')
        .select('sha256')
        .where('sha256', 'in', some)
        .where('isStored', '=', 1)
        .orderBy('sha256')
      // `prune` updates the row first, which waits for this lock; the embedded database has one writer at a time.
      const held = await (engineOf(this.#root) === 'postgres' ? rows.forShare() : rows).execute()
      if (held.length < some.length) throw new AppError('unavailable', '保存文件时被打断，请再试一次')
    }
  }

  /** Sends bytes, and keeps them here too: they are about to be read. */
  async putBytes(contents: readonly { sha256: string; bytes: Uint8Array }[]): Promise<void> {
    const written = new Map<string, string>()
    try {
      await this.put(
        contents.map(({ sha256, bytes }) => ({
          sha256,
          size: bytes.length,
          file: async () => {
            const file = await this.cache.tempFile()
            written.set(sha256, file)
            await writeFile(file, bytes, { flag: 'wx' })
            return file
          },
        })),
      )
      for (const [sha256, file] of written) await this.cache.add(sha256, file)
    } finally {
      for (const file of written.values()) await discardTemp(file)
    }
  }

  /** Sends a file when it has this hash; false: it holds something else. */
  async putFile(file: string, sha256: string): Promise<boolean> {
    if ((await hashFile(file, 'sha256')) !== sha256) return false
    await this.put([{ sha256, size: (await stat(file)).size, file: async () => file }])
    return true
  }

  /** Absolute path of the bytes on this machine. @throws AppError `not-found` that names the file when the store lacks them */
  async file(sha256: string, name: string): Promise<string> {
    try {
      return await this.cache.file(sha256, () => this.#blobs.stream(bytesKey(sha256)))
    } catch (error) {
      throw lacking(error, name)
    }
  }

  async read(sha256: string, name: string): Promise<Buffer> {
    return readFile(await this.file(sha256, name))
  }

  async stream({ sha256, size }: { sha256: string; size: number }, name: string, range?: ByteRange): Promise<Readable> {
    if (size <= DIRECT_BYTES) return createReadStream(await this.file(sha256, name), range)
    try {
      return await this.#blobs.stream(bytesKey(sha256), range)
    } catch (error) {
      throw lacking(error, name)
    }
  }

  /** Removes bytes that nothing has referred to for a day, each under the lock of its row, and what is too much here. */
  async prune(now: Date): Promise<void> {
    await this.cache.prune(now)
    const before = now.getTime() - DAY_MS
    const free = (db: Kysely<Database>) =>
      db
        .selectFrom('stored_content as content')
        .select('content.sha256')
        .where('content.touchTime', '<', before)
        .where('content.keptTime', 'is', null)
        .where(({ not, exists, selectFrom }) => {
          const files = selectFrom('template_file').select('template_file.path')
          const pages = selectFrom('site_file').select('site_file.path')
          const records = selectFrom('static_site').select('static_site.siteId')
          return not(
            exists(files.whereRef('template_file.sha256', '=', 'content.sha256'))
              .or(exists(pages.whereRef('site_file.sha256', '=', 'content.sha256')))
              .or(exists(records.whereRef('static_site.record', '=', 'content.sha256'))),
          )
        })
    for (const { sha256 } of await free(this.#root).execute()) {
      await this.#root.transaction().execute(async (db) => {
        // Whoever writes the same content waits for this row, and sends it anew then.
        const locked = await db
          .updateTable('stored_content')
          .set((eb) => ({ touchTime: eb.ref('touchTime') }))
          .where('sha256', '=', sha256)
          .where('touchTime', '<', before)
          .returning('sha256')
          .executeTakeFirst()
        if (!locked || !(await free(db).where('content.sha256', '=', sha256).executeTakeFirst())) return
        await this.#blobs.remove(bytesKey(sha256))
        await db.deleteFrom('stored_content').where('sha256', '=', sha256).execute()
      })
    }
  }

  /** @param hashOf what stands at a path now */
  kept(hashOf: (entry: Pick<StoredEntry, 'path'>) => Promise<string>): ContentsByHash {
    const keep = async (sha256: string): Promise<boolean> => {
      const time = this.#now().getTime()
      const row = await currentDb(this.#root)
        .updateTable('stored_content')
        .set({ keptTime: time, touchTime: time })
        .where('sha256', '=', sha256)
        .returning('sha256')
        .executeTakeFirst()
      return row !== undefined
    }
    const isKept = async (sha256: string): Promise<boolean> => {
      const rows = currentDb(this.#root).selectFrom('stored_content').select('sha256')
      return (
        (await rows.where('sha256', '=', sha256).where('keptTime', 'is not', null).executeTakeFirst()) !== undefined
      )
    }
    const root = this.#root
    return {
      has: async (sha256) => (await isKept(sha256)) && (await keep(sha256)),
      keep: async (source, sha256) => (await this.putFile(source, sha256)) && (await keep(sha256)),
      keepGoing: async (entry, sha256) => {
        if (!(await keep(sha256))) await keep(await hashOf(entry))
      },
      file: async (sha256) => {
        const gone = '这个文件当时的内容已经不在服务器上，不能查看或放回'
        if (!(await isKept(sha256))) throw new AppError('not-found', gone)
        return this.file(sha256, '这个文件')
      },
      async *untouchedSince(time) {
        const rows = root.selectFrom('stored_content').select('sha256').where('keptTime', '<', time.getTime())
        for (const { sha256 } of await rows.execute()) yield sha256
      },
      remove: async (sha256) => {
        await currentDb(root)
          .updateTable('stored_content')
          .set({ keptTime: null })
          .where('sha256', '=', sha256)
          .execute()
      },
    }
  }
}

function lacking(error: unknown, name: string): unknown {
  if (!(error instanceof AppError) || error.code !== 'not-found') return error
  const message = `“${name}”的内容不在文件存储中，请联系管理员检查存储桶，或从备份恢复`
  return new AppError('not-found', message, { cause: error })
}
