import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import type { Result } from '#shared/contract/bridge.ts'
import type { Session } from './session.ts'

export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-folder-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Answers the data, or fails with the error's words. */
export async function asked<T>(main: Session, name: string, input: unknown = {}): Promise<T> {
  const result: Result = await main.invoke(name, input)
  if (!result.ok) throw new Error(`${name}: ${result.error.message}`)
  return result.data as T
}

export const useBuiltin = (main: Session): Promise<unknown> => asked(main, 'connections.use', { id: 'builtin' })
export const serverPid = async (main: Session): Promise<number> =>
  (JSON.parse(await readFile(join(main.dataDir, 'backend.json'), 'utf8')) as { pid: number }).pid

export const becomes = <T>(read: () => Promise<T>, wanted: T): Promise<void> =>
  vi.waitFor(async () => expect(await read()).toEqual(wanted), { timeout: 20_000, interval: 50 })

/** Quits as the menu does. @returns how long it took, ms */
export async function quit(main: Session): Promise<number> {
  const before = performance.now()
  await main.ask('quit').catch(() => undefined)
  expect(await main.exited).toBe(0)
  return performance.now() - before
}
