import { createHash, randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import type { UploadTarget, UploadTask } from '#shared/contract/uploads.ts'
import { findAccountByName, issueLoginToken } from '#server/areas/people/account/index.ts'
import { type FaultyProxy, startFaultyProxy } from '#tests/fakes/faultyProxy.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { runHost, type RunningHost, tempFolder } from '../harness.ts'

export const MB = 1024 * 1024
export const LIBRARY = { to: 'library', kind: 'file', siteId: 0 } as const satisfies UploadTarget

/** A host connected to a real server through a proxy that can break things, signed in as the administrator. */
export interface UploadHarness {
  running: RunningHost
  proxy: FaultyProxy
  /** A folder for local files. */
  folder: string
  signIn(): Promise<void>
  file(name: string, content?: Buffer | string | number): Promise<string>
  /** Puts files into the queue; answers their tasks. */
  upload(paths: readonly string[], target?: UploadTarget): Promise<UploadTask[]>
  task(id: string): Promise<UploadTask | undefined>
  /** The task once its step is one of these. */
  reaches(id: string, ...steps: UploadTask['state']['step'][]): Promise<UploadTask>
  /** Requests of uploads so far: method and chunk number. */
  chunks(): string[]
  /** Nothing of any upload is left in the host's own folder. */
  expectNothingLeft(): Promise<void>
}

export async function openUploadHarness(
  server: TestServer,
  options: { patience?: number } = {},
): Promise<UploadHarness> {
  const proxy = await startFaultyProxy(server.url)
  onTestFinished(() => proxy.close())
  const { patience = 20_000 } = options
  const running = await runHost({ uploadPatience: { chunk: patience, whole: patience } })
  const folder = await tempFolder()
  const task = async (id: string) => (await running.call('uploads.list', {})).tasks.find((each) => each.id === id)
  const desk: UploadHarness = {
    running,
    proxy,
    folder,
    task,
    async signIn() {
      await running.call('session.autoLogin', { token: await tokenFor(server) })
    },
    async file(name, content = 1000) {
      const path = join(folder, name)
      await writeFile(path, typeof content === 'number' ? randomBytes(content) : content)
      return path
    },
    async upload(paths, target = LIBRARY) {
      const grants = paths.map((path) => running.host.grants.issue(path))
      const { tasks, refused } = await running.call('uploads.add', { grants, target })
      expect(refused).toEqual([])
      return tasks
    },
    async reaches(id, ...steps) {
      await vi.waitFor(async () => expect(steps).toContain((await task(id))?.state.step), {
        timeout: 30_000,
        interval: 20,
      })
      const found = await task(id)
      if (!found) throw new Error('the task is gone')
      return found
    },
    chunks: () =>
      proxy.seen
        .filter(({ path }) => path.startsWith('api/upload/'))
        .map(({ method, query }) => `${method} ${query.get('chunkNumber') ?? ''}`),
    async expectNothingLeft() {
      const files = () => readdir(join(running.dataDir, 'uploads', 'files')).catch(() => [])
      await expect.poll(files, { timeout: 10_000 }).toEqual([])
      const parts = () => readdir(join(server.deps.dataDir, 'uploads', 'parts')).catch(() => [])
      await expect.poll(parts, { timeout: 10_000 }).toEqual([])
    },
  }
  const { id } = await running.call('connections.save', { name: '服务器', baseUrl: proxy.url })
  await running.call('connections.use', { id })
  await desk.signIn()
  return desk
}

/** A token with which the administrator signs in. */
export async function tokenFor(server: TestServer): Promise<string> {
  const admin = await findAccountByName(server.deps.db, 'admin')
  if (!admin) throw new Error('no administrator')
  return issueLoginToken(server.deps.db, admin.id, server.clock.now())
}

export const sha512 = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('hex')

/** What the library holds under these names, in their order there. */
export const library = (server: TestServer, ...names: string[]) =>
  server.deps.db
    .selectFrom('attachment')
    .select(['oldName', 'sha512', 'size', 'isRegistered'])
    .where('oldName', 'in', names)
    .orderBy('id')
    .execute()
