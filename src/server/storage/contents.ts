import { createHash } from 'node:crypto'
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
import type { BlobStore, ByteRange } from './blobStore.ts'
import type { ContentCache } from './cache.ts'
import { fsCode, naming } from './fsErrors.ts'
import { discardTemp } from './leftovers.ts'
import { readSized } from './local/readSized.ts'

/** Sent to the store at a time. */
export const SENDING = 8
/** Rows of one statement. */
const ROWS = 500
/** A larger file is read from a store elsewhere as it is asked for, not kept here first. */
const DIRECT_BYTES = 16 * 1024 * 1024

/** A file whose bytes are to be in the store; it is safe from a power cut. */
export interface Content {
  sha256: string
  size: number
  file: string
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

  /** Sends files that are not in the store. */
  async put(contents: readonly Content[]): Promise<void> {
    await this.#send(contents, (some, sent) =>
      mapParallel(some, SENDING, async ({ file, size, sha256 }) => {
        await this.#blobs.keep({ file, size }, bytesKey(sha256))
        sent.push(sha256)
      }),
    )
  }

  /** The same with bytes, which are about to be read. */
  async putBytes(contents: readonly { sha256: string; bytes: Uint8Array }[]): Promise<void> {
    const { local } = this.#blobs
    const sized = contents.map(({ sha256, bytes }) => ({ sha256, bytes, size: bytes.length }))
    await this.#send(sized, async (some, sent) => {
      if (local) {
        await local.storeMany(some.map(({ sha256, bytes }) => ({ key: bytesKey(sha256), bytes })))
        sent.push(...some.map(({ sha256 }) => sha256))
        return
      }
      await mapParallel(some, SENDING, async ({ sha256, bytes }) => {
        const file = await this.cache.tempFile()
        try {
          await writeFile(file, bytes, { flag: 'wx' })
          await this.#blobs.keep({ file, size: bytes.length }, bytesKey(sha256))
          sent.push(sha256)
          await this.cache.add(sha256, file)
        } finally {
          await discardTemp(file)
        }
      })
    })
  }

  /**
   * Sends what is not in the store. The rows come first, so that bytes of a process that was killed in between are known; what
   * is written again stays for a day, so that rows of files may name it.
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
    for (const some of inParts(all, ROWS)) {
      const rows = await db
        .insertInto('stored_content')
        .values(some.map(({ sha256, size }) => ({ sha256, size, isStored: 0, touchTime })))
        .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ touchTime }))
        .returning(['sha256', 'isStored'])
        .execute()
      const lost = await mapParallel(rows, SENDING, async ({ sha256, isStored }) =>
        isStored === 1 && (await this.#blobs.has(bytesKey(sha256))) ? [] : [sha256],
      )
      const wanted = lost.flat()
      if (wanted.length === 0) continue
      const sent: string[] = []
      try {
        await send(
          wanted.map((sha256) => must(byHash.get(sha256), 'its content')),
          sent,
        )
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

  /** Absolute path of the bytes on this machine. @throws AppError `not-found` that names the file when the store lacks them */
  async file(sha256: string, name: string): Promise<string> {
    try {
      const own = this.#blobs.local?.pathOf(bytesKey(sha256))
      if (own === undefined) return await this.cache.file(sha256, () => this.#blobs.stream(bytesKey(sha256)))
      await naming(name, () => stat(own))
      return own
    } catch (error) {
      throw lacking(error, name)
    }
  }

  /** The bytes. @throws AppError `not-found` that names the file when the store lacks them */
  async read({ sha256, size }: { sha256: string; size: number }, name: string): Promise<Buffer> {
    const own = this.#blobs.local?.pathOf(bytesKey(sha256))
    if (own === undefined) return readFile(await this.file(sha256, name))
    return readSized(own, size).catch((error: unknown) => {
      throw lacking(error, name)
    })
  }

  async stream({ sha256, size }: { sha256: string; size: number }, name: string, range?: ByteRange): Promise<Readable> {
    if (this.#blobs.local || size <= DIRECT_BYTES) return createReadStream(await this.file(sha256, name), range)
    try {
      return await this.#blobs.stream(bytesKey(sha256), range)
    } catch (error) {
      throw lacking(error, name)
    }
  }

  /** Are the bytes in the store? */
  async has(sha256: string): Promise<boolean> {
    const rows = currentDb(this.#root).selectFrom('stored_content').select('sha256').where('sha256', '=', sha256)
    const row = await rows.where('isStored', '=', 1).executeTakeFirst()
    return row !== undefined && this.#blobs.has(bytesKey(sha256))
  }

  /** The bytes when they are there and are what their hash says; else null. */
  async readWhole(sha256: string): Promise<Buffer | null> {
    const bytes = await this.file(sha256, '').then(
      (file) => readFile(file),
      () => null,
    )
    return bytes && createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : null
  }

  /** Removes bytes that nothing has referred to for a day, each under the lock of its row, and what is too much here. */
  async prune(now: Date): Promise<void> {
    await this.cache.prune(now)
    const before = now.getTime() - DAY_MS
    for (const { sha256 } of await unnamed(this.#root, before).execute()) {
      await this.#root.transaction().execute(async (db) => {
        // Whoever writes the same content waits for this row, and sends it anew then.
        const locked = await db
          .updateTable('stored_content')
          .set((eb) => ({ touchTime: eb.ref('touchTime') }))
          .where('sha256', '=', sha256)
          .where('touchTime', '<', before)
          .returning('sha256')
          .executeTakeFirst()
        if (!locked || !(await unnamed(db, before).where('content.sha256', '=', sha256).executeTakeFirst())) return
        await this.#blobs.remove(bytesKey(sha256))
        await db.deleteFrom('stored_content').where('sha256', '=', sha256).execute()
      })
    }
  }
}

/** Contents that no row names: of files, versions and states of templates, of built pages, and of what lies at publish targets. */
const unnamed = (db: Kysely<Database>, before: number) =>
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

function lacking(error: unknown, name: string): unknown {
  const isGone = error instanceof AppError ? error.code === 'not-found' : fsCode(error) === 'ENOENT'
  if (!isGone) return error
  const message = `“${name}”的内容不在文件存储中，请联系管理员检查文件存储，或从备份恢复`
  return new AppError('not-found', message, { cause: error })
}
