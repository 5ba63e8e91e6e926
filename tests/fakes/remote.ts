import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#shared/errors/index.ts'
import { caseKey } from '#services/sync/core/names.ts'
import { ancestorsOf, FOLDER, nameOf, parentOf, type Entry, type FileEntry } from '#services/sync/core/tree.ts'
import { sha256Of } from '#services/sync/local/hash.ts'
import type { Remote, RemoteBatch, RemoteChanges, RemoteOutcome, RemoteVersion } from '#services/sync/remote/remote.ts'

export type Call = 'list' | 'read' | 'put' | 'copy' | 'removeFile' | 'removeFolder' | 'makeFolder' | 'wait'

/** A template on a server, in memory: same rules as the real one (compare-and-write, case, empty folders only). */
export interface FakeRemote extends Remote {
  /** What someone else does on the server. */
  write(path: string, content: string | Uint8Array): void
  makeDir(path: string): void
  remove(path: string): void
  /** Path → content as text. */
  texts(): Record<string, string>
  folders(): string[]
  /** The calls that sync made, e.g. `put index.html`. */
  readonly calls: string[]
  /** Runs before every call; throws to make it fail. */
  onCall: (call: Call, path: string) => void | Promise<void>
  /** Runs after a write took effect, before its answer: a throw is a lost answer. */
  onAnswer: (call: Call, path: string) => void | Promise<void>
  putBytes(path: string, source: { bytes: Buffer; entry: FileEntry }, expected: FileEntry | null): Promise<void>
  copy(path: string, source: { from: string; entry: FileEntry }, expected: FileEntry | null): Promise<void>
  /** Changes the bytes on their way down. */
  spoil: (path: string, bytes: Buffer) => Buffer
}

/** What a server offers beside the single calls. */
export interface FakeRemoteOptions {
  /** It tells what changed since a version. */
  changes?: boolean
  /** It takes many files in one call. */
  batch?: boolean
}

export function createFakeRemote(
  initial: Record<string, string | Uint8Array> = {},
  { changes = true, batch = true }: FakeRemoteOptions = {},
): FakeRemote {
  const files = new Map<string, Buffer>()
  /** What stood where a file was removed: its history. */
  const former = new Map<string, Buffer>()
  const folders = new Set<string>()
  let version = 1
  const waiting = new Set<() => void>()
  /** Path → the version that it changed with last. */
  const marks = new Map<string, number>()
  const bump = (...paths: string[]): void => {
    version += 1
    for (const path of paths) marks.set(path, version)
    for (const wake of waiting) wake()
  }
  const entryOf = (path: string): Entry | undefined => {
    const bytes = files.get(path)
    if (bytes) return { kind: 'file', sha256: sha256Of(bytes), size: bytes.length }
    return folders.has(path) ? FOLDER : undefined
  }
  const write = (path: string, content: string | Uint8Array): void => {
    for (const folder of ancestorsOf(path)) folders.add(folder)
    files.set(path, Buffer.from(content as Uint8Array))
    bump(...ancestorsOf(path), path)
  }
  const expect = (path: string, expected: FileEntry | null): void => {
    const now = entryOf(path)
    const hash = now?.kind === 'file' ? now.sha256 : null
    if (now?.kind === 'folder' || hash !== (expected?.sha256 ?? null)) {
      throw new AppError('conflict', '文件已被修改', {
        details: { fact: { kind: 'content', current: hash ?? 'none' } },
      })
    }
  }
  const expectRoom = (path: string): void => {
    if (parentOf(path) && !folders.has(parentOf(path))) throw new AppError('not-found', `没有文件夹 ${parentOf(path)}`)
    for (const other of [...files.keys(), ...folders]) {
      if (other !== path && caseKey(other) === caseKey(path)) throw new AppError('conflict', `已有 ${nameOf(other)}`)
    }
  }
  const called = async (call: Call, path: string): Promise<void> => {
    fake.calls.push(path ? `${call} ${path}` : call)
    await fake.onCall(call, path)
  }
  const fake: FakeRemote = {
    write,
    makeDir(path) {
      const made = [...ancestorsOf(path), path]
      for (const folder of made) folders.add(folder)
      bump(...made)
    },
    remove(path) {
      const gone = [...files.keys(), ...folders].filter((other) => other === path || other.startsWith(`${path}/`))
      for (const other of gone) files.delete(other)
      for (const other of gone) folders.delete(other)
      bump(...gone)
    },
    texts: () =>
      Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString()] as const).toSorted(byFirst)),
    folders: () => [...folders].toSorted(),
    calls: [],
    onCall: () => undefined,
    onAnswer: () => undefined,
    spoil: (_path, bytes) => bytes,
    async list(signal) {
      await called('list', '')
      signal.throwIfAborted()
      const tree = new Map([...folders, ...files.keys()].map((path) => [path, entryOf(path) ?? FOLDER]))
      return { version: String(version), tree, times: new Map() }
    },
    async read(path, to) {
      await called('read', path)
      const bytes = files.get(path)
      if (!bytes) throw new AppError('not-found', '文件不存在')
      await writeFile(to, fake.spoil(path, bytes))
    },
    put: async (path, { file, entry }, expected) =>
      fake.putBytes(path, { bytes: await readFile(file), entry }, expected),
    async putBytes(path, { bytes, entry }, expected) {
      await called('put', path)
      if (sha256Of(bytes) !== entry.sha256) throw new AppError('invalid', 'sha256 与内容不符')
      expectRoom(path)
      expect(path, expected)
      write(path, bytes)
      await fake.onAnswer('put', path)
    },
    async copy(path, { from, entry }, expected) {
      await called('copy', path)
      const bytes = files.get(from) ?? former.get(from)
      if (!bytes || sha256Of(bytes) !== entry.sha256) throw new AppError('not-found', '来源已有变化')
      expectRoom(path)
      expect(path, expected)
      write(path, bytes)
      await fake.onAnswer('copy', path)
    },
    async removeFile(path, expected) {
      await called('removeFile', path)
      expect(path, expected)
      former.set(path, files.get(path) ?? Buffer.alloc(0))
      files.delete(path)
      bump(path)
      await fake.onAnswer('removeFile', path)
    },
    async removeFolder(path) {
      await called('removeFolder', path)
      if ([...files.keys(), ...folders].some((other) => other.startsWith(`${path}/`))) {
        throw new AppError('conflict', '文件夹不是空的')
      }
      folders.delete(path)
      bump(path)
    },
    async makeFolder(path) {
      await called('makeFolder', path)
      expectRoom(path)
      folders.add(path)
      bump(path)
    },
    async wait(since, signal) {
      await called('wait', '')
      if (version === Number(since)) {
        const woken = new Promise<void>((resolve) => waiting.add(resolve))
        await Promise.race([woken, sleep(25_000, undefined, { signal, ref: false })])
      }
      return changes ? changesSince(since) : null
    },
    ...(changes
      ? {
          async changes(since, signal) {
            await called('list', '')
            signal.throwIfAborted()
            return changesSince(since)
          },
        }
      : {}),
    ...(batch
      ? {
          batch: fakeBatch(
            () => fake,
            (path) => files.get(path),
            called,
          ),
        }
      : {}),
  }
  const changesSince = (since: RemoteVersion): RemoteChanges => ({
    reset: false,
    version: String(version),
    changed: new Map(
      [...marks].filter(([, at]) => at > Number(since)).map(([path]) => [path, entryOf(path) ?? null] as const),
    ),
    times: new Map(),
  })
  for (const [path, content] of Object.entries(initial)) write(path, content)
  return fake
}

/** Ends a whole call, as a lost connection does; any other error is one file's. */
const ENDING: readonly string[] = ['no-response', 'timeout', 'unavailable', 'unauthorized', 'too-many', 'cancelled']

/** Many files in one call, each by the rules of the single calls. */
function fakeBatch(
  single: () => FakeRemote,
  bytesOf: (path: string) => Buffer | undefined,
  called: (call: Call, path: string) => Promise<void>,
): RemoteBatch {
  const each = async (path: string, work: () => Promise<void>): Promise<RemoteOutcome> => {
    try {
      await work()
      return { is: 'ok' }
    } catch (error) {
      if (!(error instanceof AppError) || ENDING.includes(error.code)) throw error
      return error.code === 'conflict' ? { is: 'conflict', current: path } : { is: 'error', error }
    }
  }
  return {
    limits: { paths: 100, bytes: 1024 * 1024, fileBytes: 64 * 1024 },
    copies: true,
    async readMany(files, onFile) {
      for (const { path } of files) {
        const found = await each(path, async () => {
          await called('read', path)
          const bytes = bytesOf(path)
          if (!bytes) throw new AppError('not-found', '文件不存在')
          await onFile(path, single().spoil(path, bytes))
        })
        if (found.is === 'error') await onFile(path, found.error)
      }
    },
    async putMany(files, signal) {
      const outcomes: RemoteOutcome[] = []
      for (const file of files) {
        const { path } = file
        const put = async (): Promise<void> => {
          if (!('expected' in file)) return single().makeFolder(path, signal)
          if ('from' in file) return single().copy(path, file, file.expected)
          await single().putBytes(path, file, file.expected)
        }
        outcomes.push(await each(path, put))
      }
      return outcomes
    },
    async removeMany(paths, signal) {
      const outcomes: RemoteOutcome[] = []
      for (const { path, expected } of paths) {
        const remove = (): Promise<void> =>
          expected.kind === 'folder' ? single().removeFolder(path, signal) : single().removeFile(path, expected, signal)
        outcomes.push(await each(path, remove))
      }
      return outcomes
    },
  }
}

const byFirst = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : 1)
