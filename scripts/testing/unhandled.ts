import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** Names the file that takes the errors; only where it is set, they are noted. */
export const UNHANDLED_ENV = 'SITECRAFT_TESTS_UNHANDLED'

/** An error outside every test, as vitest hands it over. */
export interface UnhandledError {
  name?: string
  message: string
  stack?: string
  /** How it came: Unhandled Rejection, Uncaught Exception. */
  type?: unknown
  /** The test that ran at that time, and its file. */
  VITEST_TEST_NAME?: unknown
  VITEST_TEST_PATH?: unknown
}

/** Where an error says it came from, and its trace: what a person needs to find it. */
function textOf({ name, message, stack, ...about }: UnhandledError): string {
  const said = (value: unknown): string => (typeof value === 'string' ? value : '')
  const at = [said(about.VITEST_TEST_PATH), said(about.VITEST_TEST_NAME)].filter(Boolean).join(' > ')
  const head = `${said(about.type) || 'Unhandled error'}${at && `, while ${at} ran`}`
  const what = `${name ?? 'Error'}: ${message}`
  // A trace mostly begins with the message.
  return [head, ...(stack?.includes(message) ? [] : [what]), ...(stack ? [stack] : [])].join('\n')
}

/** Notes the errors that make a run fail although every test passed. */
export function noteUnhandled(errors: readonly UnhandledError[]): void {
  const path = process.env[UNHANDLED_ENV]
  if (path) for (const error of errors) appendFileSync(path, `${JSON.stringify(textOf(error))}\n`)
}

/** What was noted, one text of several lines for each error. */
export function readUnhandled(path: string): string[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((text) => z.string().parse(JSON.parse(text)))
}
