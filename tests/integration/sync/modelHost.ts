import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { HostHandlers } from '#shared/contract/bridge.ts'
import { createGrants } from '#services/grants/grants.ts'
import { createSyncService, type SyncService } from '#services/sync/index.ts'
import { type HostProcess, startHost } from '#tests/fakes/hostProcess.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import type { Remote } from '#services/sync/remote/remote.ts'
import { type Disorder, disorderlyWatch, IN_ORDER } from '#tests/fakes/disorderlyWatch.ts'
import { FAST, fakeSessions, until } from '#tests/fakes/syncHarness.ts'

/** The host of a model's run: its folder and its data on a disk of their own where this machine allows it. */
export interface ModelHost {
  readonly home: string
  readonly root: string
  readonly dataDir: string
  /** The disk can be filled, and files can be held. */
  readonly canFill: boolean
  handlers(): HostHandlers<'workspaces'>
  /** Connects the folder with the template. */
  connect(): Promise<void>
  /** Until both sides are in step, or a while. */
  rest(): Promise<void>
  shiftClock(ms: number): void
  /** How the watcher tells what happens from now on. */
  setDisorder(disorder: Disorder): void
  /** Ends in order and starts again. */
  restart(): Promise<void>
  /** Where the host is a process: kill -9 after so many calls to its server, or when none come, and so many ms. */
  kill(calls: number, ms: number): Promise<void>
  close(): Promise<void>
}

const TIMING = { ...FAST, settle: 5, deleteSettle: 20, retryFirst: 20 }
const MAY_MOUNT = process.getuid?.() === 0 && process.platform === 'linux'
/** A connection that is used to be killed has calls within this time, ms. */
const QUIET = 150

interface Running {
  handlers: HostHandlers<'workspaces'>
  setClock(shift: number): void
  setDisorder(disorder: Disorder): void
  calls(): number
  end(): Promise<void>
}

export async function openModelHost(remote: Remote, inProcess: boolean): Promise<ModelHost> {
  const home = await mkdtemp(join(tmpdir(), 'sitecraft-model-'))
  if (MAY_MOUNT) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', home])
  const [root, dataDir] = [join(home, 'site'), join(home, 'data')]
  await mkdir(root)
  await mkdir(dataDir)
  let clockShift = 0
  let disorder = IN_ORDER
  const grants = createGrants()
  const start = async (): Promise<Running> => {
    if (!inProcess) {
      const started = await startHost(remote, { root, dataDir, timing: TIMING })
      started.setClock(clockShift)
      started.setDisorder(disorder)
      return running(started)
    }
    const service = createSyncService(
      {
        dataDir,
        grants,
        sessions: fakeSessions(),
        emit: () => undefined,
        log: memoryLog(),
        clock: { now: () => new Date(Date.now() + clockShift) },
        shell: { openExternal: async () => undefined, revealFolder: async () => undefined },
      },
      { timing: TIMING, connect: async () => remote, watch: disorderlyWatch(() => disorder), ...UNASKED },
    )
    // On a full disk the program does not start; a person tries it again.
    await until(() => service.start().then(() => true))
    return ofService(service)
  }
  let host = await start()
  const restart = async (): Promise<void> => {
    await host.end()
    host = await start()
  }
  const view = async () => (await host.handlers['workspaces.list']({}))[0]
  return {
    home,
    root,
    dataDir,
    canFill: MAY_MOUNT,
    handlers: () => host.handlers,
    async connect() {
      const place = { folder: 'site', templateName: '模板', grant: inProcess ? grants.issue(root) : 'its own' }
      const { planId } = await host.handlers['workspaces.plan'](place)
      await host.handlers['workspaces.connect']({ planId })
      await until(async () => expect((await view())?.state).toBe('idle'))
    },
    async rest() {
      const inStep = async (): Promise<void> =>
        expect(await view()).toMatchObject({ state: 'idle', waiting: 0, failed: 0 })
      await until(inStep, 400).catch(() => undefined)
    },
    shiftClock(ms) {
      clockShift += ms
      host.setClock(clockShift)
    },
    setDisorder(next) {
      disorder = next
      host.setDisorder(next)
    },
    restart,
    async kill(calls, ms) {
      const enough = host.calls() + calls
      await until(() => host.calls() >= enough, QUIET).catch(() => undefined)
      await sleep(ms)
      await restart()
    },
    async close() {
      await host.end()
      if (MAY_MOUNT) execFileSync('umount', ['--lazy', home])
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** What the server would be asked beside the files. */
const UNASKED = { liveSites: async () => [], siteOf: async () => '', templates: async () => null }

const running = ({ kill, ...host }: HostProcess): Running => ({ ...host, end: kill })
const ofService = (service: SyncService): Running => ({
  handlers: service.handlers,
  // Its clock and its disorder are read through the model's.
  setClock: () => undefined,
  setDisorder: () => undefined,
  calls: () => Infinity,
  end: () => service.close(),
})
