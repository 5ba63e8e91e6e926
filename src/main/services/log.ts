import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import pino from 'pino'
import { redact } from '#shared/util/redact.ts'
import type { Logger } from './types.ts'

/** One file of this size and its predecessor are kept: enough for a week of trouble, never a full disk. */
const MAX_BYTES = 5 * 1024 * 1024
const REDACTION = { hidden: '[已隐藏]' }

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
      sink[level](redact(facts, REDACTION), String(redact(text, REDACTION)))
  return { info: at('info'), warn: at('warn'), error: at('error') }
}
