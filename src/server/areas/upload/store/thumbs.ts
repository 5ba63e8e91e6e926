import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import PQueue from 'p-queue'
import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { discardTemp } from '#server/storage/leftovers.ts'

/** Path prefix of thumbnails, followed by the same path as the image. */
export const THUMBS_PREFIX = '/thumbs/'

/** Longest side in pixels, sharp on the library's cards at double density. */
const MAX_SIDE_PX = 480
const WEBP_QUALITY = 80
/** Larger images are not decoded: a small file can contain an enormous image. */
const MAX_PIXELS = 100_000_000

/** Limited concurrency, because decoding needs memory. */
const queue = new PQueue({ concurrency: 2 })
const pendingThumbs = new Map<string, Promise<void>>()

const toThumbPath = (deps: ServerDeps, blobKey: string): string =>
  join(deps.dataDir, 'uploads', 'thumbs', `${basename(blobKey)}.webp`)

/**
 * Returns the thumbnail of an image as a local WebP file, created on first use; null when the image can't be decoded.
 * Thumbnails are a cache and can be deleted at any time.
 */
export async function getThumb(deps: ServerDeps, blobKey: string): Promise<{ file: string; size: number } | null> {
  const file = toThumbPath(deps, blobKey)
  const findFile = () => stat(file).catch(() => null)
  if (!(await findFile())) {
    const pending =
      pendingThumbs.get(file) ??
      queue.add(() => createThumb(deps, blobKey, file)).finally(() => pendingThumbs.delete(file))
    pendingThumbs.set(file, pending)
    await pending.catch((err: unknown) => deps.log.warn({ err, blobKey }, 'no thumbnail could be created'))
  }
  const made = await findFile()
  return made && { file, size: made.size }
}

export const removeThumb = (deps: ServerDeps, blobKey: string): Promise<void> =>
  rm(toThumbPath(deps, blobKey), { force: true })

async function createThumb(deps: ServerDeps, blobKey: string, file: string): Promise<void> {
  const { blobs } = await storesOf(deps)
  const { sharp } = await import('#server/sharp.ts')
  const temp = await blobs.tempFile()
  try {
    const shrink = sharp({ limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({ width: MAX_SIDE_PX, height: MAX_SIDE_PX, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: WEBP_QUALITY })
    await pipeline(await blobs.stream(blobKey), shrink, createWriteStream(temp, { flush: true }))
    await mkdir(dirname(file), { recursive: true })
    await rename(temp, file)
  } finally {
    await discardTemp(temp)
  }
}
