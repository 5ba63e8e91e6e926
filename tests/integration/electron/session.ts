import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { Result } from '#shared/contract/bridge.ts'
import { CHANNEL } from '#shared/contract/ipc.ts'
import { launchStandIn, type LaunchOptions, type StandIn } from '#tests/fakes/electron/launch.ts'
import type { Sender } from '#tests/fakes/electron/control.ts'
import type { Call } from '#tests/fakes/electron/record.ts'

/** One run of the built main process with an own data folder. */
export interface Session extends StandIn {
  readonly dataDir: string
  /** The page's bridge.invoke. */
  invoke(name: unknown, input?: unknown, sender?: Sender): Promise<Result>
  /** What was asked of Electron under this name, in order. */
  called(name: string): Promise<Call['args'][]>
  /** Waits until this was asked of Electron, as often as given. */
  awaitCall(name: string, times?: number): Promise<void>
  /** Ends the program and removes its data. */
  end(): Promise<void>
}

/** Starts it and waits for the window. @param dataDir of an earlier run, to start again on its data */
export async function startSession(
  appPath: string,
  options: {
    dataDir?: string
    env?: Record<string, string>
    args?: readonly string[]
    platform?: LaunchOptions['platform']
    user?: number
    window?: boolean
  } = {},
): Promise<Session> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'sitecraft-main-')))
  // No bus: a developer's own keychain is never touched.
  const env = { DBUS_SESSION_BUS_ADDRESS: 'disabled:', ...options.env }
  const { args = [], platform, user } = options
  const program = launchStandIn({ appPath, dataDir, env, args, platform, user })
  const called = async (name: string): Promise<Call['args'][]> =>
    (await program.ask('calls')).filter((call) => call.name === name).map((call) => call.args)
  const session: Session = {
    ...program,
    dataDir,
    called,
    invoke: async (name, input = {}, sender) =>
      (await program.ask('invoke', CHANNEL.invoke, [name, input], sender)) as Result,
    async awaitCall(name, times = 1) {
      const enough = async (): Promise<boolean> => {
        expect(program.violations()).toEqual([])
        return (await called(name)).length >= times
      }
      await vi.waitUntil(enough, { timeout: 10_000, interval: 20 })
    },
    async kill() {
      await program.kill()
      expect(program.violations()).toEqual([])
    },
    async end() {
      await session.kill()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  if (options.window ?? true) await session.awaitCall('window.show')
  return session
}
