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
  store.agree('d', { kind: 'folder' }, at)
  store.agree('d/a', file('1'), at)
  store.agree('d/b', file('2'), at)
  store.agree('d/b', null, at)
  store.trees.set('local', 'd/a', file('1'), 'as it looked')
  store.trees.set('local', 'd/c', file('3'), 'as it looked')
  store.saveStamps(['d/a', 'd/c'])
  store.trees.set('local', 'd/c', null)
  store.saveStamps(['d/c'])
  reopen()
  expect([...store.trees.tree('base')]).toEqual([
    ['d', { kind: 'folder' }],
    ['d/a', file('1')],
  ])
  expect(store.times().get('d/a')).toBe(at.toISOString())
  expect([...store.trees.tree('local')]).toEqual([['d/a', file('1')]])
  expect(store.trees.stamp('d/a')).toBe('as it looked')
})

test('[S28] a batch is written as a whole or not at all', () => {
  store.batch(() => {
    store.agree('a', file('1'), at)
    store.batch(() => store.agree('b', file('2'), at))
  })
  const failing = (): void =>
    store.batch(() => {
      store.agree('c', file('3'), at)
      throw new Error('no')
    })
  expect(failing).toThrow('no')
  reopen()
  expect([...store.trees.tree('base').keys()]).toEqual(['a', 'b'])
})

test('[S28] what was being sent outlives a kill, with its text, until both sides agree', () => {
  store.agree('a', file('1'), at)
  store.keepContent('2', Buffer.from('two'))
  store.sending.add('a', file('2'))
  store.sending.add('a', file('3'))
  store.sending.add('a', file('2'))
  store.sending.add('b', file('4'))
  reopen()
  store.tidy()
  expect([...store.sending.all()]).toEqual([
    ['a', [file('2'), file('3')]],
    ['b', [file('4')]],
  ])
  expect(store.content('2')).toEqual(new Uint8Array(Buffer.from('two')))
  store.agree('a', file('3'), at)
  store.sending.forget('b')
  reopen()
  store.tidy()
  expect([...store.sending.all()]).toEqual([])
  expect(store.content('2')).toBeNull()
})

test('[S15] unresolved conflicts are kept, with the text of their base', () => {
  const conflict = { path: 'a', base: 'b', local: 'l', remote: 'r', copy: 'a (服务器版本)', at: at.toISOString() }
  store.keepConflict(conflict)
  store.keepContent('b', Buffer.from('base'))
  store.keepContent('unused', Buffer.from('old'))
  store.tidy()
  reopen()
  expect(store.conflicts()).toEqual([conflict])
  expect(Buffer.from(store.content('b') ?? []).toString()).toBe('base')
  expect(store.content('unused')).toBeNull()
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
  expect(store.trees.files.base).toBe(0)
  expect((await readdir(folder)).some((name) => name.includes('.broken-'))).toBe(true)
  expect(log.lines.join()).toContain('set aside')
})

test('a base with a damaged page is set aside too', async () => {
  for (let n = 0; n < 500; n++) store.agree(`folder/${n}.css`, file(String(n)), at)
  store.close()
  const path = join(folder, 'base.sqlite')
  const bytes = await readFile(path)
  bytes.fill(0xff, 4096)
  await writeFile(path, bytes)
  store = open()
  expect(store.trees.files.base).toBe(0)
  store.agree('a', file('1'), at)
  reopen()
  expect([...store.trees.tree('base').keys()]).toEqual(['a'])
})
