import { AppError } from '#shared/errors/index.ts'
import type { ApiClient } from '#services/types.ts'
import { normalize } from '../core/names.ts'
import { FOLDER, type Entry, type FileEntry } from '../core/tree.ts'
import type { RemoteState } from './port.ts'

interface KnownFile {
  time: string
  size: number
  entry: FileEntry
  /** The time text has seconds only: a hash counts once a later listing showed the same time. */
  sure: boolean
}
export interface ThinListing extends RemoteState {
  files: Map<string, KnownFile>
}

/** A folder deeper than this is a loop. */
const MAX_DEPTH = 40

/** Lists a template by the documented call, folder by folder; only new or changed files are hashed (by downloading). */
export async function listThin(
  client: ApiClient,
  folder: string,
  before: ThinListing,
  hash: (path: string) => Promise<FileEntry>,
  signal: AbortSignal,
): Promise<ThinListing> {
  const files: ThinListing['files'] = new Map()
  const tree = new Map<string, Entry>()
  const times = new Map<string, string>()
  const visit = async (path: string, depth: number): Promise<void> => {
    if (depth > MAX_DEPTH) throw new AppError('bad-answer', `服务器上的文件夹层数太多：${path}`)
    const { data } = await client.call('templateFile.list', { path: path ? `${folder}/${path}` : folder }, { signal })
    for (const item of data) {
      const child = normalize(path ? `${path}/${item.name}` : item.name)
      if (item.name === '' || item.folder === item.file || tree.has(child)) {
        throw new AppError('bad-answer', `服务器给出的文件清单不完整（${child}），这一次没有同步`)
      }
      times.set(child, item.updateTime)
      if (item.folder) {
        tree.set(child, FOLDER)
        await visit(child, depth + 1)
        continue
      }
      const known = before.files.get(child)
      const same = known !== undefined && known.time === item.updateTime && known.size === item.size
      const entry = same && known.sure ? known.entry : await hash(child)
      // S29: nothing comes down of a file that has a size.
      if (entry.size === 0 && item.size > 0) {
        throw new AppError('bad-answer', `“${child}”下载到的内容是空的，这一次没有同步`)
      }
      files.set(child, { time: item.updateTime, size: item.size, entry, sure: same && item.updateTime !== '' })
      tree.set(child, entry)
    }
  }
  await visit('', 0)
  return { version: before.version + 1, files, tree, times }
}
