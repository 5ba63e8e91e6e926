import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import pino from 'pino'
import type { LogArea } from '#shared/contract/diagnostics.ts'
import { redact } from '#shared/util/redact.ts'
import type { Logger } from '../types.ts'

/** Maximum size of a file, and number of full files kept: enough for weeks of errors, but at most 30 MB. */
const SIZE = { maxBytes: 5 * 1024 * 1024, keep: 5 }
const REDACTION = { placeholder: '[已隐藏]' }

interface AreaLogger extends Logger {
  /** The same log; its lines name this part of the program. */
  area(name: LogArea): Logger
}

/** Numbers of the full files beside `path` (`host.log.7`), oldest first. Numbers grow and are never reused. */
export function listFullLogs(path: string): number[] {
  const start = `${basename(path)}.`
  try {
    return readdirSync(dirname(path))
      .filter((name) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length)))
      .map((name) => Number(name.slice(start.length)))
      .toSorted((a, b) => a - b)
  } catch {
    return []
  }
}

/** Appends to `path` line by line, so that nothing is missing after a crash; a full file is renamed. */
export function createLog(path: string, size: Partial<typeof SIZE> = {}): AreaLogger {
  const { maxBytes, keep } = { ...SIZE, ...size }
  mkdirSync(dirname(path), { recursive: true })
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const moveAside = (): void => {
    const full = listFullLogs(path)
    renameSync(path, `${path}.${(full.at(-1) ?? 0) + 1}`)
    bytes = 0
    for (const old of full.slice(0, Math.max(0, full.length + 1 - keep))) rmSync(`${path}.${old}`, { force: true })
  }
  const write = (line: string): void => {
    try {
      if (bytes > maxBytes) moveAside()
      appendFileSync(path, line, { mode: 0o600 })
      bytes += Buffer.byteLength(line)
    } catch {
      // A full or read-only disk must not stop the work that is being logged.
    }
  }
  const sink = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write })
  const area = (name: LogArea): Logger => {
    const at =
      (level: 'info' | 'warn' | 'error') =>
      (text: string, facts: Record<string, unknown> = {}): void =>
        sink[level]({ area: name, ...(redact(facts, REDACTION) as object) }, String(redact(text, REDACTION)))
    return { info: at('info'), warn: at('warn'), error: at('error') }
  }
  return { ...area('program'), area }
}

/** Path of the log in a data folder. */
export const logPath = (dataDir: string): string => join(dataDir, 'logs', 'host.log')
