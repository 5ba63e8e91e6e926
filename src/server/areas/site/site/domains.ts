import type { CallContext } from '#server/http/context.ts'
import { AppError, type Issue } from '#shared/errors/index.ts'
import { hostName } from './hostName.ts'
import { takenHosts } from './names.ts'

/**
 * The typed host names, normalised and each once.
 * @throws AppError `invalid` and `conflict` (bound to another site) with an issue for every entry that is refused, so
 * that each input can say what is wrong with it
 */
export async function freeHosts(ctx: CallContext, siteId: number, typed: readonly string[]): Promise<string[]> {
  const invalid: Issue[] = []
  const hosts = typed.map((text, index) => {
    try {
      return hostName(text)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      invalid.push({ field: `domainList.${index}`, message: error.message })
      return ''
    }
  })
  refuse('invalid', invalid)
  const taken = await takenHosts(ctx.db, hosts, siteId, ctx.signed().authority)
  const conflicts = hosts.flatMap((host, index) => {
    const message = taken.get(host)
    return message === undefined ? [] : [{ field: `domainList.${index}`, message }]
  })
  refuse('conflict', conflicts)
  return [...new Set(hosts)]
}

function refuse(code: 'invalid' | 'conflict', issues: Issue[]): void {
  const [first] = issues
  if (first) throw new AppError(code, first.message, { details: { issues } })
}
