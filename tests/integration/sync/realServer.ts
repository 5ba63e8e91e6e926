import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#shared/errors/index.ts'
import { createApiClient } from '#services/api/client.ts'
import { ancestorsOf, type FileEntry } from '#services/sync/core/tree.ts'
import { sha256Of } from '#services/sync/local/hash.ts'
import { createFeedRemote } from '#services/sync/remote/feedRemote.ts'
import { createNativeRemote } from '#services/sync/remote/nativeRemote.ts'
import type { Remote, RemoteOutcome } from '#services/sync/remote/remote.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import type { FakeRemoteOptions } from '#tests/fakes/remote.ts'
import { until } from '#tests/fakes/syncHarness.ts'
import { troubled } from '#tests/fakes/troubledRemote.ts'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import { runServer, ServerProcess } from '#tests/integration/server/harness/process.ts'
import { isBelow, type ModelServer } from './modelServer.ts'

/** The product's server in a process of its own, for the runs of a model one after the other. */
export interface RealServer {
  /** A new template on it. */
  open(initial: Record<string, string>, options: FakeRemoteOptions): Promise<ModelServer>
  close(): Promise<void>
}

/** A connection that is used to be killed has calls within this time, ms. */
const QUIET = 150

export async function startRealServer(): Promise<RealServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-model-server-'))
  let token = ''
  let process: ServerProcess
  const boot = async (): Promise<TestClient> => {
    process = new ServerProcess(['--port', '0', '--data', dataDir])
    return new TestClient((await process.listening()).url, token)
  }
  let running = boot()
  const first = await running
  const { stdout } = await runServer(['token', '--data', dataDir])
  token = (await first.ok('account.autoLogin', { token: stdout.trim() })).token
  let url = first.url
  const connection = () => ({ id: 'c1', name: '', kind: 'remote', baseUrl: url, pathMap: {}, certificate: '' }) as const
  const client = createApiClient({ connection, token: () => token, log: memoryLog() })
  const crash = async (): Promise<void> => {
    const { code, stderr } = await process.kill('SIGKILL')
    if (code !== null) throw new Error(`the server had ended by itself: ${stderr}`)
    running = boot()
    // Awaited by whoever needs it next.
    running.then((next) => (url = next.url)).catch(() => undefined)
  }
  return {
    async open(initial, { changes = true, batch = true }) {
      await running
      const { folder } = await buildTemplate(new TestClient(url, token), { files: {} })
      const person = personOf(createFeedRemote(client, folder, true), () => running)
      for (const [path, text] of Object.entries(initial)) await person.write(path, text, null)
      const { batch: batches, ...single } = changes
        ? createFeedRemote(client, folder, true)
        : createNativeRemote(client, folder)
      const { remote, troubles } = troubled({ ...single, ...(batch && batches ? { batch: batches } : {}) })
      return {
        ...person,
        remote,
        troubles,
        async kill(calls, ms) {
          await running
          const enough = troubles.calls.length + calls
          await until(() => troubles.calls.length >= enough, QUIET).catch(() => undefined)
          await sleep(ms)
          await crash()
        },
        up: async () => void (await running),
        onDisk: person.texts,
      }
    },
    async close() {
      await running
      await process.kill('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Person = Pick<ModelServer, 'texts' | 'folders' | 'write' | 'remove' | 'move'>

/** Somebody else who works on the template, and waits while the server is down. */
function personOf(remote: Remote, running: () => Promise<unknown>): Person {
  const { batch } = remote
  if (!batch) throw new Error('a server that takes batches')
  const { signal } = new AbortController()
  const tree = async () => {
    await running()
    return (await remote.list(signal)).tree
  }
  const entryOf = (text: string): FileEntry => ({
    kind: 'file',
    sha256: sha256Of(Buffer.from(text)),
    size: Buffer.byteLength(text),
  })
  const textsNow = async (): Promise<Record<string, string> | null> => {
    const files = [...(await tree())].flatMap(([path, entry]) => (entry.kind === 'file' ? [{ path, entry }] : []))
    const texts: [string, string][] = []
    if (files.length === 0) return {}
    let whole = true
    const onFile = (path: string, content: Buffer | AppError): void => {
      const told = files.find((file) => file.path === path)?.entry.sha256
      if (content instanceof AppError || sha256Of(content) !== told) whole = false
      else texts.push([path, content.toString()])
    }
    await batch.readMany(files, onFile, signal)
    return whole ? Object.fromEntries(texts.toSorted(([a], [b]) => (a < b ? -1 : 1))) : null
  }
  const texts = async (): Promise<Record<string, string>> => {
    let found: Record<string, string> | null = null
    // A file that changes between the list and its reading is asked for again.
    await until(async () => (found = await textsNow()) !== null)
    return found ?? {}
  }
  const isDone = ([outcome]: RemoteOutcome[]): boolean => outcome?.is === 'ok'
  const write: Person['write'] = async (path, text, expected) => {
    await running()
    const file = {
      path,
      entry: entryOf(text),
      bytes: Buffer.from(text),
      expected: expected === null ? null : entryOf(expected),
    }
    return isDone(await batch.putMany([file], signal))
  }
  const removeFile = async (path: string, text: string): Promise<boolean> =>
    isDone(await batch.removeMany([{ path, expected: entryOf(text) }], signal))
  /** Those that are empty by now, the innermost first. */
  const removeFolders = async (path: string): Promise<void> => {
    const inside = [...(await tree())].filter(([name, entry]) => entry.kind === 'folder' && isBelow(name, path))
    const paths = inside.toSorted(([a], [b]) => ancestorsOf(b).length - ancestorsOf(a).length)
    const items = paths.map(([name, entry]) => ({ path: name, expected: entry }))
    if (items.length > 0) await batch.removeMany(items, signal)
  }
  const below = async (path: string): Promise<[string, string][]> =>
    Object.entries(await texts()).filter(([name]) => isBelow(name, path))
  return {
    texts,
    folders: async () => [...(await tree())].flatMap(([path, { kind }]) => (kind === 'folder' ? [path] : [])),
    write,
    async remove(path) {
      const gone: string[] = []
      for (const [name, text] of await below(path)) if (await removeFile(name, text)) gone.push(text)
      await removeFolders(path)
      return gone
    },
    async move(from, to) {
      for (const [name, text] of await below(from)) {
        if (await write(to + name.slice(from.length), text, null)) await removeFile(name, text)
      }
      await removeFolders(from)
    },
  }
}
