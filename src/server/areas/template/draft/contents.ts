import type { ContentStore } from '#server/storage/contentStore.ts'
import { decodeText, encodeText } from '#server/storage/text.ts'
import type { FileVersion } from '#shared/contract/templateDraft.ts'
import { AppError } from '#shared/errors/index.ts'
import { mergeTexts } from '#shared/util/mergeTexts.ts'
import type { Entry } from './compare.ts'

/** Larger texts are neither shown nor merged. */
const MAX_TEXT_BYTES = 1024 * 1024

/** The error for files that changed since they were compared. */
export const createChangedError = (): AppError =>
  new AppError('conflict', '文件刚刚有新的变化，未改动任何文件，请刷新并查看新的清单后再决定')

/** Reads the bytes of a file; null for other entries, large files and missing content. */
export const readComparableBytes = async (contents: ContentStore, entry: Entry | null): Promise<Buffer | null> =>
  entry?.kind === 'file' && entry.size <= MAX_TEXT_BYTES ? contents.readVerified(entry.sha256) : null

export const toFileVersion = (entry: Entry | null, bytes: Buffer | null): FileVersion => ({
  exists: entry !== null,
  size: entry?.size ?? 0,
  text: bytes ? (decodeText(bytes)?.content ?? null) : null,
})

/** Merges both changes of a text; null when they overlap, or one of the three is not a text of the same encoding. */
export function mergeBytes(name: string, base: Buffer | null, live: Buffer | null, draft: Buffer | null) {
  const texts = [base, live, draft].map((bytes) => bytes && decodeText(bytes))
  const [was, ours, theirs] = texts
  if (!was || !ours || !theirs || texts.some((text) => text?.encoding !== was.encoding)) return null
  // Different line endings can't be merged, because the result would have the endings of one side.
  const usesCrlf = (text: string): boolean => text.includes('\r\n')
  if (usesCrlf(was.content) !== usesCrlf(ours.content) || usesCrlf(was.content) !== usesCrlf(theirs.content))
    return null
  const merged = mergeTexts(was.content, theirs.content, ours.content)
  return merged.clean ? encodeText(merged.text, was.encoding, name) : null
}
