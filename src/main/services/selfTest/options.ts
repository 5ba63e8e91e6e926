import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** How `--self-test [--data DIR] [--report DIR]` was asked for. */
export interface SelfTestOptions {
  /** A data folder of its own: never the person's. */
  dataDir: string
  /** Nobody named it, so it goes when the test has ended. */
  isOwnFolder: boolean
  reportFolder: string
}

/** null: no self-test is wanted. Without `--data` a new folder below the temporary one is made. */
export function selfTestOptions(args: readonly string[]): SelfTestOptions | null {
  if (!args.includes('--self-test')) return null
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args: [...args], options: { data: text, report: text }, strict: false })
  const own = (): string => mkdtempSync(join(tmpdir(), 'sitecraft-self-test-'))
  const given = typeof values.data === 'string' && values.data !== '' ? resolve(values.data) : ''
  const dataDir = given || join(own(), 'data')
  const report = typeof values.report === 'string' && values.report !== '' ? resolve(values.report) : ''
  return { dataDir, isOwnFolder: given === '', reportFolder: report || resolve(dataDir, '..') }
}

/** Removes the data of a test that has ended; what the system still holds stays. */
export async function removeTestData({ dataDir, isOwnFolder }: SelfTestOptions): Promise<void> {
  if (isOwnFolder) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
}
