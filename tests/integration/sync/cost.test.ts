import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

// An event costs what it touches: counted in calls and entries, not in time. What a hint costs on the disk counts
// localTree.test.ts, what a plan is made of syncTrees.test.ts.

const FILES = 2000
let desk: SyncHarness
let remote: FakeRemote
/** Entries that the server named in its answers since the last reset. */
let named = 0

async function connected(): Promise<void> {
  remote = createFakeRemote(
    Object.fromEntries(Array.from({ length: FILES }, (_, n) => [`d${n % 20}/${n}.css`, `body ${n}`])),
  )
  const { list, changes, wait } = remote
  remote.list = async (signal) => {
    const state = await list(signal)
    named += state.tree.size
    return state
  }
  remote.changes = async (since, signal) => {
    const answer = await changes?.(since, signal)
    if (!answer || answer.reset) throw new Error('this server tells what changed')
    named += answer.changed.size
    return answer
  }
  remote.wait = async (version, signal) => {
    const answer = await wait(version, signal)
    if (answer && !answer.reset) named += answer.changed.size
    return answer
  }
  desk = await openSyncHarness(remote)
  await desk.connect()
  await until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, files: FILES }), 60_000)
  await marked()
}
const inStep = (): Promise<void> =>
  until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', waiting: 0, failed: 0 }))
let round = 0
/** A marker goes round: what came before it has had its consequences. Answers what was asked for it. */
async function marked(): Promise<string[]> {
  const marker = `marker${++round}.css`
  await desk.write(marker, marker)
  await until(() => expect(remote.texts()[marker]).toBe(marker))
  await inStep()
  return ['list', `put ${marker}`]
}
const asked = (): string[] => remote.calls.filter((call) => call !== 'wait')

beforeAll(connected, 120_000)
afterAll(() => desk.close())
beforeEach(() => {
  remote.calls.length = 0
  named = 0
})

describe(`in a template of ${FILES} files`, () => {
  test('a save asks once what changed, sends one file, and its echo asks nothing', async () => {
    await desk.write('d7/7.css', 'edited')
    await until(() => expect(remote.texts()['d7/7.css']).toBe('edited'))
    await inStep()
    const marker = await marked()
    expect(asked()).toEqual(['list', 'put d7/7.css', ...marker])
    expect(named).toBeLessThan(20)
  })

  test('a change on the server costs one question and one file', async () => {
    remote.write('d3/3.css', 'theirs')
    await until(async () => expect(await desk.read('d3/3.css')).toBe('theirs'))
    await inStep()
    const marker = await marked()
    expect(asked()).toEqual(['list', 'read d3/3.css', ...marker])
    expect(named).toBeLessThan(20)
  })

  test('touching files asks the server nothing', async () => {
    for (let n = 10; n < 20; n++) await desk.write(`d${n}/${n}.css`, `body ${n}`)
    await until(async () => expect(await desk.view()).toMatchObject({ waiting: 0 }))
    const marker = await marked()
    expect(asked()).toEqual(marker)
  })
})
