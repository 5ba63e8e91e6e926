import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { TIMING } from '#services/sync/engine/timing.ts'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { quickTime, type QuickTime } from '#tests/fakes/quickTime.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

// The engine with the product's own times, on a clock that runs by itself. Only S6 looks at the disk's clock.

let desk: SyncHarness
let remote: FakeRemote
let time: QuickTime
afterEach(() => desk.close())

const MINUTE = 60_000
const files = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}.css`, `body${n}`]))

async function connected(): Promise<string> {
  remote = createFakeRemote(files)
  time = quickTime()
  desk = await openSyncHarness(remote, { time, timing: { ...TIMING, settle: 0, eventEvery: 1 } })
  const id = await desk.connect()
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', files: 10 }))
  return id
}

/** Calls per minute over ten minutes in which nobody does anything; the first minute is for coming to rest. */
async function callsPerMinute(): Promise<number> {
  const from = time.passed()
  await until(() => time.passed() > from + MINUTE)
  remote.calls.length = 0
  time.takePauses()
  const start = time.passed()
  await until(() => time.passed() > start + 10 * MINUTE)
  const minutes = (time.passed() - start) / MINUTE
  expect(Math.min(...time.takePauses())).toBeGreaterThan(0)
  return remote.calls.length / minutes
}
const refuse = (...calls: string[]): void => {
  remote.onCall = (call, path) => {
    if (calls.includes(call) || calls.includes(`${call} ${path}`)) throw new AppError('rejected', '服务器拒绝')
  }
}

describe('an idle workspace asks its server a few times a minute', () => {
  test('in step', async () => {
    await connected()
    expect(await callsPerMinute()).toBeLessThan(4)
  })

  test('after a file could not be sent and is gone again', async () => {
    await connected()
    refuse('put')
    await desk.write('new.css', 'x')
    await until(() => expect(remote.calls).toContain('put new.css'))
    await rm(join(desk.root, 'new.css'))
    expect(await callsPerMinute()).toBeLessThan(4)
    expect(await desk.view()).toMatchObject({ state: 'idle', failed: 0 })
  })

  test('after a file could not be fetched and is gone again', async () => {
    await connected()
    refuse('read theirs.css')
    remote.write('theirs.css', 'x')
    await until(() => expect(remote.calls).toContain('read theirs.css'))
    remote.remove('theirs.css')
    expect(await callsPerMinute()).toBeLessThan(4)
  })

  test('after a deletion was refused and the file came back', async () => {
    await connected()
    refuse('removeFile')
    await desk.remove('1.css')
    await until(() => expect(remote.calls).toContain('removeFile 1.css'))
    await desk.write('1.css', 'body1')
    expect(await callsPerMinute()).toBeLessThan(4)
  })

  test('after a conflict could not be taken up and ended', async () => {
    const id = await connected()
    await desk.service.handlers['workspaces.pause']({ id })
    refuse('read 1.css')
    await desk.write('1.css', 'mine')
    remote.write('1.css', 'theirs')
    await desk.service.handlers['workspaces.resume']({ id })
    await until(() => expect(remote.calls).toContain('read 1.css'))
    await desk.write('1.css', 'theirs')
    expect(await callsPerMinute()).toBeLessThan(4)
  })

  test('while a file is refused for good: it is tried at the longest pause, its deletion-mates too', async () => {
    await connected()
    refuse('put', 'removeFile', 'makeFolder')
    await desk.write('new.css', 'x')
    await desk.write('folder/new.css', 'x')
    await desk.remove('2.css')
    await desk.remove('3.css')
    await until(async () => expect((await desk.view()).failed).toBeGreaterThan(0))
    // Twice a minute: three that go up, two deletions with the reading before; and a listing for each of the five.
    expect(await callsPerMinute()).toBeLessThan(2 * (3 + 2 * 2 + 5) + 2)
  })

  test('while a file is too large: it is sent once, and again when it changes or somebody asks', async () => {
    const id = await connected()
    remote.onCall = (call) => {
      if (call === 'put') throw new AppError('too-large', '文件超过上限')
    }
    await desk.write('big.css', 'x')
    await until(async () =>
      expect(await desk.file('big.css')).toMatchObject({ state: 'failed', reason: '文件超过上限' }),
    )
    await callsPerMinute()
    expect(remote.calls).not.toContain('put big.css')
    await desk.service.handlers['workspaces.syncNow']({ id })
    await until(() => expect(remote.calls).toContain('put big.css'))
    remote.calls.length = 0
    await desk.write('big.css', 'y')
    await until(() => expect(remote.calls).toContain('put big.css'))
  })

  test('while its listing fails', async () => {
    await connected()
    refuse('list')
    expect(await callsPerMinute()).toBeLessThan(4)
  })

  test.each(['fails', 'answers at once'])('while its way of waiting %s', async (how) => {
    await connected()
    remote.onCall = (call) => {
      if (call === 'wait' && how === 'fails') throw new AppError('internal', '服务器出错')
    }
    if (how === 'answers at once') {
      remote.wait = async () => {
        remote.calls.push('wait')
        return null
      }
    }
    expect(await callsPerMinute()).toBeLessThan(8)
  })

  test('while a safety stop waits for its answer', async () => {
    await connected()
    for (let n = 0; n < 6; n++) await desk.remove(`${n}.css`)
    await until(async () => expect(await desk.view()).toMatchObject({ state: 'halted' }))
    expect(await callsPerMinute()).toBeLessThan(8)
  })

  test('whatever wakes the engine, it keeps its pace', async () => {
    const id = await connected()
    await callsPerMinute()
    const from = time.passed()
    // A person, or a program, that touches the folder without end.
    await until(async () => {
      await desk.service.handlers['workspaces.syncNow']({ id })
      return time.passed() > from + 2 * MINUTE
    })
    const seconds = (time.passed() - from) / 1000
    const lists = remote.calls.filter((call) => call === 'list').length
    expect(lists / seconds).toBeLessThan(1.3)
  })
})
