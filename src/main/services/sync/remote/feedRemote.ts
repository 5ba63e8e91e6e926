import { hostname } from 'node:os'
import type { OutputOf } from '#shared/contract/registry.ts'
import type { ChangedEntry } from '#shared/contract/templateSync.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ApiClient } from '#services/types.ts'
import { normalize } from '../core/names.ts'
import { FOLDER, type Entry } from '../core/tree.ts'
import { createNativeBatch } from './batch.ts'
import { createNativeRemote, LONG_POLL_MS } from './nativeRemote.ts'
import type { Remote, RemoteChanges, RemoteVersion } from './remote.ts'
import { treeOf } from './tree.ts'

/**
 * Sitecraft's own server with a change feed and batches (template-sync-2).
 * @param copies whether it can also copy its own files
 */
export function createFeedRemote(client: ApiClient, folder: string, copies: boolean): Remote {
  const authors = new Map<string, string>()
  const noteAuthors = (entries: readonly Authored[]): void => {
    for (const entry of entries) {
      const author = formatAuthor(entry)
      if (author === '') authors.delete(normalize(entry.path))
      else authors.set(normalize(entry.path), author)
    }
  }
  return {
    ...createNativeRemote(client, folder, machineName()),
    batch: createNativeBatch(client, folder, machineName(), copies),
    async list(signal) {
      const { data } = await client.call('templateSync.manifest', { folder }, { signal })
      authors.clear()
      noteAuthors(data.entries)
      return {
        version: formatVersion(data),
        tree: treeOf(data.entries),
        times: new Map(data.entries.map(({ path, updateTime }) => [normalize(path), updateTime])),
      }
    },
    async changes(since, signal) {
      const known = parseVersion(since)
      if (!known) return { reset: true, version: since }
      const { data } = await client.call('templateSync.changes', { folder, ...known }, { signal })
      noteAuthors(data.entries)
      return toChanges(data)
    },
    async wait(version, signal) {
      const known = parseVersion(version)
      if (!known) return { reset: true, version }
      const input = { folder, ...known, timeoutMs: LONG_POLL_MS }
      const { data } = await client.call('templateSync.wait', input, { signal, timeoutMs: LONG_POLL_MS + 10_000 })
      if (!data.changes) return null
      noteAuthors(data.changes.entries)
      return toChanges(data.changes)
    },
    authorOf: (path) => authors.get(path) ?? '',
  }
}

type Authored = Pick<ChangedEntry, 'path' | 'changedBy' | 'machine'>

const formatAuthor = ({ changedBy, machine }: Authored): string =>
  changedBy !== '' && machine !== '' ? `${changedBy}（${machine}）` : changedBy

/** As displayed to other users beside a change. */
const machineName = (): string => hostname().slice(0, 100)

const formatVersion = ({ version, epoch }: { version: number; epoch: string }): RemoteVersion => `${epoch}:${version}`

/** null: not a version of this kind of server. */
function parseVersion(text: RemoteVersion): { since: number; epoch: string } | null {
  const [, epoch = '', since = ''] = /^([^:]*):(\d+)$/.exec(text) ?? []
  return since === '' ? null : { since: Number(since), epoch }
}

/** AppError bad-answer for incomplete data: it must never look like deletions (S19). */
function toChanges(data: OutputOf<'templateSync.changes'>): RemoteChanges {
  const version = formatVersion(data)
  if (data.reset) return { reset: true, version }
  const changed = new Map<string, Entry | null>()
  const times = new Map<string, string>()
  for (const entry of data.entries) {
    const path = normalize(entry.path)
    const now = entryOf(entry)
    // S32: if two Unicode forms of one name are reported, the existing file wins over the deletion.
    if (now === null && changed.get(path)) continue
    changed.set(path, now)
    if (now) times.set(path, entry.updateTime)
  }
  return { reset: false, version, changed, times }
}

function entryOf({ path, kind, size, sha256 }: ChangedEntry): Entry | null {
  if (path === '' || (kind === 'file' && !/^[0-9a-f]{64}$/.test(sha256)))
    throw new AppError('bad-answer', `服务器返回的变化不完整（${path || '空名称'}），本次未同步`)
  if (kind === 'gone') return null
  return kind === 'folder' ? FOLDER : { kind, sha256, size }
}
