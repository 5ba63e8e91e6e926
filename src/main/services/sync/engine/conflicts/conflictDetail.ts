import { lstat, readFile, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { OutputOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { mergeTexts } from '#shared/util/mergeTexts.ts'
import { decodeText, MAX_TEXT_BYTES } from '#services/sync/core/text.ts'
import type { FileEntry } from '#services/sync/core/tree.ts'
import type { Session } from '../context.ts'
import { readLocalVersion } from './resolve.ts'
import { readRemote } from '../transfer.ts'
import { extname } from 'node:path'

type Detail = OutputOf<'workspaces.conflict'>
type Side = Detail['local']

/** Both current versions of a conflicted file, their common base, and a proposed merge. */
export async function readConflictDetail(session: Session, path: string): Promise<Detail> {
  const kept = session.store.conflicts().find((conflict) => conflict.path === path)
  if (!kept) throw new AppError('not-found', `“${path}”的冲突已经解决`)
  const state = await session.remote.list(session.signal)
  const theirs = state.tree.get(path)
  const local = await localSide(session, path)
  const remote = await remoteSide(session, path, theirs?.kind === 'file' ? theirs : null, {
    updateTime: state.times.get(path) ?? '',
    author: session.remote.authorOf?.(path) ?? '',
  })
  const baseBytes = session.store.readText(kept.base)
  const base = baseBytes ? (decodeText(baseBytes)?.text ?? null) : null
  const merged = local.text === null || remote.text === null ? null : mergeTexts(base, local.text, remote.text)
  return { path, base, local, remote, merged }
}

const NO_FILE: Side = { exists: false, text: null, picture: null, size: 0, sha256: '', updateTime: '', author: '' }

async function localSide(session: Session, path: string): Promise<Side> {
  const entry = await readLocalVersion(session, path)
  if (!entry) return NO_FILE
  const file = await session.files.resolve(path)
  // The same format as the server's times.
  const updateTime = formatDateTime((await lstat(file)).mtime)
  return {
    exists: true,
    text: await textOf(file, entry),
    picture: await pictureOf(path, file),
    size: entry.size,
    sha256: entry.sha256,
    updateTime,
    author: `这台电脑（${hostname()}）`,
  }
}

async function remoteSide(
  session: Session,
  path: string,
  entry: FileEntry | null,
  last: Pick<Side, 'updateTime' | 'author'>,
): Promise<Side> {
  if (!entry) return NO_FILE
  const shown = { exists: true, size: entry.size, sha256: entry.sha256, ...last }
  const picture = pictureType(path) !== null && entry.size <= MAX_PICTURE_BYTES
  if (entry.size > MAX_TEXT_BYTES && !picture) return { ...shown, text: null, picture: null }
  const temp = await readRemote(session, path, entry)
  try {
    return { ...shown, text: await textOf(temp, entry), picture: await pictureOf(path, temp) }
  } finally {
    await rm(temp, { force: true })
  }
}

const textOf = async (file: string, entry: FileEntry): Promise<string | null> =>
  entry.size > MAX_TEXT_BYTES ? null : (decodeText(await readFile(file))?.text ?? null)

/** Bytes. Larger pictures are not shown. */
const MAX_PICTURE_BYTES = 6 * 1024 * 1024
const PICTURE_TYPES: Record<string, string | undefined> = {
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.gif': 'gif',
  '.webp': 'webp',
  '.avif': 'avif',
  '.bmp': 'bmp',
  '.ico': 'x-icon',
}

/** The subtype of a picture that a page can show, by file name; null for anything else. */
const pictureType = (path: string): string | null => PICTURE_TYPES[extname(path).toLowerCase()] ?? null

/** The picture in `file` as a data URL; null if `path` names no picture or the file is too large. */
async function pictureOf(path: string, file: string): Promise<string | null> {
  const type = pictureType(path)
  if (type === null || (await lstat(file)).size > MAX_PICTURE_BYTES) return null
  return `data:image/${type};base64,${(await readFile(file)).toString('base64')}`
}
