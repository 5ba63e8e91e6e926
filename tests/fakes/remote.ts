import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#shared/errors/index.ts'
import { caseKey } from '#services/sync/core/names.ts'
import { ancestorsOf, FOLDER, nameOf, parentOf, type Entry, type FileEntry } from '#services/sync/core/tree.ts'
import { sha256Of } from '#services/sync/local/hash.ts'
import type { Remote } from '#services/sync/remote/port.ts'

type Call = 'list' | 'read' | 'put' | 'removeFile' | 'removeFolder' | 'makeFolder' | 'wait'

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
  /** Changes the bytes on their way down. */
  spoil: (path: string, bytes: Buffer) => Buffer
}

export function createFakeRemote(initial: Record<string, string | Uint8Array> = {}): FakeRemote {
  const files = new Map<string, Buffer>()
  const folders = new Set<string>()
  let version = 1
  const waiting = new Set<() => void>()
  const bump = (): void => {
    version += 1
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
    bump()
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
  const fake: FakeRemote = {
    write,
    makeDir(path) {
      for (const folder of [...ancestorsOf(path), path]) folders.add(folder)
      bump()
    },
    remove(path) {
      for (const other of files.keys()) if (other === path || other.startsWith(`${path}/`)) files.delete(other)
      for (const other of folders) if (other === path || other.startsWith(`${path}/`)) folders.delete(other)
      bump()
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
    async put(path, { file, entry }, expected) {
      await called('put', path)
      const bytes = await readFile(file)
      if (sha256Of(bytes) !== entry.sha256) throw new AppError('invalid', 'sha256 与内容不符')
      expectRoom(path)
      expect(path, expected)
      write(path, bytes)
      await fake.onAnswer('put', path)
    },
    async removeFile(path, expected) {
      await called('removeFile', path)
      expect(path, expected)
      files.delete(path)
      bump()
      await fake.onAnswer('removeFile', path)
    },
    async removeFolder(path) {
      await called('removeFolder', path)
      if ([...files.keys(), ...folders].some((other) => other.startsWith(`${path}/`))) {
        throw new AppError('conflict', '文件夹不是空的')
      }
      folders.delete(path)
      bump()
    },
    async makeFolder(path) {
      await called('makeFolder', path)
      expectRoom(path)
      folders.add(path)
      bump()
    },
    async wait(since, signal) {
      await called('wait', '')
      if (version > Number(since)) return null
      const woken = new Promise<void>((resolve) => waiting.add(resolve))
      await Promise.race([woken, sleep(25_000, undefined, { signal, ref: false })])
      return null
    },
  }
  const called = async (call: Call, path: string): Promise<void> => {
    fake.calls.push(path ? `${call} ${path}` : call)
    await fake.onCall(call, path)
  }
  for (const [path, content] of Object.entries(initial)) write(path, content)
  return fake
}

const byFirst = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : 1)
