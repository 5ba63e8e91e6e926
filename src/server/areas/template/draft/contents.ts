import type { Contents } from '#server/storage/contents.ts'
import { decodeText, encodeText } from '#server/storage/text.ts'
import type { FileVersion } from '#shared/contract/templateDraft.ts'
import { AppError } from '#shared/errors/index.ts'
import { mergeTexts } from '#shared/util/mergeTexts.ts'
import type { Entry } from './compare.ts'

/** A larger text is neither shown nor merged. */
const TEXT_LIMIT = 1024 * 1024

/** AppError `conflict`: the files were changed while they were read. */
export const movedOn = (): AppError =>
  new AppError('conflict', '文件刚刚又有变化，没有改动任何文件，请刷新后看过新的清单再决定')

/** The bytes of a file; null when it is none, too large, or not there any more. */
export const bytesOf = async (contents: Contents, entry: Entry | null): Promise<Buffer | null> =>
  entry?.kind === 'file' && entry.size <= TEXT_LIMIT ? contents.readWhole(entry.sha256) : null

export const versionOf = (entry: Entry | null, bytes: Buffer | null): FileVersion => ({
  exists: entry !== null,
  size: entry?.size ?? 0,
  text: bytes ? (decodeText(bytes)?.content ?? null) : null,
})

/** Both changes of a text as one; null when they touch, or one of the three is no text of the same encoding. */
export function mergeBytes(name: string, base: Buffer | null, live: Buffer | null, draft: Buffer | null) {
  const texts = [base, live, draft].map((bytes) => bytes && decodeText(bytes))
  const [was, ours, theirs] = texts
  if (!was || !ours || !theirs || texts.some((text) => text?.encoding !== was.encoding)) return null
  // Line ends count: a merge by lines would give the whole file those of one side.
  const ends = (text: string): boolean => text.includes('\r\n')
  if (ends(was.content) !== ends(ours.content) || ends(was.content) !== ends(theirs.content)) return null
  const merged = mergeTexts(was.content, theirs.content, ours.content)
  return merged.clean ? encodeText(merged.text, was.encoding, name) : null
}
