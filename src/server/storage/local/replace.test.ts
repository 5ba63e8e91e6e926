import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TemplateStore } from '../templateStore.ts'
import { openLocalTemplateStore } from './index.ts'

let root = ''
let store: TemplateStore
const open = () => openLocalTemplateStore(root, () => new Date())
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitecraft-replace-'))
  store = await open()
  await mkdir(join(root, 'site/css'), { recursive: true })
  for (const [path, text] of [
    ['a.css', 'a'],
    ['css/old.css', 'o'],
    ['kind', 'file'],
  ] as const)
    await writeFile(join(root, 'site', path), text)
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function texts(): Promise<Record<string, string>> {
  const entries = await readdir(join(root, 'site'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = files.map(async (file) => [file.slice(root.length + 6), await readFile(file, 'utf8')] as const)
  return Object.fromEntries(await Promise.all(read))
}
const BEFORE = { 'a.css': 'a', 'css/old.css': 'o', kind: 'file' }
const AFTER = { 'a.css': 'a2', 'kind/b.css': 'b' }

async function replace() {
  const staging = await store.stage()
  await mkdir(join(staging.dir, 'kind'))
  await writeFile(join(staging.dir, 'a.css'), 'a2')
  await writeFile(join(staging.dir, 'kind/b.css'), 'b')
  return store.replace(staging, ['site'], [['css', 'old.css'], ['css'], ['kind']], 'token-1')
}

it('replaces, removes and changes kinds in one step, and takes all of it back', async () => {
  const { undo } = await replace()
  expect(await texts()).toEqual(AFTER)
  expect(await readdir(join(root, 'site'))).not.toContain('css')
  await undo()
  expect(await texts()).toEqual(BEFORE)
  expect(await store.unfinished()).toEqual([])
})

it('stays in the journal until its transaction is known: a start undoes it, or leaves it when it was committed', async () => {
  await replace()
  store = await open()
  const [left] = await store.unfinished()
  expect(left).toMatchObject({ folder: 'site', token: 'token-1' })
  await left?.undo()
  expect(await texts()).toEqual(BEFORE)

  await replace()
  store = await open()
  await (await store.unfinished())[0]?.settle()
  expect(await texts()).toEqual(AFTER)
  expect(await store.unfinished()).toEqual([])
})
