import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { readStarts, updatesFolder } from '#services/updates/starts.ts'
import { startUpdateFeed } from '#tests/fakes/updateFeed.ts'
import { buildApp, type BuiltApp } from './buildApp.ts'
import { startSession, type Session } from './session.ts'

/** As the stand-in says it. */
const VERSION = '0.1.0'

let app: BuiltApp
beforeAll(async () => {
  app = await buildApp(['main', 'preload'])
})
afterAll(() => app.remove())

/** A desk on which 0.0.9 ran and this version was installed by an update. */
async function desk() {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-starts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const [dataDir, program] = [join(folder, 'data'), join(folder, 'sitecraft.AppImage')]
  const feed = await startUpdateFeed()
  const bytes = Buffer.from('#!/bin/sh\necho 0.0.9 > "$RAN"\n')
  const { name, yml } = feed.publish({ version: '0.0.9', bytes })
  await feed.stop()
  const kept = join(updatesFolder(dataDir), '0.0.9')
  await mkdir(kept, { recursive: true })
  await writeFile(join(kept, name), bytes)
  for (const path of [yml, `${yml}.sig`])
    await writeFile(join(kept, path.replace('/feed/', '')), feed.files.get(path) ?? '')
  const before = { version: '0.0.9', confirmed: true, count: 0, former: null, bad: [], returns: 0, returnedFrom: '' }
  await writeFile(join(updatesFolder(dataDir), 'starts.json'), JSON.stringify(before))
  await writeFile(program, 'this version', { mode: 0o755 })
  await writeFile(join(app.path, 'out', 'updates.json'), JSON.stringify({ url: feed.url, publicKey: feed.publicKey }))
  await writeFile(
    join(folder, 'app-update.yml'),
    'provider: generic\nurl: https://never.example/\nupdaterCacheDirName: cache\n',
  )
  const env = {
    STAND_IN_PACKAGED: '1',
    STAND_IN_RESOURCES: folder,
    XDG_CACHE_HOME: join(folder, 'cache'),
    APPIMAGE: program,
    RAN: join(folder, 'ran'),
  }
  const start = (options: { window?: boolean } = {}): Promise<Session> =>
    startSession(app.path, { dataDir, env, ...options })
  return { dataDir, program, start, ran: join(folder, 'ran') }
}

it('a start counts before its window, and no more once a page has been drawn (stand-in for Electron, not Electron itself)', async () => {
  const { dataDir, start } = await desk()
  const first = await start()
  expect(readStarts(dataDir)).toMatchObject({
    version: VERSION,
    count: 1,
    confirmed: false,
    former: { version: '0.0.9' },
  })
  await first.kill()
  const second = await start()
  expect(readStarts(dataDir)).toMatchObject({ count: 2, confirmed: false })
  expect(await second.invoke('app.shown')).toMatchObject({ ok: true })
  expect(readStarts(dataDir)).toMatchObject({ confirmed: true, former: null })
  expect(await readdir(updatesFolder(dataDir))).toEqual(['starts.json'])
  await second.kill()
  const third = await start()
  expect(await third.called('app.quit')).toEqual([])
  await third.kill()
})

it('the third start installs the former version and ends (stand-in for Electron, not Electron itself)', async () => {
  const { dataDir, program, start, ran } = await desk()
  for (let starts = 0; starts < 2; starts += 1) await (await start()).kill()
  const third = await start({ window: false })
  expect(await third.exited).toBe(0)
  expect(await readFile(program, 'utf8')).toContain('echo 0.0.9')
  await expect.poll(() => existsSync(ran)).toBe(true)
  expect(readStarts(dataDir)).toMatchObject({ version: VERSION, bad: [VERSION], returns: 1 })
  const log = await readFile(join(dataDir, 'logs', 'host.log'), 'utf8')
  expect(log).toContain('this version did not start twice, going back')
  expect(log.match(/program started/g)).toHaveLength(2)
})

it('a version that can not go back starts as it is (stand-in for Electron, not Electron itself)', async () => {
  const { dataDir, program, start } = await desk()
  for (const name of await readdir(join(updatesFolder(dataDir), '0.0.9')))
    await writeFile(join(updatesFolder(dataDir), '0.0.9', name), 'changed')
  for (let starts = 0; starts < 2; starts += 1) await (await start()).kill()
  const third = await start()
  expect(await readFile(program, 'utf8')).toBe('this version')
  expect(await readFile(join(dataDir, 'logs', 'host.log'), 'utf8')).toContain('no way back')
  await third.kill()
})
