import { readFile } from 'node:fs/promises'
import { parsePath } from '#server/storage/path.ts'
import { decodeText, encodeText } from '#server/storage/text.ts'
import type { ContentsByHash, TemplateStore } from '#server/storage/templateStore.ts'
import type { FileVersion } from '#shared/contract/templateDraft.ts'
import { AppError } from '#shared/errors/index.ts'
import { mergeTexts } from '#shared/util/mergeTexts.ts'
import type { Entry, Tree } from './compare.ts'

/** A larger text is neither shown nor merged. */
const TEXT_LIMIT = 1024 * 1024
/** Files that are copied at the same time. */
const COPYING = 4

/** AppError `conflict`: the files were changed while they were read. */
export const movedOn = (): AppError =>
  new AppError('conflict', '文件刚刚又有变化，没有改动任何文件，请刷新后看过新的清单再决定')

/** Keeps the contents of all files of a template's folder. AppError `conflict` when one was changed meanwhile. */
export async function storeContents(store: TemplateStore, folder: string, tree: Tree): Promise<void> {
  const seen = new Set<string>()
  const left = tree.entries()
  await Promise.all(
    Array.from({ length: COPYING }, async () => {
      for (const [path, entry] of left) {
        if (entry.kind === 'folder' || seen.has(entry.sha256)) continue
        seen.add(entry.sha256)
        if (await store.kept.has(entry.sha256)) continue
        const file = await store.locate([folder, ...parsePath(path)]).catch(() => null)
        if (!file || !(await store.kept.keep(file, entry.sha256))) throw movedOn()
      }
    }),
  )
}

/** A file as it lies in a folder of a template now. */
export const liveBytes = async (
  store: TemplateStore,
  folder: string,
  path: string,
  entry: Entry | null,
): Promise<Buffer | null> =>
  entry?.kind === 'file' && entry.size <= TEXT_LIMIT ? store.read([folder, ...parsePath(path)]) : null

/** A file as it was kept; null as well when it is not there any more. */
export async function readStored(kept: ContentsByHash, entry: Entry | null): Promise<Buffer | null> {
  if (entry?.kind !== 'file' || entry.size > TEXT_LIMIT) return null
  return kept.file(entry.sha256).then(
    (file) => readFile(file),
    () => null,
  )
}

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
