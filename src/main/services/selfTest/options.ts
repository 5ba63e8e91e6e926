import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** How `--self-test [--data DIR] [--report DIR]` was asked for. */
export interface SelfTestOptions {
  /** A data folder of its own: never the person's. */
  dataDir: string
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
  return { dataDir, reportFolder: report || resolve(dataDir, '..') }
}
