import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** Environment variable with the path for the errors; they are only recorded if it is set. */
export const UNHANDLED_ENV = 'SITECRAFT_TESTS_UNHANDLED'

/** An error outside of tests in vitest's format. */
export interface UnhandledError {
  name?: string
  message: string
  stack?: string
  /** Kind: Unhandled Rejection, Uncaught Exception. */
  type?: unknown
  /** The test that was running, and its file. */
  VITEST_TEST_NAME?: unknown
  VITEST_TEST_PATH?: unknown
}

/** Formats an error with its origin and stack trace. */
function textOf({ name, message, stack, ...about }: UnhandledError): string {
  const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')
  const at = [textOrEmpty(about.VITEST_TEST_PATH), textOrEmpty(about.VITEST_TEST_NAME)].filter(Boolean).join(' > ')
  const head = `${textOrEmpty(about.type) || 'Unhandled error'}${at && `, while ${at} ran`}`
  const what = `${name ?? 'Error'}: ${message}`
  // A stack trace usually begins with the message.
  return [head, ...(stack?.includes(message) ? [] : [what]), ...(stack ? [stack] : [])].join('\n')
}

/** Records errors that make a run fail although every test passed. */
export function recordUnhandledErrors(errors: readonly UnhandledError[]): void {
  const path = process.env[UNHANDLED_ENV]
  if (path) for (const error of errors) appendFileSync(path, `${JSON.stringify(textOf(error))}\n`)
}

/** The recorded errors, one multi-line text each. */
export function readUnhandled(path: string): string[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((text) => z.string().parse(JSON.parse(text)))
}
