import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { Span } from './plan.ts'

// Where nothing lies on a disk alone, each chunk is an object of the store until the upload is whole: the next one may come to
// another process.

export const sharesParts = async (deps: ServerDeps): Promise<boolean> => Boolean(deps.s3)

/** Keeps a chunk whose bytes have come: safe when this resolves. Answers how many bytes came. */
export async function storePart(
  deps: ServerDeps,
  session: { id: number; partFile: string },
  span: Span,
  bytes: AsyncIterable<Buffer> | Readable,
): Promise<number> {
  const { blobs } = await storesOf(deps)
  const received = await blobs.receive(bytes, { sha256: false })
  try {
    if (received.size !== span.end - span.start) return received.size
    const blobKey = `parts/${session.partFile}/${span.start}-${span.end}`
    await blobs.remove(blobKey)
    await blobs.keep(received, blobKey)
    await deps.db
      .insertInto('upload_part')
      .values({ sessionId: session.id, startAt: span.start, endAt: span.end, blobKey })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return received.size
  } finally {
    await blobs.discard(received)
  }
}

/** Writes what has come of the bytes before `upTo` into the upload's file on this machine. */
export async function bringParts(
  deps: ServerDeps,
  { id, file }: { id: number; file: string },
  upTo: number,
): Promise<void> {
  const { blobs } = await storesOf(deps)
  const rows = deps.db.selectFrom('upload_part').selectAll().where('sessionId', '=', id).where('startAt', '<', upTo)
  await (await open(file, 'a')).close()
  for (const { startAt, blobKey } of await rows.orderBy('startAt').execute())
    await pipeline(await blobs.stream(blobKey), createWriteStream(file, { flags: 'r+', start: startAt }))
}

/** Removes the chunks of uploads that are over or gone. */
export async function removePartsOfEnded(deps: ServerDeps): Promise<void> {
  const { blobs } = await storesOf(deps)
  const rows = await deps.db
    .selectFrom('upload_part')
    .leftJoin('upload_session', 'upload_session.id', 'upload_part.sessionId')
    .select(['upload_part.sessionId', 'upload_part.blobKey'])
    .where((eb) =>
      eb.or([
        eb('upload_session.id', 'is', null),
        eb('upload_session.attachmentId', 'is not', null),
        eb('upload_session.failure', '<>', ''),
      ]),
    )
    .execute()
  for (const { sessionId, blobKey } of rows) {
    await blobs.remove(blobKey)
    await deps.db.deleteFrom('upload_part').where('sessionId', '=', sessionId).where('blobKey', '=', blobKey).execute()
  }
}
