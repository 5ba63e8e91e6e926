import { mkdir, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { memoryLog } from '#tests/fakes/logger.ts'
import { Queue } from './queue.ts'
import { type UploadRecord, createUnsentProgress } from './record.ts'
import { openUploadStore } from './store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-queue-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const aRecord = (id: string): UploadRecord => ({
  ...createUnsentProgress(`upload-${id}`),
  id,
  connectionId: 'c',
  username: 'editor',
  target: { to: 'template', path: 'site' },
  name: `${id}.css`,
  relativePath: `${id}.css`,
  path: `/${id}.css`,
  owned: false,
  size: 1,
  stamp: 's',
  state: { step: 'open' },
})

it('the queue comes back in its order and with what was known, but without the finished [P14]', () => {
  const store = openUploadStore(folder, memoryLog())
  const queue = new Queue(store)
  const [a, b] = queue.add(['a', 'b', 'c', 'd'].map(aRecord))
  queue.move('d', 'a')
  queue.move('a', '')
  if (a) queue.save(a, { begun: true, state: { step: 'failed', message: '没有空间', retry: true } })
  if (b) queue.finish(b)
  expect(queue.ids).toEqual(['d', 'b', 'c', 'a'])
  store.close()
  const again = new Queue(openUploadStore(folder, memoryLog()))
  expect(again.ids).toEqual(['d', 'c', 'a'])
  expect(again.get('a')).toMatchObject({ record: { begun: true }, state: { step: 'failed', message: '没有空间' } })
  expect(again.get('c')?.state).toEqual({ step: 'waiting' })
  again.drop(['d'])
  expect(again.ids).toEqual(['c', 'a'])
})

it('lists some hundred finished ones at most', () => {
  const queue = new Queue(openUploadStore(folder, memoryLog()))
  const tasks = queue.add(Array.from({ length: 700 }, (_, n) => aRecord(String(n))))
  for (const task of tasks) queue.drop(queue.finish(task))
  expect(queue.ids.length).toBeLessThanOrEqual(600)
  expect(queue.ids.at(-1)).toBe('699')
})

it('an unreadable queue is set aside', async () => {
  await writeFile(join(folder, 'queue.sqlite'), 'no database at all, but long enough to look like one'.repeat(100))
  const log = memoryLog()
  expect(openUploadStore(folder, log).all()).toEqual([])
  expect((await readdir(folder)).some((name) => name.includes('.broken-'))).toBe(true)
  expect(log.lines).toHaveLength(1)
})

it('a queue that can’t be opened for another reason than damage stays where it is [P14]', async () => {
  const store = openUploadStore(folder, memoryLog())
  store.add([aRecord('a')])
  store.close()
  // Something stands in the journal's place.
  await mkdir(join(folder, 'queue.sqlite-wal'))
  expect(() => openUploadStore(folder, memoryLog())).toThrow('请检查磁盘后重试')
  await rmdir(join(folder, 'queue.sqlite-wal'))
  expect(openUploadStore(folder, memoryLog()).all()).toMatchObject([{ id: 'a' }])
})
