import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { createFakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
afterEach(() => desk.close())

const site = (count: number, text: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n % 10}/f${n}.css`, `${text} ${n}`]))

test('[S39] 500 changes at once on each side all arrive', async () => {
  const remote = createFakeRemote(site(1100, 'old'))
  desk = await openSyncHarness(remote)
  await desk.connect()
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', files: 1100 }), 90_000)
  await Promise.all(Object.keys(site(500, '')).map((path) => writeFile(join(desk.root, path), `edited here ${path}`)))
  for (const path of Object.keys(site(1000, '')).slice(500)) remote.write(path, `edited there ${path}`)
  await until(async () => {
    expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, conflicts: 0, failed: 0 })
    expect(await desk.texts()).toEqual(remote.texts())
  }, 90_000)
  expect(Object.values(remote.texts()).filter((text) => text.startsWith('edited'))).toHaveLength(1000)
}, 240_000)

test('[S19] [S39] 1,000 files that a script rewrites while the server goes down and up all arrive, and nothing is deleted', async () => {
  const remote = createFakeRemote({ ...site(1000, 'old'), 'keep.html': 'as it was' })
  desk = await openSyncHarness(remote)
  const id = await desk.connect()
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', files: 1001 }), 90_000)
  let down = false
  let puts = 0
  remote.onCall = (call) => {
    if (down) throw new AppError('no-response', '服务器没有回应')
    // Every 150 files the server goes away until the engine has noticed.
    if (call === 'put' && ++puts % 150 === 0) down = true
  }
  let outages = 0
  const script = (async () => {
    for (const [path, text] of Object.entries(site(1000, 'new'))) await writeFile(join(desk.root, path), text)
  })()
  await until(async () => {
    if (down && (await desk.view()).state === 'offline') {
      outages += 1
      down = false
    }
    expect(remote.texts()).toMatchObject(site(1000, 'new'))
  }, 90_000)
  await script
  await until(async () =>
    expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, conflicts: 0, failed: 0 }),
  )
  expect(outages).toBeGreaterThan(3)
  expect(remote.calls.filter((call) => call.startsWith('remove'))).toEqual([])
  expect(await desk.service.handlers['workspaces.trash']({ id })).toEqual([])
  expect(await desk.texts()).toEqual(remote.texts())
}, 240_000)

test('offline, the changes are counted; back online they go up by themselves', async () => {
  const remote = createFakeRemote(site(10, 'old'))
  desk = await openSyncHarness(remote)
  await desk.connect()
  await until(async () => expect((await desk.view()).state).toBe('idle'))
  remote.onCall = () => {
    throw new AppError('no-response', '服务器没有回应')
  }
  for (const path of Object.keys(site(3, ''))) await desk.write(path, 'offline edit')
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'offline', waiting: 3 }))
  remote.onCall = () => undefined
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0 }))
  expect(Object.values(remote.texts()).filter((text) => text === 'offline edit')).toHaveLength(3)
})
