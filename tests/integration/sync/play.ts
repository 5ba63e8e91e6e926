import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Workspace } from '#shared/contract/workspace.ts'
import { AppError, type ErrorCode } from '#shared/errors/index.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { IGNORE_FILE, isReserved } from '#services/sync/core/names.ts'
import type { FakeRemoteOptions } from '#tests/fakes/remote.ts'
import { textsIn, until } from '#tests/fakes/syncHarness.ts'
import { type ModelHost, openModelHost } from './modelHost.ts'
import { fakeServer, type ModelServer } from './modelServer.ts'
import { createPeople } from './people.ts'
import type { RealServer } from './realServer.ts'
import type { Step } from './steps.ts'

const START = { 'a.css': 'start a', 'd/a.css': 'start d/a', 'd/e/c.css': 'start d/e/c' }
/** Longer than anything takes here, ms. */
const PATIENCE = 30_000

const viewOf = async (host: ModelHost): Promise<Workspace> =>
  requireValue((await host.handlers()['workspaces.list']({}))[0], 'a workspace')

/** Ends what waits for a person: safety stops are agreed to, and names that can't stand together are changed. */
function createPerson(host: ModelHost, server: ModelServer) {
  let solved = 0
  const answer = async (): Promise<void> => {
    const { id, state, halt } = await viewOf(host)
    if (state !== 'halted' || !halt) return
    // The list may be another one by now; then the next round answers that.
    const answerHalt = host.handlers()['workspaces.answerHalt']
    await answerHalt({ id, answer: 'proceed', signature: halt.signature }).catch(() => undefined)
  }
  const rename1 = async (path: string): Promise<void> => {
    const to = `solved${++solved}`
    if (await rename(join(host.root, path), join(host.root, to)).then(yes, no)) return
    await server.move(path, to)
  }
  return {
    answer,
    async untangle(): Promise<void> {
      const { id } = await viewOf(host)
      const { files } = await host.handlers()['workspaces.detail']({ id })
      // The last: a folder with a conflict copy in it, of whose name the server has made a file.
      const stuck = files.filter(({ reason }) => /只有大小写不同|同名的文件夹|文件夹中还有不同步的文件/.test(reason))
      const [first] = [...stuck.filter(({ path }) => path !== path.toLowerCase()), ...stuck]
      if (first) await rename1(first.path)
    },
    async resolve(): Promise<void> {
      const { id } = await viewOf(host)
      const { files } = await host.handlers()['workspaces.detail']({ id })
      for (const { path } of files.filter(({ state }) => state === 'conflict')) {
        // One of which a side was deleted ends by itself, when the deletion has settled.
        const shown = await host.handlers()['workspaces.conflict']({ id, path }).catch(unless('not-found'))
        if (!shown) continue
        const hashes = { localSha256: shown.local.sha256, remoteSha256: shown.remote.sha256 }
        await host.handlers()['workspaces.resolve']({ id, path, choice: 'local', ...hashes })
      }
    },
  }
}
/** Lets an error of this code pass. */
const unless =
  (code: ErrorCode) =>
  (error: unknown): null => {
    if (error instanceof AppError && error.code === code) return null
    throw error
  }
const yes = (): boolean => true
const no = (): boolean => false

/** Waits until nothing is left to do but conflicts. */
async function finish(host: ModelHost, server: ModelServer, person: ReturnType<typeof createPerson>): Promise<void> {
  const lists = (): number => server.troubles.calls.filter((call) => call === 'list').length
  const inStep = async (): Promise<void> =>
    expect(await viewOf(host)).toMatchObject({ state: 'idle', waiting: 0, failed: 0 })
  // Deletions settle over several cycles, so being in step once is not yet the end.
  for (let round = 0; round < 3; round++) {
    await until(async () => {
      await person.answer()
      const before = lists()
      await host.handlers()['workspaces.syncNow']({ id: (await viewOf(host)).id })
      await until(() => lists() > before, 1000).catch(async () => {
        throw new Error(`the server is not asked: ${JSON.stringify(await viewOf(host))}`)
      })
      await until(inStep, 500).catch(async (error: unknown) => {
        await person.untangle()
        throw error
      })
    }, PATIENCE)
  }
}

export interface PlayOptions {
  server?: FakeRemoteOptions
  /** The host is a process of its own, which can be killed. */
  ownProcess?: boolean
  /** A server that is a process of its own, which can be killed; absent: one in memory. */
  real?: RealServer
}

/**
 * One run: a synced folder, the steps, rest, then nothing is lost, and after all conflicts are answered both sides agree.
 */
export async function playSteps(
  steps: readonly Step[],
  { server: kind = {}, ownProcess = false, real }: PlayOptions = {},
): Promise<void> {
  const server = await (real ? real.open(START, kind) : fakeServer(START, kind))
  const host = await openModelHost(server.remote, !ownProcess)
  try {
    await host.connect()
    const people = createPeople(host, server)
    const person = createPerson(host, server)
    for (const step of steps) await people.carryOut(step)
    await people.calm()
    await finish(host, server, person)
    expect(await people.lost()).toEqual([])
    await person.resolve()
    await until(async () => expect(without(await textsIn(host.root))).toEqual(await server.texts()))
    expect(await server.onDisk()).toEqual(await server.texts())
  } finally {
    await host.close()
  }
}

/** The files without conflict copies. */
const without = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !isReserved(name) && name !== IGNORE_FILE))
