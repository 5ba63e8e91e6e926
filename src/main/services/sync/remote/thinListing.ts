import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { FileEntry as ListedFile } from '#shared/contract/templateFile.ts'
import { AppError } from '#shared/errors/index.ts'
import { normalize } from '../core/names.ts'
import { FOLDER, type Entry, type FileEntry } from '../core/tree.ts'
import type { RemoteState, RemoteVersion } from './remote.ts'
import type { ListingCache } from './listingCache.ts'

/** The contents of a folder: name → stamp from its listing. */
export type Names = Map<string, string>

export interface ThinListing extends RemoteState {
  tree: Map<string, Entry>
  folders: Map<string, Names>
}

export interface ListingSource {
  /** The documented listing of a folder of the template; '' is its root. */
  listFolder(path: string, signal: AbortSignal): Promise<readonly ListedFile[]>
  /** Downloads and hashes a file of the server, and caches its bytes. */
  hash(path: string, signal: AbortSignal): Promise<FileEntry>
  cache: ListingCache
  /** ms. Resolution of the listed times. Two writes within this time may be listed with the same time. */
  timeStep: number
}

/** A deeper folder indicates a loop. */
const MAX_DEPTH = 40
const PARALLEL = 4

/**
 * Lists a template of a server without our sync calls, with the documented call, folder by folder. Only new or changed
 * files are hashed, by downloading them.
 */
export async function listThin(
  source: ListingSource,
  version: RemoteVersion,
  signal: AbortSignal,
): Promise<ThinListing> {
  const folders = new Map<string, Names>()
  const found = new Map<string, ListedFile>()
  const visit = async (path: string, depth: number): Promise<void> => {
    if (depth > MAX_DEPTH) throw new AppError('bad-answer', `服务器上的文件夹层数太多：${path}`)
    const items = await source.listFolder(path, signal)
    folders.set(path, namesOf(items))
    for (const item of items) {
      const child = normalize(path ? `${path}/${item.name}` : item.name)
      if (item.name === '' || item.folder === item.file || found.has(child)) {
        throw new AppError('bad-answer', `服务器返回的文件清单不完整（${child}），本次未同步`)
      }
      found.set(child, item)
      if (item.folder) await visit(child, depth + 1)
    }
  }
  await visit('', 0)
  for (const path of [...source.cache.times.keys()].filter((each) => !found.has(each))) {
    source.cache.times.delete(path)
    source.cache.files.delete(path)
  }
  const tree = new Map<string, Entry>()
  const queue = new PQueue({ concurrency: PARALLEL })
  const readings: Promise<unknown>[] = []
  for (const [path, item] of found) {
    tree.set(path, FOLDER)
    if (item.folder) continue
    recordTime(source.cache, path, item)
    const entry = knownEntry(source.cache, path, item)
    if (entry) tree.set(path, entry)
    else readings.push(queue.add(async () => tree.set(path, await readEntry(source, path, item, signal))))
  }
  try {
    await Promise.all(readings)
  } catch (error) {
    queue.clear()
    await queue.onIdle()
    throw error
  }
  const times = new Map([...found].map(([path, { updateTime }]) => [path, updateTime]))
  return { version, tree, times, folders }
}

/** Summary of a listed entry, for comparison with a later listing. */
export const listingStamp = ({ folder, size, updateTime }: ListedFile): string =>
  folder ? 'folder' : `file ${size} ${updateTime}`
export const namesOf = (items: readonly ListedFile[]): Names =>
  new Map(items.map((item) => [item.name, listingStamp(item)]))

export const sameNames = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([name, stamp]) => b.get(name) === stamp)

/** Records when a file was first listed with this time. */
function recordTime({ times }: ListingCache, path: string, { updateTime: time, size }: ListedFile): void {
  const before = times.get(path)
  if (before?.time !== time || before.size !== size) times.set(path, { time, size, since: performance.now() })
}

/** The content of a file whose listing hasn't changed since it was read; undefined when it must be read. */
export function knownEntry({ files }: ListingCache, path: string, item: ListedFile): FileEntry | undefined {
  const known = files.get(path)
  return known?.isCertain && known.time === item.updateTime && known.size === item.size ? known.entry : undefined
}

/** Reads a file once `timeStep` has passed since its time was first listed, so that later writes get another time. */
async function readEntry(
  source: ListingSource,
  path: string,
  item: ListedFile,
  signal: AbortSignal,
): Promise<FileEntry> {
  const { cache, timeStep } = source
  const since = cache.times.get(path)?.since ?? performance.now()
  const waitMs = since + timeStep - performance.now()
  if (waitMs > 0) await sleep(waitMs, undefined, { signal })
  const entry = await source.hash(path, signal)
  // S29: an empty download of a file whose listed size is not 0 is a fault of the server, not its content.
  if (entry.size === 0 && item.size > 0) {
    throw new AppError('bad-answer', `“${path}”下载到的内容为空，本次未同步`)
  }
  cache.files.set(path, { time: item.updateTime, size: item.size, entry, isCertain: item.updateTime !== '' })
  return entry
}
