import type { LoggerOptions } from 'pino'
import { classifyDatabaseError } from '../db/dialect.ts'

/** Errors of one cause within this time are logged once, ms. */
const COLLAPSE_MS = 1000

/** The cause of an error when it is an unreachable database or an exhausted pool; undefined: another cause. */
function findOutage(thrown: unknown): Error | undefined {
  if (!(thrown instanceof Error)) return undefined
  const trouble = classifyDatabaseError(thrown)
  return trouble === 'away' || trouble === 'busy' ? thrown : findOutage(thrown.cause)
}

const causeOf = (error: Error): string => ('code' in error ? String(error.code) : error.message)

/**
 * Collapses log lines while the database is unreachable and every call and poll fails alike: for each cause one line
 * per second, without a stack; `alike` is the number of omitted lines.
 */
export function collapseOutages(now: () => number = () => performance.now()): LoggerOptions['hooks'] {
  const causes = new Map<string, { at: number; alike: number }>()
  return {
    logMethod(args, method) {
      const [fields] = args as unknown[]
      const thrown = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined
      const outage = findOutage(thrown)
      if (!outage) return method.apply(this, args)
      const cause = causeOf(outage)
      const last = causes.get(cause)
      if (last && now() - last.at < COLLAPSE_MS) return void (last.alike += 1)
      causes.set(cause, { at: now(), alike: 0 })
      const { message } = outage
      const line = { ...(fields as object), err: undefined, cause: message, ...(last?.alike && { alike: last.alike }) }
      ;(args as unknown[])[0] = line
      method.apply(this, args)
    },
  }
}
