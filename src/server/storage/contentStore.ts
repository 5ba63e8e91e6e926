import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { currentDb } from '#server/db/ambientDatabase.ts'
import { engineOf } from '#server/db/dialect.ts'
import { bytesKey } from '#server/db/bytesKey.ts'
import { mapParallel } from '#server/parallel.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import type { BlobStore, ByteRange } from './blobStore.ts'
import type { ContentCache } from './contentCache.ts'
import { fsCode, withFileErrors } from './fsErrors.ts'
import { discardTemp } from './leftovers.ts'
import { readSized } from './local/readSized.ts'

/** Number of simultaneous uploads to the store. */
export const PARALLEL_UPLOADS = 8
/** Rows per statement. */
const BATCH_ROWS = 500
/** Files above this size are streamed from a bucket without the local cache, bytes. */
const DIRECT_BYTES = 16 * 1024 * 1024

/** A flushed file whose bytes have to be stored. */
export interface Content {
  sha256: string
  size: number
  file: string
}

/** Content-addressed files: the bytes are in the store, and rows of `stored_content` record which exist. */
export class ContentStore {
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

  /** Stores files that the store lacks. */
  async put(contents: readonly Content[]): Promise<void> {
    await this.#send(contents, (some, sent) =>
      mapParallel(some, PARALLEL_UPLOADS, async ({ file, size, sha256 }) => {
        await this.#blobs.store({ file, size }, bytesKey(sha256))
        sent.push(sha256)
      }),
    )
  }

  /** Stores bytes that the store lacks, and caches them for the next reads. */
  async putBytes(contents: readonly { sha256: string; bytes: Uint8Array }[]): Promise<void> {
    const { local } = this.#blobs
    const sized = contents.map(({ sha256, bytes }) => ({ sha256, bytes, size: bytes.length }))
    await this.#send(sized, async (some, sent) => {
      if (local) {
        await local.storeMany(some.map(({ sha256, bytes }) => ({ key: bytesKey(sha256), bytes })))
        sent.push(...some.map(({ sha256 }) => sha256))
        return
      }
      await mapParallel(some, PARALLEL_UPLOADS, async ({ sha256, bytes }) => {
        const file = await this.cache.tempFile()
        try {
          await writeFile(file, bytes, { flag: 'wx' })
          await this.#blobs.store({ file, size: bytes.length }, bytesKey(sha256))
          sent.push(sha256)
          await this.cache.add(sha256, file)
        } finally {
          await discardTemp(file)
        }
      })
    })
  }

  /**
   * Stores missing contents. Their rows are written first, so that bytes of a killed process are known to `prune`; the
   * new `touchTime` protects the contents for a day, until other rows refer to them.
   */
  async #send<T extends { sha256: string; size: number }>(
    contents: readonly T[],
    send: (some: readonly T[], sent: string[]) => Promise<unknown>,
  ): Promise<void> {
    const db = currentDb(this.#root)
    const byHash = new Map(contents.map((content) => [content.sha256, content]))
    // Sorted, so that transactions that write the same contents can't deadlock.
    const all = [...byHash.values()].toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
    const touchTime = this.#now().getTime()
    for (const some of splitIntoBatches(all, BATCH_ROWS)) {
      const rows = await db
        .insertInto('stored_content')
        .values(some.map(({ sha256, size }) => ({ sha256, size, isStored: 0, touchTime })))
        .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ touchTime }))
        .returning(['sha256', 'isStored'])
        .execute()
      const lost = await mapParallel(rows, PARALLEL_UPLOADS, async ({ sha256, isStored }) =>
        isStored === 1 && (await this.#blobs.has(bytesKey(sha256))) ? [] : [sha256],
      )
      const wanted = lost.flat()
      if (wanted.length === 0) continue
      const sent: string[] = []
      try {
        await send(
          wanted.map((sha256) => requireValue(byHash.get(sha256), 'its content')),
          sent,
        )
      } finally {
        // Also after an error, so that contents that were sent before it are not sent again.
        if (sent.length > 0)
          await db.updateTable('stored_content').set({ isStored: 1 }).where('sha256', 'in', sent).execute()
      }
    }
  }

  /**
   * Ensures that contents exist until the transaction ends: a process with a wrong clock might prune them.
   * @throws AppError `unavailable` when one no longer exists
   * @param db a transaction
   */
  async lockExisting(db: Kysely<Database>, hashes: Iterable<string>): Promise<void> {
    const all = [...new Set(hashes)].toSorted()
    for (const some of splitIntoBatches(all, BATCH_ROWS)) {
      const rows = db
        .selectFrom('stored_content')
        .select('sha256')
        .where('sha256', 'in', some)
        .where('isStored', '=', 1)
        .orderBy('sha256')
      // `prune` first updates the row, which waits for this lock. The embedded database has one writer at a time.
      const held = await (engineOf(this.#root) === 'postgres' ? rows.forShare() : rows).execute()
      if (held.length < some.length) throw new AppError('unavailable', '保存文件时被中断，请重试')
    }
  }

  /** Absolute path of the bytes on this machine. @throws AppError `not-found` that names the file when the store lacks them */
  async file(sha256: string, name: string): Promise<string> {
    try {
      const own = this.#blobs.local?.pathOf(bytesKey(sha256))
      if (own === undefined) return await this.cache.file(sha256, () => this.#blobs.stream(bytesKey(sha256)))
      await withFileErrors(name, () => stat(own))
      return own
    } catch (error) {
      throw toMissingError(error, name)
    }
  }

  /** The bytes. @throws AppError `not-found` that names the file when the store lacks them */
  async read({ sha256, size }: { sha256: string; size: number }, name: string): Promise<Buffer> {
    const own = this.#blobs.local?.pathOf(bytesKey(sha256))
    if (own === undefined) return readFile(await this.file(sha256, name))
    return readSized(own, size).catch((error: unknown) => {
      throw toMissingError(error, name)
    })
  }

  async stream({ sha256, size }: { sha256: string; size: number }, name: string, range?: ByteRange): Promise<Readable> {
    if (this.#blobs.local || size <= DIRECT_BYTES) return createReadStream(await this.file(sha256, name), range)
    try {
      return await this.#blobs.stream(bytesKey(sha256), range)
    } catch (error) {
      throw toMissingError(error, name)
    }
  }

  /** Whether the store has the bytes. */
  async has(sha256: string): Promise<boolean> {
    const rows = currentDb(this.#root).selectFrom('stored_content').select('sha256').where('sha256', '=', sha256)
    const row = await rows.where('isStored', '=', 1).executeTakeFirst()
    return row !== undefined && this.#blobs.has(bytesKey(sha256))
  }

  /** The bytes; null when they are missing or don't match their hash. */
  async readVerified(sha256: string): Promise<Buffer | null> {
    const bytes = await this.file(sha256, '').then(
      (file) => readFile(file),
      () => null,
    )
    return bytes && createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : null
  }

  /** Removes contents without references for a day, each under the lock of its row, and prunes the cache. */
  async prune(now: Date): Promise<void> {
    await this.cache.prune(now)
    const before = now.getTime() - DAY_MS
    for (const { sha256 } of await selectUnreferenced(this.#root, before).execute()) {
      await this.#root.transaction().execute(async (db) => {
        // A process that writes the same content waits for this row and then stores it again.
        const locked = await db
          .updateTable('stored_content')
          .set((eb) => ({ touchTime: eb.ref('touchTime') }))
          .where('sha256', '=', sha256)
          .where('touchTime', '<', before)
          .returning('sha256')
          .executeTakeFirst()
        if (!locked || !(await selectUnreferenced(db, before).where('content.sha256', '=', sha256).executeTakeFirst()))
          return
        await this.#blobs.remove(bytesKey(sha256))
        await db.deleteFrom('stored_content').where('sha256', '=', sha256).execute()
      })
    }
  }
}

/** Contents without references from template files, revisions, restore points, built pages and files at publish targets. */
const selectUnreferenced = (db: Kysely<Database>, before: number) =>
  db
    .selectFrom('stored_content as content')
    .select('content.sha256')
    .where('content.touchTime', '<', before)
    .where(({ not, exists, or, selectFrom }) =>
      not(
        or([
          exists(selectFrom('template_file as t').select('t.path').whereRef('t.sha256', '=', 'content.sha256')),
          exists(
            selectFrom('template_revision as v')
              .select('v.id')
              .whereRef('v.sha256', '=', 'content.sha256')
              .where('v.kept', '=', 1),
          ),
          exists(selectFrom('template_moment_file as m').select('m.path').whereRef('m.sha256', '=', 'content.sha256')),
          exists(selectFrom('site_file as s').select('s.path').whereRef('s.sha256', '=', 'content.sha256')),
          exists(selectFrom('static_site as r').select('r.siteId').whereRef('r.record', '=', 'content.sha256')),
          exists(selectFrom('target_file as f').select('f.path').whereRef('f.sha256', '=', 'content.sha256')),
          exists(
            selectFrom('deployment_change as d').select('d.path').whereRef('d.beforeSha256', '=', 'content.sha256'),
          ),
        ]),
      ),
    )

function toMissingError(error: unknown, name: string): unknown {
  const isGone = error instanceof AppError ? error.code === 'not-found' : fsCode(error) === 'ENOENT'
  if (!isGone) return error
  const message = `“${name}”的内容不在文件存储中，请联系管理员检查文件存储，或从备份恢复`
  return new AppError('not-found', message, { cause: error })
}
