import { describeWebServer, webServerConfig } from '#deploy/webServer/index.ts'
import type { CallContext } from '#server/http/context.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { readHosts, readActiveRules } from '../redirect/index.ts'
import { readRules, type TargetRow } from './state.ts'

/** The configuration of a target's web server, or why there is none yet. */
export async function webServerText(
  ctx: CallContext,
  target: TargetRow,
  { server, isTlsElsewhere, folder }: Omit<ParsedOf<'publishTarget.webServer'>, 'id'>,
): Promise<{ text: string; message: string }> {
  const { db } = ctx
  const { origin } = await readRules({ ...ctx.deps, db }, target)
  const domains = await readHosts(db, target.siteId)
  const redirects = await readActiveRules(db, target.siteId)
  const { basePath } = target
  try {
    const place = folder.trim() || target.folder
    const site = describeWebServer({ origin, domains, folder: place, basePath, redirects, isTlsElsewhere })
    return { text: webServerConfig(server, site), message: '' }
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return { text: '', message: error.message }
    throw error
  }
}
