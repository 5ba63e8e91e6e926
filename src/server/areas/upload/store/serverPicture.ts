import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { AppError } from '#shared/errors/index.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { findByAccessPath, FILES_PREFIX, createBlobKey } from '../attachment/attachments.ts'
import { readImage } from './content.ts'
import { toContentKey, storeBlobs } from './storeUpload.ts'

export interface ServerPicture {
  accountId: number
  siteId: number
  /** File name with extension. */
  name: string
  bytes: Buffer
}

/**
 * Adds an image obtained by the server to the library. Must not run in a transaction.
 * @returns its access path
 * @throws AppError `unsupported` for bytes that are not an image
 */
export async function storeServerPicture(deps: ServerDeps, picture: ServerPicture): Promise<string> {
  const { accountId, siteId, name, bytes } = picture
  const facts = readImage(bytes)
  if (!facts) throw new AppError('unsupported', `“${name}”的内容不是图片`)
  const { blobs } = await storesOf(deps)
  const received = await blobs.receive(Readable.from([bytes]), { sha256: false })
  const blobKey = toContentKey(received.sha512)
  const now = deps.clock.now()
  const accessPath = FILES_PREFIX + createBlobKey(now, extensionOf(name))
  try {
    await storeBlobs({ db: deps.db, deps, clock: deps.clock }, [{ received, blobKey }], (tx) =>
      tx
        .insertInto('attachment')
        .values({
          accountId,
          kind: 'image',
          oldName: name,
          accessPath,
          blobKey,
          siteId,
          extension: extensionOf(name),
          size: received.size,
          imageWidth: facts.width,
          imageHeight: facts.height,
          sha512: received.sha512,
          sha256: '',
          dir: 'image',
          path: '',
          isRegistered: 1,
          createTime: now.getTime(),
          expireTime: null,
        })
        .execute(),
    )
  } finally {
    await blobs.discard(received)
  }
  return accessPath
}

/** Reads an upload that the server sends elsewhere; null if it does not exist. */
export async function readUploadBytes(
  db: Kysely<Database>,
  deps: ServerDeps,
  accessPath: string,
): Promise<{ name: string; extension: string; sha512: string; bytes: Buffer } | null> {
  const row = await findByAccessPath(db, accessPath)
  if (!row || row.isPrivate === 1 || row.expireTime !== null) return null
  const { blobs } = await storesOf(deps)
  const bytes = await buffer(await blobs.stream(row.blobKey))
  const sha512 = row.sha512 || createHash('sha512').update(bytes).digest('hex')
  return { name: row.oldName, extension: row.extension, sha512, bytes }
}
