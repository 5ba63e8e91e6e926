import type { LoggerOptions } from 'pino'
import { databaseTrouble } from '../db/dialect.ts'

/** Errors of one cause within this time are one line. */
const TOGETHER_MS = 1000

/** The error of the database that is away, or of a pool that is used up, behind what was thrown; undefined: it is another error. */
function outageIn(thrown: unknown): Error | undefined {
  if (!(thrown instanceof Error)) return undefined
  const trouble = databaseTrouble(thrown)
  return trouble === 'away' || trouble === 'busy' ? thrown : outageIn(thrown.cause)
}

const causeOf = (error: Error): string => ('code' in error ? String(error.code) : error.message)

/**
 * While the database is away every call and everything that looks for work fails in the same way: of each cause one line is
 * logged in a second, without a stack, and `alike` says how many lines of it were left out before.
 */
export function collapseOutages(now: () => number = () => performance.now()): LoggerOptions['hooks'] {
  const causes = new Map<string, { at: number; alike: number }>()
  return {
    logMethod(args, method) {
      const [fields] = args as unknown[]
      const thrown = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined
      const outage = outageIn(thrown)
      if (!outage) return method.apply(this, args)
      const cause = causeOf(outage)
      const last = causes.get(cause)
      if (last && now() - last.at < TOGETHER_MS) return void (last.alike += 1)
      causes.set(cause, { at: now(), alike: 0 })
      const { message } = outage
      const line = { ...(fields as object), err: undefined, cause: message, ...(last?.alike && { alike: last.alike }) }
      ;(args as unknown[])[0] = line
      method.apply(this, args)
    },
  }
}
