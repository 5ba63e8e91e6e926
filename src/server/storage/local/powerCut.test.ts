import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addKey } from '#server/secrets/keys.ts'
import { PowerDisk, whyNoDisk } from '#tests/fakes/powerDisk/disk.ts'
import { parsePath } from '../path.ts'
import type { TemplateStore } from '../templateStore.ts'
import { stageBatch } from './batchJournal.ts'
import { openLocalTemplateStore } from './index.ts'

const missing = whyNoDisk()

/** On a disk that loses at the cut what was not flushed. */
describe.skipIf(missing !== null)(`a power cut${missing ? ` (${missing})` : ''}`, { timeout: 60_000 }, () => {
  const text = (n: number): string => `${n} ${'x'.repeat(6000)}`
  let disk: PowerDisk
  let root: string
  let store: TemplateStore
  beforeEach(async () => {
    disk = await PowerDisk.make(64)
    root = path.join(disk.mountPoint, 'templates')
    store = await openLocalTemplateStore(root, () => new Date())
    await store.makeFolder(parsePath('t'))
  }, 60_000)
  afterEach(() => disk.remove())

  async function cut(): Promise<void> {
    await disk.cut(1, async () => undefined, 'nothing')
    await disk.on()
  }
  const there = (folder: string): Record<string, string> =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))
  const wanted = Object.fromEntries([0, 1, 2].map((n) => [`${n}.css`, text(n)]))

  it('leaves the files of a staged tree whole once it is merged', async () => {
    const staging = await store.stage()
    for (const [name, content] of Object.entries(wanted)) writeFileSync(path.join(staging.dir, name), content)
    await store.merge(staging, parsePath('t'))
    await cut()
    expect(there(path.join(root, 't'))).toEqual(wanted)
  })
  it('leaves them whole once a tree has replaced what was there', async () => {
    await store.write(parsePath('t/0.css'), Buffer.from('before'))
    const staging = await store.stage()
    for (const [name, content] of Object.entries(wanted)) writeFileSync(path.join(staging.dir, name), content)
    await (await store.replace(staging, parsePath('t'), [], 'token')).settle()
    await cut()
    expect(there(path.join(root, 't'))).toEqual(wanted)
  })
  it('leaves the files of a batch whole where no rows will tell what they hold', async () => {
    const system = path.join(root, '.sitecraft')
    const files = Object.entries(wanted).map(([name, content]) => ({
      path: name,
      sha256: 'x',
      bytes: Buffer.from(content),
    }))
    const dirs = { tmp: path.join(system, 'tmp'), batches: path.join(system, 'batches') }
    const staged = await stageBatch(dirs, 't', files, false)
    const batch = store.openBatch()
    for (const [at, { path: name }] of files.entries()) await batch.place(['t', name], staged.files[at] ?? '')
    await batch.sync(false)
    await cut()
    expect(there(path.join(root, 't'))).toEqual(wanted)
  })
  it('leaves a new key of the secrets under its name', async () => {
    const dataDir = path.join(disk.mountPoint, 'data')
    mkdirSync(dataDir)
    await addKey(dataDir)
    const key = readFileSync(path.join(dataDir, 'secret-key'), 'utf8')
    await cut()
    expect(there(dataDir)).toEqual({ 'secret-key': key })
  })
})
