import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** Options of `--self-test [--data DIR] [--report DIR]`. */
export interface SelfTestOptions {
  /** A separate data folder, never the user's. */
  dataDir: string
  /** The folder was created for the test and is removed afterwards. */
  isOwnFolder: boolean
  reportFolder: string
}

/** null: no self-test is requested. Without `--data` a new temporary folder is created. */
export function parseSelfTestOptions(args: readonly string[]): SelfTestOptions | null {
  if (!args.includes('--self-test')) return null
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args: [...args], options: { data: text, report: text }, strict: false })
  const own = (): string => mkdtempSync(join(tmpdir(), 'sitecraft-self-test-'))
  const given = typeof values.data === 'string' && values.data !== '' ? resolve(values.data) : ''
  const dataDir = given || join(own(), 'data')
  const report = typeof values.report === 'string' && values.report !== '' ? resolve(values.report) : ''
  return { dataDir, isOwnFolder: given === '', reportFolder: report || resolve(dataDir, '..') }
}

/** Removes the data of a finished test; files that are still in use stay. */
export async function removeTestData({ dataDir, isOwnFolder }: SelfTestOptions): Promise<void> {
  if (isOwnFolder) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
}
