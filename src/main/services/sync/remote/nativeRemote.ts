import { readFile } from 'node:fs/promises'
import { AppError } from '#shared/errors/index.ts'
import type { ApiClient } from '#services/types.ts'
import { nameOf, type FileEntry } from '../core/tree.ts'
import { downloadTo } from './download.ts'
import type { Remote } from './remote.ts'
import { treeOf } from './tree.ts'

/** Bytes. Files up to this size are sent inside the call; the contract allows 1 MB of base64. */
const MAX_INLINE_BYTES = 512 * 1024
export const LONG_POLL_MS = 25_000

/**
 * Sitecraft's own server: complete manifests with hashes, atomic compare-and-write, long polling (template-sync-1).
 * `machine` is this computer's name, which other users see beside a change.
 */
export function createNativeRemote(client: ApiClient, folder: string, machine = ''): Remote {
  return {
    async list(signal) {
      const { data } = await client.call('templateSync.manifest', { folder }, { signal })
      return {
        version: String(data.version),
        tree: treeOf(data.entries),
        times: new Map(data.entries.map(({ path, updateTime }) => [path, updateTime])),
      }
    },
    read: (path, to, signal) => downloadTo(client, folder, path, to, signal),
    async put(path, { file, entry }, expected, signal) {
      const bytes =
        entry.size <= MAX_INLINE_BYTES
          ? { content: (await readFile(file)).toString('base64') }
          : { accessPath: await uploadContent(client, path, file, signal) }
      const input = { folder, path, machine, sha256: entry.sha256, expected: expected?.sha256 ?? null, ...bytes }
      await client.call('templateSync.put', input, { signal }).catch(ignoreIfApplied(entry))
    },
    async removeFile(path, expected, signal) {
      const input = { folder, path, machine, folderEntry: false, expected: expected.sha256 }
      await client.call('templateSync.remove', input, { signal }).catch(ignoreIfApplied(null))
    },
    async removeFolder(path, signal) {
      const input = { folder, path, machine, folderEntry: true, expected: null }
      await client.call('templateSync.remove', input, { signal }).catch(ignoreIfApplied(null))
    },
    async makeFolder(path, signal) {
      await client.call('templateSync.makeFolder', { folder, path, machine }, { signal })
    },
    async wait(version, signal) {
      const input = { folder, since: Number(version), timeoutMs: LONG_POLL_MS }
      await client.call('templateSync.wait', input, { signal, timeoutMs: LONG_POLL_MS + 10_000 })
      return null
    },
  }
}

async function uploadContent(client: ApiClient, path: string, file: string, signal: AbortSignal): Promise<string> {
  const attachment = await client.upload('file', { path: file, name: nameOf(path) }, { dir: 'sync', signal })
  return attachment.accessPath
}

/** A call whose response was lost may have succeeded: the server then already has the intended content (null: none). */
const ignoreIfApplied =
  (meant: FileEntry | null) =>
  (error: unknown): void => {
    const fact = error instanceof AppError && error.code === 'conflict' ? error.details.fact : undefined
    const current = fact?.kind === 'content' ? fact.current : undefined
    if (current === undefined || current !== (meant?.sha256 ?? 'none')) throw error
  }
