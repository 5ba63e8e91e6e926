import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { publicUploads, getThumb } from '#server/areas/upload/index.ts'
import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { AppError } from '#shared/errors/index.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import type { ComposedFile } from './state.ts'

const THUMB = /^thumbs\//
const originalOf = (path: string): string => `/${path.replace(THUMB, 'files/')}`

/** Paths of one query. */
const PATHS = 500

/**
 * The uploads that pages show, as files of the release. Private and deleted ones are missing.
 * @param paths `files/…` and `thumbs/…`
 */
export async function uploadsOf(
  deps: ServerDeps,
  paths: ReadonlySet<string>,
  before: ReadonlyMap<string, ComposedFile>,
): Promise<{ files: ComposedFile[]; missing: string[] }> {
  const files: ComposedFile[] = []
  const missing: string[] = []
  for (const part of splitIntoBatches([...paths], PATHS)) {
    const rows = await publicUploads(deps.db, new Set(part.map(originalOf)))
    for (const path of part) {
      const row = rows.get(originalOf(path))
      const revision = row ? `${THUMB.test(path) ? 'thumb' : 'file'} ${row.sha512}` : ''
      const known = before.get(path)
      const thumb = row && THUMB.test(path) && known?.revision !== revision ? await getThumb(deps, row.blobKey) : null
      if (row && known?.revision === revision) files.push(known)
      else if (row && thumb) files.push(upload(path, revision, thumb.size))
      else if (row && !THUMB.test(path)) files.push(upload(path, revision, row.size))
      else missing.push(path)
    }
  }
  return { files, missing }
}

const upload = (path: string, revision: string, sizeBytes: number): ComposedFile => ({
  path,
  revision,
  digest: revision,
  sizeBytes,
  sha256: '',
  uploads: '[]',
})

/** The bytes of a file of a release. @throws AppError `not-found` for an upload that was deleted since */
export async function readComposed(deps: ServerDeps, { path, sha256, sizeBytes }: ComposedFile): Promise<Readable> {
  const { contents, blobs } = await storesOf(deps)
  if (sha256 !== '') return contents.stream({ sha256, size: sizeBytes }, path)
  const row = (await publicUploads(deps.db, new Set([originalOf(path)]))).get(originalOf(path))
  if (!row) throw new AppError('not-found', `文件“/${path}”已被删除，请重新生成静态页面后再发布`)
  if (!THUMB.test(path)) return blobs.stream(row.blobKey)
  const thumb = await getThumb(deps, row.blobKey)
  if (!thumb) throw new AppError('not-found', `图片“/${path}”无法生成缩略图，请重新上传`)
  return createReadStream(thumb.file)
}
