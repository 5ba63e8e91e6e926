import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createUpdater } from '#hosts/electron/adapters/updater.ts'
import { installFormer } from '#hosts/electron/rollback.ts'
import { connect } from '#server/db/connect.ts'
import { copyBeforeUpgrade } from '#server/db/migration/copyBeforeUpgrade.ts'
import { upgradeDataFormat } from '#services/dataFolder/dataFormat.ts'
import { environmentOutgoing } from '#services/network/outgoing.ts'
import { revertData } from '#services/updates/formerData.ts'
import {
  confirmStart,
  countStart,
  uncountStart,
  type Former,
  readStarts,
  updatesFolder,
} from '#services/updates/starts.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { installedUpdater, standInForElectron } from '#tests/fakes/updaterApp.ts'
import { ROOT } from './buildApp.ts'
import { startUpdateFeed, type UpdateFeed } from '#tests/fakes/updateFeed.ts'

/** Formats of a program that upgrades the data of the one before. */
const NEXT = {
  format: 2,
  steps: [{ to: 2, run: (dataDir: string) => writeFile(join(dataDir, 'connections.json'), 'of 1.1.0') }],
}

let folder: string
let dataDir: string
let feed: UpdateFeed
/** The installed program. */
let program: string

beforeEach(async () => {
  standInForElectron()
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-back-'))
  dataDir = join(folder, 'data')
  program = join(folder, 'sitecraft.AppImage')
  process.env.APPIMAGE = program
  process.env.RAN = join(folder, 'ran')
  await mkdir(dataDir)
  feed = await startUpdateFeed()
})
afterEach(async () => {
  delete process.env.APPIMAGE
  delete process.env.RAN
  await feed.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A program that leaves its version where it ran. */
const script = (version: string): Buffer => Buffer.from(`#!/bin/sh\necho ${version} >> "$RAN"\n`)
const ran = (): Promise<string> => readFile(join(folder, 'ran'), 'utf8').catch(() => '')
const release = (version: string) => feed.publish({ version, bytes: script(version) })
const data = (name: string): Promise<string> => readFile(join(dataDir, name), 'utf8')

const updaterOf = (version: string) => {
  const { updater, quits } = installedUpdater(folder, version)
  const source = { url: feed.url, publicKey: feed.publicKey }
  return {
    made: () => updater,
    quits,
    updater: createUpdater(() => updater, source, {
      outgoing: environmentOutgoing,
      packagesFolder: updatesFolder(dataDir),
    }),
  }
}

/** 1.0.0 runs, fetches 1.1.0 and installs it. */
async function update() {
  await writeFile(program, script('1.0.0'), { mode: 0o755 })
  expect(countStart(dataDir, '1.0.0')).toBeNull()
  await upgradeDataFormat(dataDir, '1.0.0')
  await writeFile(join(dataDir, 'connections.json'), 'of 1.0.0')
  confirmStart(dataDir, '1.0.0')
  const { updater, quits } = updaterOf('1.0.0')
  await updater.look('latest', '')
  const { hasWayBack } = await updater.download(() => undefined)
  updater.install({ restart: true })
  await expect.poll(ran).toBe('1.1.0\n')
  expect(quits()).toBe(1)
  return hasWayBack
}

/** Starts of 1.1.0 that end before they show a page. */
function failTwice(): Former | null {
  expect(countStart(dataDir, '1.1.0')).toBeNull()
  expect(countStart(dataDir, '1.1.0')).toBeNull()
  return countStart(dataDir, '1.1.0')
}

const goBack = (former: Former, { made } = updaterOf('1.1.0')) =>
  installFormer({ dataDir, publicKey: feed.publicKey, former }, made)

it('a version that does not start twice gives way to the former one, with the data of before, and is not offered again', async () => {
  release('1.0.0')
  release('1.1.0')
  expect(await update()).toBe(true)
  expect(countStart(dataDir, '1.1.0')).toBeNull()
  await upgradeDataFormat(dataDir, '1.1.0', NEXT)
  expect(await data('connections.json')).toBe('of 1.1.0')
  // No server is needed for it.
  await feed.stop()
  expect(countStart(dataDir, '1.1.0')).toBeNull()
  const former = requireValue(countStart(dataDir, '1.1.0'), 'two starts have shown nothing')
  expect(former.version).toBe('1.0.0')
  const broken = updaterOf('1.1.0')
  await goBack(former, broken)
  await expect.poll(ran).toBe('1.1.0\n1.0.0\n')
  await expect.poll(broken.quits).toBe(1)
  expect(await readFile(program)).toEqual(script('1.0.0'))
  expect(await data('connections.json')).toBe('of 1.0.0')
  expect(JSON.parse(await data('format.json'))).toEqual({ format: 1, version: '1.0.0' })

  expect(countStart(dataDir, '1.0.0')).toBeNull()
  await upgradeDataFormat(dataDir, '1.0.0')
  expect(readStarts(dataDir)).toMatchObject({
    version: '1.0.0',
    confirmed: true,
    bad: ['1.1.0'],
    returnedFrom: '1.1.0',
  })
  // The next upgrade makes a copy of its own.
  await writeFile(join(dataDir, 'connections.json'), 'later')
  await upgradeDataFormat(dataDir, '1.2.0', NEXT)
  expect(await data('before-upgrade/host-1/connections.json')).toBe('later')
})

it('a version that has shown a page stays, and needs the former one no more', async () => {
  release('1.0.0')
  release('1.1.0')
  await update()
  expect((await readdir(updatesFolder(dataDir))).toSorted()).toEqual(['1.0.0', '1.1.0', 'starts.json'])
  expect(countStart(dataDir, '1.1.0')).toBeNull()
  confirmStart(dataDir, '1.1.0')
  expect((await readdir(updatesFolder(dataDir))).toSorted()).toEqual(['1.1.0', 'starts.json'])
  for (let start = 0; start < 5; start += 1) expect(countStart(dataDir, '1.1.0')).toBeNull()
})

it('starts that a full disk ended do not count', async () => {
  release('1.0.0')
  release('1.1.0')
  await update()
  for (let start = 0; start < 5; start += 1) {
    expect(countStart(dataDir, '1.1.0')).toBeNull()
    uncountStart(dataDir, '1.1.0')
  }
  expect(failTwice()).not.toBeNull()
})

describe('without a way back', () => {
  it('the update is installed all the same when the feed has the former package no more', async () => {
    release('1.1.0')
    expect(await update()).toBe(false)
    expect(failTwice()).toBeNull()
  })

  it('another maker’s package of this version is none', async () => {
    const { name } = release('1.0.0')
    feed.files.set(`/feed/${name}`, script('6.6.6'))
    release('1.1.0')
    expect(await update()).toBe(false)
    expect(existsSync(join(updatesFolder(dataDir), '1.0.0'))).toBe(false)
  })

  it('a kept package that was changed is not run, nothing is touched, and the new version goes on', async () => {
    const { name } = release('1.0.0')
    release('1.1.0')
    await update()
    const former = requireValue(failTwice(), 'the package is kept')
    await upgradeDataFormat(dataDir, '1.1.0', NEXT)
    await writeFile(join(updatesFolder(dataDir), '1.0.0', name), script('6.6.6'))
    await expect(goBack(former)).rejects.toMatchObject({ code: 'invalid' })
    const [yml = ''] = (await readdir(join(updatesFolder(dataDir), '1.0.0'))).filter((each) => each.endsWith('.yml'))
    const path = join(updatesFolder(dataDir), '1.0.0', yml)
    await writeFile(path, (await readFile(path, 'utf8')).replace('1.0.0', '0.9.0'))
    await expect(goBack(former)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await readFile(program)).toEqual(script('1.1.0'))
    expect(await data('connections.json')).toBe('of 1.1.0')
    expect(countStart(dataDir, '1.1.0')).not.toBeNull()
    for (let start = 0; start < 3; start += 1) expect(countStart(dataDir, '1.1.0')).toBeNull()
  })
})

describe('the built-in server’s database', () => {
  /** An upgrade of it: a copy first, then other contents. */
  async function upgraded(): Promise<Former> {
    const server = join(dataDir, 'server')
    await upgradeDataFormat(dataDir, '1.0.0')
    countStart(dataDir, '1.0.0')
    confirmStart(dataDir, '1.0.0')
    await mkdir(join(updatesFolder(dataDir), '1.0.0'))
    await writeFile(join(updatesFolder(dataDir), '1.0.0', 'package'), 'x')
    const db = await connect({ dataDir: server })
    await db.insertInto('setting').values({ name: 'who', value: '1.0.0' }).execute()
    countStart(dataDir, '1.1.0')
    await copyBeforeUpgrade(db, server, { applied: ['0001_start'], pending: ['0002_more'], unknown: [] })
    await db.updateTable('setting').set({ value: '1.1.0' }).where('name', '=', 'who').execute()
    await db.destroy()
    countStart(dataDir, '1.1.0')
    return requireValue(countStart(dataDir, '1.1.0'), 'it goes back')
  }
  async function who(): Promise<string> {
    const db = await connect({ dataDir: join(dataDir, 'server') })
    const { value } = await db.selectFrom('setting').select('value').where('name', '=', 'who').executeTakeFirstOrThrow()
    await db.destroy()
    return value
  }

  it('is put back, its copy is gone, and what the new version made of it is kept aside', async () => {
    const former = await upgraded()
    expect(await who()).toBe('1.1.0')
    await revertData(dataDir, former)
    expect(await who()).toBe('1.0.0')
    const copies = await readdir(join(dataDir, 'server', 'before-upgrade'))
    expect(copies.filter((name) => !/-(wal|shm)$/.test(name))).toEqual(['undone.db'])
    await revertData(dataDir, former)
    expect(await who()).toBe('1.0.0')
  })

  it('is put back whenever that was killed in between', async () => {
    const former = await upgraded()
    const moved = join(dataDir, 'server', 'before-upgrade', 'undone.db')
    await writeFile(moved, await readFile(join(dataDir, 'server', 'sitecraft.db')))
    await rm(join(dataDir, 'server', 'sitecraft.db'))
    await revertData(dataDir, former)
    expect(await who()).toBe('1.0.0')
    expect(existsSync(moved)).toBe(true)
  })
})

it('a copy that was put back half is put back again, wherever that was killed', async () => {
  await mkdir(dataDir, { recursive: true })
  await upgradeDataFormat(dataDir, '1.0.0')
  const names = Array.from({ length: 300 }, (_each, at) => `file-${at}.json`)
  for (const name of names) await writeFile(join(dataDir, name), 'of 1.0.0')
  const former = { version: '1.0.0', data: { format: 1, copies: [] } }
  const run = async (to: string) => {
    for (const name of names) await writeFile(join(to, name), 'of 1.1.0')
  }
  await upgradeDataFormat(dataDir, '1.1.0', { format: 2, steps: [{ to: 2, run }] })
  const source = `
    import { revertData } from '#services/updates/formerData.ts'
    const [, dataDir] = process.argv
    await revertData(dataDir, ${JSON.stringify(former)})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source, dataDir], { cwd: ROOT, stdio: 'inherit' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const first = join(dataDir, requireValue(names[0], 'there are names'))
  await expect.poll(() => readFile(first, 'utf8'), { interval: 1, timeout: 20_000 }).toBe('of 1.0.0')
  child.kill('SIGKILL')
  await ended
  await revertData(dataDir, former)
  for (const name of names) expect(await data(name)).toBe('of 1.0.0')
  expect(JSON.parse(await data('format.json'))).toEqual({ format: 1, version: '1.0.0' })
  expect(existsSync(join(dataDir, 'before-upgrade', 'host-1'))).toBe(false)
})
