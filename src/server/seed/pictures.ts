import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'
import { FILES_PREFIX, createBlobKey, readImage } from '../areas/upload/index.ts'
import { storesOf } from '../storage/stores.ts'

/** Stores a picture of the resources as an upload without an owner; returns its access path. */
export async function storePicture(db: Kysely<Database>, deps: ServerDeps, picture: string): Promise<string> {
  const file = path.join(deps.resourcesDir, picture)
  const extension = path.extname(picture).slice(1)
  const now = deps.clock.now()
  const key = createBlobKey(now, extension)
  const bytes = await readFile(file)
  const { blobs } = await storesOf(deps)
  const received = await blobs.receive(Readable.from([bytes]), { sha256: false })
  await blobs.store(received, key)
  await blobs.discard(received)
  const facts = readImage(bytes)
  await db.insertInto('blob').values({ blobKey: key, isStored: 1, touchTime: now.getTime() }).execute()
  await db
    .insertInto('attachment')
    .values({
      accountId: 0,
      kind: 'image',
      oldName: path.basename(picture),
      accessPath: FILES_PREFIX + key,
      blobKey: key,
      extension,
      size: received.size,
      imageWidth: facts?.width ?? 0,
      imageHeight: facts?.height ?? 0,
      sha512: received.sha512,
      sha256: '',
      dir: 'image',
      path: '',
      isRegistered: 1,
      createTime: now.getTime(),
      expireTime: null,
    })
    .execute()
  return FILES_PREFIX + key
}
