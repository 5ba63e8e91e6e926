import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UPLOAD_RULES } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ApiClient } from '#services/types.ts'
import { decodeText } from '../core/text.ts'
import { nameOf, sameEntry, type FileEntry } from '../core/tree.ts'
import { hashFile } from '../local/hashFile.ts'
import { downloadTo, placeOf } from './download.ts'
import { listThin, type ThinListing } from './thinListing.ts'
import type { Remote } from './port.ts'

export interface ThinOptions {
  client: ApiClient
  folder: string
  /** A folder for temp files. */
  temp: string
  /** Pause between two listings, ms. */
  pollMs: number
}

/**
 * A server with the documented calls only: no hashes, no compare-and-write. A write reads, compares, writes and reads
 * again (S11); contents are hashed by downloading what the listing shows as changed.
 */
export function thinRemote({ client, folder, temp, pollMs }: ThinOptions): Remote {
  let known: ThinListing = { version: 0, files: new Map(), tree: new Map(), times: new Map() }
  const download = async <T>(path: string, signal: AbortSignal, work: (file: string) => Promise<T>): Promise<T> => {
    const file = join(temp, randomUUID())
    try {
      await downloadTo(client, folder, path, file, signal)
      return await work(file)
    } finally {
      await rm(file, { force: true })
    }
  }
  const hash = (path: string, signal: AbortSignal): Promise<FileEntry> => download(path, signal, hashFile)
  const namesIn = async (path: string, signal: AbortSignal): Promise<string[]> =>
    (await client.call('templateFile.list', { path }, { signal })).data.map(({ name }) => name)
  const current = async (path: string, signal: AbortSignal): Promise<FileEntry | undefined> => {
    const place = placeOf(folder, path)
    return (await namesIn(place.path, signal)).includes(place.name) ? hash(path, signal) : undefined
  }
  const expect = async (path: string, expected: FileEntry | null, signal: AbortSignal): Promise<void> => {
    if (!sameEntry(await current(path, signal), expected ?? undefined)) throw changed(path)
  }
  return {
    async list(signal) {
      known = await listThin(client, folder, known, (path) => hash(path, signal), signal)
      return known
    },
    read: (path, to, signal) => downloadTo(client, folder, path, to, signal),
    async put(path, { file, entry }, expected, signal) {
      await expect(path, expected, signal)
      await write(client, folder, path, file, expected === null, signal)
      known.files.delete(path)
      if (!sameEntry(await current(path, signal), entry)) {
        throw new AppError('bad-answer', `服务器保存“${path}”后的内容与本地不同，将重新比较`)
      }
    },
    async removeFile(path, expected, signal) {
      await expect(path, expected, signal)
      const place = placeOf(folder, path)
      await client.call('templateFile.remove', { path: place.path, deleteFileName: place.name }, { signal })
      if ((await namesIn(place.path, signal)).includes(place.name)) throw changed(path)
    },
    async removeFolder(path, signal) {
      if ((await namesIn(`${folder}/${path}`, signal)).length > 0) throw changed(path)
      const place = placeOf(folder, path)
      await client.call('templateFile.remove', { path: place.path, deleteFileName: place.name }, { signal })
    },
    async makeFolder(path, signal) {
      const place = placeOf(folder, path)
      if ((await namesIn(place.path, signal)).includes(place.name)) return
      await client.call('templateFile.newFolder', { path: place.path, folderName: place.name }, { signal })
    },
    async wait(_version, signal) {
      await sleep(pollMs, undefined, { signal })
    },
  }
}

const changed = (path: string): AppError => new AppError('conflict', `服务器上的“${path}”又有变化，将重新比较`)

/** Upload and register keeps bytes as they are; what that call refuses goes as text, if it is UTF-8 text. */
async function write(
  client: ApiClient,
  folder: string,
  path: string,
  file: string,
  isNew: boolean,
  signal: AbortSignal,
): Promise<void> {
  const place = placeOf(folder, path)
  const extension = nameOf(path).split('.').pop()?.toLowerCase() ?? ''
  if (UPLOAD_RULES.file.extensions.includes(extension)) {
    const { accessPath } = await client.upload('file', { path: file, name: place.name }, { signal })
    await client.call('templateFile.upload', { path: place.path, realName: place.name, accessPath }, { signal })
    return
  }
  const text = decodeText(await readFile(file))
  if (text?.encoding !== 'utf-8') {
    throw new AppError('unsupported', `这个服务器不接受“.${extension}”文件，“${path}”没有上传`)
  }
  if (isNew) await client.call('templateFile.newFile', { path: place.path, filename: place.name }, { signal })
  await client.call('templateFile.save', { path: place.path, saveFileName: place.name, content: text.text }, { signal })
}
