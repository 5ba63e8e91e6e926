import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Attachment } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { createApiClient } from '../api/client.ts'
import type { Accounts } from './admission.ts'
import { UploadEngine, type EngineParts } from './engine.ts'
import { type UploadRecord, createUnsentProgress } from './record.ts'
import type { UploadJob, UploadRunner } from './run.ts'
import { openUploadStore, type UploadStore } from './store.ts'

const log = memoryLog()
const connection = {
  id: 'c',
  name: '',
  kind: 'remote' as const,
  baseUrl: 'http://127.0.0.1:9',
  pathMap: {},
  certificate: '',
}
const client = createApiClient({ connection: () => connection, token: () => 't', log })
const made: Attachment = {
  id: 1,
  oldName: 'a.zip',
  accessPath: '/f/1',
  extension: 'zip',
  size: 1,
  imageWidth: 0,
  imageHeight: 0,
}
const aRecord = (id: string): UploadRecord => ({
  ...createUnsentProgress(`upload-${id}`),
  id,
  connectionId: 'c',
  username: 'editor',
  target: { to: 'library', kind: 'file', siteId: 0 },
  name: `${id}.zip`,
  relativePath: `${id}.zip`,
  path: `/${id}.zip`,
  owned: false,
  size: 1,
  stamp: 's',
  state: { step: 'open' },
})

const EVERYBODY: Accounts = {
  hasConnection: () => true,
  clientOf: () => client,
  isVisible: () => true,
  ready: () => Promise.resolve(),
}

/** An engine whose uploads do what the test says. */
async function anEngine(run: UploadRunner['run'], change: Partial<EngineParts> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-engine-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = openUploadStore(folder, log)
  const engine = new UploadEngine({
    store,
    spooledFiles: {
      adopt: (path) => Promise.resolve(path),
      remove: () => Promise.resolve(),
      deleteUnused: () => Promise.resolve(),
    },
    log,
    accounts: EVERYBODY,
    runner: { run, mayShare: () => false, deleteFromServer: () => undefined },
    notices: { changed: () => undefined, restarted: () => undefined },
    isReachable: () => Promise.resolve(true),
    ...change,
  })
  onTestFinished(() => engine.close())
  const state = (id: string) => engine.list().tasks.find((task) => task.id === id)?.state
  return { engine, store, state, folder }
}
/** A store without room from `full()` on. */
function filling(store: UploadStore): { store: UploadStore; full(): void } {
  let room = true
  const guarded = <A extends unknown[]>(work: (...given: A) => void) => {
    return (...given: A): void => {
      if (!room) throw new AppError('no-space', '磁盘空间不足，请清理后重试')
      work(...given)
    }
  }
  return {
    store: {
      ...store,
      save: guarded(store.save),
      add: guarded(store.add),
      remove: guarded(store.remove),
      reorder: guarded(store.reorder),
    },
    full: () => (room = false),
  }
}

it('an answer that comes while the upload is being paused counts: it is not asked for again [P16]', async () => {
  const { promise, resolve } = Promise.withResolvers<Attachment>()
  let runs = 0
  const { engine, state, store } = await anEngine((job) => {
    runs += 1
    job.step({ type: 'register' })
    return promise
  })
  engine.add([aRecord('a')])
  engine.pause(['a'])
  resolve(made)
  await expect.poll(() => state('a')).toEqual({ step: 'done', attachment: made })
  engine.resume(['a'])
  expect([runs, store.all()]).toEqual([1, []])
})

it('what the server made of a file is kept, even if the upload was just paused', async () => {
  const stopped = Promise.withResolvers<UploadJob>()
  const { engine, store } = await anEngine(async (job) => {
    await new Promise((resolve) => job.signal.addEventListener('abort', resolve))
    job.save({ attachment: made })
    stopped.resolve(job)
    job.signal.throwIfAborted()
    return null
  })
  engine.add([aRecord('a')])
  engine.pause(['a'])
  await stopped.promise
  expect(store.all()).toMatchObject([{ attachment: made, state: { step: 'paused' } }])
})

it('a second resume while the first run still ends starts one run, not two', async () => {
  let [running, most] = [0, 0]
  const { engine, state } = await anEngine(async ({ signal }) => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    await new Promise(setImmediate)
    running -= 1
    signal.throwIfAborted()
    return null
  })
  engine.add([aRecord('a')])
  for (let n = 0; n < 3; n++) {
    engine.pause(['a'])
    engine.resume(['a'])
    engine.resume(['a'])
  }
  await expect.poll(() => state('a')).toMatchObject({ step: 'hashing' })
  expect([running, most]).toEqual([1, 1])
})

it('a failure that can’t be written down is shown all the same, and nothing of it ends the program', async () => {
  let fill = (): void => undefined
  const { folder } = await anEngine(() => Promise.resolve(null))
  const told: string[] = []
  const kept = filling(openUploadStore(folder, log))
  fill = kept.full
  const { engine, state } = await anEngine(
    async (job) => {
      fill()
      job.save({ fileMd5: 'x' })
      return null
    },
    {
      store: kept.store,
      notices: {
        changed: ({ tasks }) => void told.push(...tasks.map((task) => task.state.step)),
        restarted: () => undefined,
      },
    },
  )
  engine.add([aRecord('a')])
  await expect.poll(() => state('a')).toEqual({ step: 'failed', message: '磁盘空间不足，请清理后重试', retry: true })
  await expect.poll(() => told.at(-1)).toBe('failed')
})

it('what can’t be taken out of the queue goes on: a cancel without room says so and stops nothing', async () => {
  const { folder } = await anEngine(() => Promise.resolve(null))
  const kept = filling(openUploadStore(folder, log))
  let stopped = false
  const { engine, state } = await anEngine(
    ({ signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          stopped = true
          reject(new Error('stopped'))
        }),
      ),
    { store: kept.store },
  )
  engine.add([aRecord('a')])
  kept.full()
  await expect(engine.cancel(['a'])).rejects.toThrow('磁盘空间不足')
  expect([stopped, state('a')]).toEqual([false, { step: 'hashing', done: 0 }])
  expect(() => engine.pause(['a'])).toThrow('磁盘空间不足')
  expect([stopped, state('a')]).toEqual([false, { step: 'hashing', done: 0 }])
})

it('a check that fails itself leaves no upload behind that neither runs nor waits', async () => {
  const { engine, state } = await anEngine(() => Promise.reject(new AppError('no-response', '没有回答')), {
    isReachable: () => Promise.reject(new Error('broken')),
  })
  engine.add([aRecord('a')])
  await expect.poll(() => state('a')?.step).toBe('held')
})

it('uploads of a deleted connection say that it is gone, instead of waiting for a sign-in for ever', async () => {
  let [known, signedIn] = [true, true]
  const { engine, state } = await anEngine(
    ({ signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    { accounts: { ...EVERYBODY, hasConnection: () => known, clientOf: () => (signedIn ? client : null) } },
  )
  engine.add(['a', 'b', 'c', 'd'].map(aRecord))
  engine.pause(['d'])
  signedIn = false
  engine.sessionsChanged()
  expect(state('a')).toMatchObject({ step: 'waiting' })
  await expect.poll(() => state('a')).toMatchObject({ step: 'held', reason: 'signed-out' })
  known = false
  engine.sessionsChanged()
  const message = '该上传所属的连接已被删除，请取消该上传，然后在其他连接中重新上传'
  for (const id of ['a', 'b', 'c']) expect(state(id)).toEqual({ step: 'failed', message, retry: false })
  expect(state('d')).toEqual({ step: 'paused' })
  engine.resume(['d'])
  expect(state('d')).toEqual({ step: 'failed', message, retry: false })
})
