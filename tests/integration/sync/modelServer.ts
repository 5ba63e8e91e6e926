import type { Remote } from '#services/sync/remote/remote.ts'
import { createFakeRemote, type FakeRemoteOptions } from '#tests/fakes/remote.ts'
import type { Troubles } from '#tests/fakes/troubledRemote.ts'

/** The server of a model's run: what the host asks, what troubles it, and the person who works on it. */
export interface ModelServer {
  readonly remote: Remote
  readonly troubles: Troubles
  /** Path → content. */
  texts(): Promise<Record<string, string>>
  folders(): Promise<string[]>
  /** Writes a file where `expected` stands (null: nothing); false: something else does, or it can't stand there. */
  write(path: string, text: string, expected: string | null): Promise<boolean>
  /** Removes a file or folder; answers the contents that went. */
  remove(path: string): Promise<string[]>
  /** A file or folder gets another path, where nothing stands. */
  move(from: string, to: string): Promise<void>
  /** kill -9 after so many calls of the host, or when none come, and so many ms; it starts again by itself. */
  kill(calls: number, ms: number): Promise<void>
  /** Resolves when it answers. */
  up(): Promise<void>
  /** What really lies on its disk, path → content. */
  onDisk(): Promise<Record<string, string>>
}

export const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** In memory: it is never down, and each step of its person is one moment. */
export function fakeServer(initial: Record<string, string>, options: FakeRemoteOptions): ModelServer {
  const remote = createFakeRemote(initial, options)
  const below = (path: string): [string, string][] =>
    Object.entries(remote.texts()).filter(([name]) => isBelow(name, path))
  return {
    remote,
    troubles: remote,
    texts: async () => remote.texts(),
    folders: async () => remote.folders(),
    async write(path, text, expected) {
      if ((remote.texts()[path] ?? null) !== expected || remote.folders().includes(path)) return false
      remote.write(path, text)
      return true
    },
    async remove(path) {
      const gone = below(path).map(([, text]) => text)
      remote.remove(path)
      return gone
    },
    async move(from, to) {
      for (const [name, text] of below(from)) remote.write(to + name.slice(from.length), text)
      remote.remove(from)
    },
    kill: () => Promise.reject(new Error('a server in memory is no process')),
    up: async () => undefined,
    onDisk: async () => remote.texts(),
  }
}
