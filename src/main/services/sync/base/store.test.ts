import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { memoryLog } from '#tests/fakes/logger.ts'
import { createSyncTrees } from '../core/syncTrees.ts'
import { openDatabase } from './database.ts'
import { createBaseStore, type BaseStore } from './store.ts'

let folder: string
let store: BaseStore
const log = memoryLog()
const open = (): BaseStore => createBaseStore(openDatabase(folder, log), createSyncTrees())
const reopen = (): void => {
  store.close()
  store = open()
}
const at = new Date('2026-11-21T03:00:00Z')
const file = (sha256: string) => ({ kind: 'file', sha256, size: 3 }) as const
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-base-'))
  store = open()
})
afterEach(async () => {
  store.close()
  await rm(folder, { recursive: true })
})

test('[S28] what was agreed is there after a restart, and nothing else', () => {
  store.recordAgreed('d', { kind: 'folder' }, at)
  store.recordAgreed('d/a', file('1'), at)
  store.recordAgreed('d/b', file('2'), at)
  store.recordAgreed('d/b', null, at)
  store.trees.set('local', 'd/a', file('1'), 'as it looked')
  store.trees.set('local', 'd/c', file('3'), 'as it looked')
  store.saveStamps(['d/a', 'd/c'])
  store.trees.set('local', 'd/c', null)
  store.saveStamps(['d/c'])
  reopen()
  expect([...store.trees.copyTree('base')]).toEqual([
    ['d', { kind: 'folder' }],
    ['d/a', file('1')],
  ])
  expect(store.transferTimes().get('d/a')).toBe(at.toISOString())
  expect([...store.trees.copyTree('local')]).toEqual([['d/a', file('1')]])
  expect(store.trees.stamp('d/a')).toBe('as it looked')
})

test('[S28] a batch is written as a whole or not at all', () => {
  store.batch(() => {
    store.recordAgreed('a', file('1'), at)
    store.batch(() => store.recordAgreed('b', file('2'), at))
  })
  const failing = (): void =>
    store.batch(() => {
      store.recordAgreed('c', file('3'), at)
      throw new Error('no')
    })
  expect(failing).toThrow('no')
  reopen()
  expect([...store.trees.copyTree('base').keys()]).toEqual(['a', 'b'])
})

test('[S28] what was being sent outlives a kill, with its text, until both sides agree', () => {
  store.recordAgreed('a', file('1'), at)
  store.storeText('2', Buffer.from('two'))
  store.pendingUploads.add('a', file('2'))
  store.pendingUploads.add('a', file('3'))
  store.pendingUploads.add('a', file('2'))
  store.pendingUploads.add('b', file('4'))
  reopen()
  store.deleteUnreferenced()
  expect([...store.pendingUploads.all()]).toEqual([
    ['a', [file('2'), file('3')]],
    ['b', [file('4')]],
  ])
  expect(store.readText('2')).toEqual(new Uint8Array(Buffer.from('two')))
  store.recordAgreed('a', file('3'), at)
  store.pendingUploads.remove('b')
  reopen()
  store.deleteUnreferenced()
  expect([...store.pendingUploads.all()]).toEqual([])
  expect(store.readText('2')).toBeNull()
})

test('[S15] unresolved conflicts are kept, with the text of their base', () => {
  const conflict = { path: 'a', base: 'b', local: 'l', remote: 'r', copy: 'a (服务器版本)', at: at.toISOString() }
  store.keepConflict(conflict)
  store.storeText('b', Buffer.from('base'))
  store.storeText('unused', Buffer.from('old'))
  store.deleteUnreferenced()
  reopen()
  expect(store.conflicts()).toEqual([conflict])
  expect(Buffer.from(store.readText('b') ?? []).toString()).toBe('base')
  expect(store.readText('unused')).toBeNull()
  store.dropConflict('a')
  expect(store.conflicts()).toEqual([])
})

test('[S40] the log lasts, newest first; its state values are checked when read', () => {
  for (const text of ['one', 'two']) store.log.add({ at: at.toISOString(), level: 'info', path: 'a', text, who: '' })
  store.write('n', 5)
  reopen()
  expect(store.log.recent(10).map(({ text }) => text)).toEqual(['two', 'one'])
  expect(store.read('n', z.number())).toBe(5)
  expect(store.read('n', z.string())).toBeNull()
  expect(store.read('other', z.number())).toBeNull()
})

test('an unreadable base is set aside and a new one begun', async () => {
  store.close()
  for (const name of await readdir(folder)) await rm(join(folder, name))
  await writeFile(join(folder, 'base.sqlite'), 'no database '.repeat(1000))
  store = open()
  expect(store.trees.fileCounts.base).toBe(0)
  expect((await readdir(folder)).some((name) => name.includes('.broken-'))).toBe(true)
  expect(log.lines.join()).toContain('set aside')
})

test('a base with a damaged page is set aside too', async () => {
  for (let n = 0; n < 500; n++) store.recordAgreed(`folder/${n}.css`, file(String(n)), at)
  store.close()
  const path = join(folder, 'base.sqlite')
  const bytes = await readFile(path)
  bytes.fill(0xff, 4096)
  await writeFile(path, bytes)
  store = open()
  expect(store.trees.fileCounts.base).toBe(0)
  store.recordAgreed('a', file('1'), at)
  reopen()
  expect([...store.trees.copyTree('base').keys()]).toEqual(['a'])
})
