import { readFile, rm } from 'node:fs/promises'
import type { FileEntry as ListedFile } from '#shared/contract/templateFile.ts'
import { UPLOAD_RULES } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ApiClient } from '#services/types.ts'
import { decodeText } from '../core/text.ts'
import { FOLDER, nameOf, parentOf, sameEntry, type FileEntry } from '../core/tree.ts'
import { hashFile } from '../local/hashFile.ts'
import { downloadTo, folderAndName } from './download.ts'
import { createProbe, type PollTimes } from './probe.ts'
import type { Remote } from './remote.ts'
import type { ListingCache } from './listingCache.ts'
import { knownEntry, listThin, listingStamp, type ListingSource, type ThinListing } from './thinListing.ts'

export interface BasicRemoteOptions {
  client: ApiClient
  folder: string
  cache: ListingCache
  times: PollTimes
}

/**
 * A server that has only the documented calls: no hashes, no compare-and-write. A write reads, compares, writes and
 * reads again (S11); contents are hashed by downloading files that the listing shows as changed. The whole template is
 * listed again only when a poll of one folder found a change, when a write found unexpected content, or on request.
 */
export function createBasicRemote({ client, folder, cache, times }: BasicRemoteOptions): Remote {
  let listing: ThinListing | null = null
  /** Whether `known` may be outdated. */
  let isOutdated = true
  const reader = createReader(client, folder, cache)
  const writer = createWriter(client, folder, cache, reader)
  const { listFolder, hash } = reader
  const source: ListingSource = { listFolder, hash, cache, timeStep: times.step }
  const probe = createProbe(listFolder, times)

  /**
   * Updates only the written name in its folder's listing, so that changes by others in the folder are still noticed.
   */
  const updateListing = (path: string, item: ListedFile | undefined): void => {
    const names = listing?.folders.get(parentOf(path))
    if (item) names?.set(nameOf(path), listingStamp(item))
    else names?.delete(nameOf(path))
  }
  /** After a failed write the content on the server is unknown. */
  const invalidateOnError = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      isOutdated = true
      throw error
    }
  }
  return {
    async list(signal) {
      if (listing && !isOutdated) return { ...listing, tree: new Map(listing.tree) }
      const next = await listThin(source, String(Number(listing?.version ?? 0) + 1), signal)
      listing = next
      isOutdated = false
      return { ...next, tree: new Map(next.tree) }
    },
    refresh() {
      isOutdated = true
    },
    async read(path, to, signal) {
      const sha256 = cache.files.get(path)?.entry.sha256
      if (sha256 !== undefined && (await cache.contents.copyTo(sha256, to))) return
      await invalidateOnError(() => downloadTo(client, folder, path, to, signal))
    },
    put: (path, { file, entry }, expected, signal) =>
      invalidateOnError(async () => {
        updateListing(path, await writer.put(path, file, entry, expected, signal))
        listing?.tree.set(path, entry)
      }),
    removeFile: (path, expected, signal) =>
      invalidateOnError(async () => {
        await writer.removeFile(path, expected, signal)
        updateListing(path, undefined)
        listing?.tree.delete(path)
      }),
    removeFolder: (path, signal) =>
      invalidateOnError(async () => {
        await writer.removeFolder(path, signal)
        updateListing(path, undefined)
        listing?.folders.delete(path)
        listing?.tree.delete(path)
      }),
    makeFolder: (path, signal) =>
      invalidateOnError(async () => {
        updateListing(path, await writer.makeFolder(path, signal))
        listing?.folders.set(path, new Map())
        listing?.tree.set(path, FOLDER)
      }),
    async wait(_version, signal) {
      if (!listing || isOutdated) return null
      try {
        await probe(listing.folders, signal)
      } finally {
        if (!signal.aborted) isOutdated = true
      }
      return null
    },
  }
}

/** Read-only requests to the server. */
function createReader(client: ApiClient, folder: string, seen: ListingCache) {
  const listFolder = async (path: string, signal: AbortSignal): Promise<readonly ListedFile[]> =>
    (await client.call('templateFile.list', { path: path ? `${folder}/${path}` : folder }, { signal })).data
  const download = async (path: string, signal: AbortSignal): Promise<{ file: string; entry: FileEntry }> => {
    const file = await seen.contents.tempPath()
    try {
      await downloadTo(client, folder, path, file, signal)
      return { file, entry: await hashFile(file, signal) }
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
  }
  const hash = async (path: string, signal: AbortSignal): Promise<FileEntry> => {
    const { file, entry } = await download(path, signal)
    await seen.contents.add(file, entry)
    return entry
  }
  const find = async (path: string, signal: AbortSignal): Promise<ListedFile | undefined> =>
    (await listFolder(parentOf(path), signal)).find(({ name }) => name === nameOf(path))
  /** The current content of a path. */
  const current = async (path: string, signal: AbortSignal): Promise<FileEntry | undefined> => {
    const item = await find(path, signal)
    if (!item) return undefined
    if (item.folder) throw changedError(path)
    return knownEntry(seen, path, item) ?? read(path, signal)
  }
  /** Downloads and hashes the content. */
  const read = async (path: string, signal: AbortSignal): Promise<FileEntry> => {
    const { file, entry } = await download(path, signal)
    await rm(file, { force: true })
    return entry
  }
  const expect = async (path: string, expected: FileEntry | null, signal: AbortSignal): Promise<void> => {
    if (!sameEntry(await current(path, signal), expected ?? undefined)) throw changedError(path)
  }
  return { listFolder, hash, find, read, expect }
}

/** Changes the server; S11: only paths that have the expected content. */
function createWriter(client: ApiClient, folder: string, seen: ListingCache, reader: ReturnType<typeof createReader>) {
  const { listFolder, find, read, expect } = reader
  const remove = async (path: string, signal: AbortSignal): Promise<void> => {
    const place = folderAndName(folder, path)
    await client.call('templateFile.remove', { path: place.path, deleteFileName: place.name }, { signal })
  }
  return {
    async put(path: string, file: string, entry: FileEntry, expected: FileEntry | null, signal: AbortSignal) {
      await expect(path, expected, signal)
      seen.files.delete(path)
      await writeContent(client, folder, path, file, expected === null, signal)
      const item = await find(path, signal)
      // The server may have altered the content while saving it, so it is read again.
      if (!item || !sameEntry(await read(path, signal), entry)) {
        throw new AppError('bad-answer', `服务器保存“${path}”后的内容与本地不同，将重新比较`)
      }
      return item
    },
    async removeFile(path: string, expected: FileEntry, signal: AbortSignal): Promise<void> {
      await expect(path, expected, signal)
      await remove(path, signal)
      if (await find(path, signal)) throw changedError(path)
      seen.files.delete(path)
    },
    async removeFolder(path: string, signal: AbortSignal): Promise<void> {
      if ((await listFolder(path, signal)).length > 0) throw changedError(path)
      await remove(path, signal)
    },
    async makeFolder(path: string, signal: AbortSignal): Promise<ListedFile | undefined> {
      const item = await find(path, signal)
      if (item) return item
      const place = folderAndName(folder, path)
      await client.call('templateFile.newFolder', { path: place.path, folderName: place.name }, { signal })
      return find(path, signal)
    },
  }
}

const changedError = (path: string): AppError => new AppError('conflict', `服务器上的“${path}”又有变化，将重新比较`)

/**
 * Upload and register keeps the bytes unchanged; files whose type it rejects are saved as text if they are UTF-8 text.
 */
async function writeContent(
  client: ApiClient,
  folder: string,
  path: string,
  file: string,
  isNew: boolean,
  signal: AbortSignal,
): Promise<void> {
  const place = folderAndName(folder, path)
  const extension = nameOf(path).split('.').pop()?.toLowerCase() ?? ''
  if (UPLOAD_RULES.file.extensions.includes(extension)) {
    const { accessPath } = await client.upload('file', { path: file, name: place.name }, { signal })
    await client.call('templateFile.upload', { path: place.path, realName: place.name, accessPath }, { signal })
    return
  }
  const text = decodeText(await readFile(file))
  if (text?.encoding !== 'utf-8') {
    throw new AppError('unsupported', `服务器不接受“.${extension}”文件，“${path}”没有上传`)
  }
  if (isNew) await client.call('templateFile.newFile', { path: place.path, filename: place.name }, { signal })
  await client.call('templateFile.save', { path: place.path, saveFileName: place.name, content: text.text }, { signal })
}
