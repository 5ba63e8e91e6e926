import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import pino from 'pino'
import type { Logger } from './types.ts'

/** One file of this size and its predecessor are kept: enough for a week of trouble, never a full disk. */
const MAX_BYTES = 5 * 1024 * 1024
const SECRET = /token|password|authorization|secret|cookie/i
const HIDDEN = '[已隐藏]'

/** `token=…` in addresses, `"token":"…"` in JSON, `Authorization: …` in headers. */
const IN_TEXT = /((?:token|password|launch|authorization)"?\s*[=:]\s*"?(?:bearer\s+)?)[^&\s",}]+/gi
const MAX_DEPTH = 8

/** The log with secrets taken out: values under telling keys, and inside texts. An error keeps what caused it. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replace(IN_TEXT, `$1${HIDDEN}`)
  if (typeof value !== 'object' || value === null) return value
  // Also the end of what contains itself.
  if (depth > MAX_DEPTH) return '[…]'
  if (value instanceof Error) {
    const { code, details } = value as { code?: unknown; details?: unknown }
    const { name, message, stack, cause } = value
    return redact({ name, message, code, details, stack, cause }, depth + 1)
  }
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, SECRET.test(key) ? HIDDEN : redact(item, depth + 1)]),
  )
}

/** Appends to `path` line by line, so that nothing is missing after a crash; rotates once to `<path>.1`. */
export function createLog(path: string, maxBytes = MAX_BYTES): Logger {
  mkdirSync(dirname(path), { recursive: true })
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const write = (line: string): void => {
    try {
      if (size > maxBytes) {
        renameSync(path, `${path}.1`)
        size = 0
      }
      appendFileSync(path, line, { mode: 0o600 })
      size += Buffer.byteLength(line)
    } catch {
      // A full or read-only disk must not stop the work that is being logged.
    }
  }
  const sink = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write })
  const at =
    (level: 'info' | 'warn' | 'error') =>
    (text: string, facts: Record<string, unknown> = {}): void =>
      sink[level](redact(facts), String(redact(text)))
  return { info: at('info'), warn: at('warn'), error: at('error') }
}
