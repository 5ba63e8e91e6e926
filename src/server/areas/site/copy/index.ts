import type { Resource, Routes } from '#server/http/routes.ts'
import { queueJob } from '#server/jobs/queue.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { normalizeHostName, requireFreeHosts, requireFreeSymbol } from '../site/index.ts'
import { requireFreeFolder } from '#server/areas/template/template/index.ts'
import { copySite } from './copy.ts'
import type { CopyInput } from './input.ts'

const routes: Pick<Routes<'site'>, 'site.copy'> = {
  /** Checks in advance what the job checks again. */
  'site.copy': async (ctx, { id, title, symbol, folder, domain }) => {
    await requireActiveSites(ctx, [id])
    const input: CopyInput = { id, title, symbol, folder, domain: normalizeHostName(domain) }
    const who = ctx.requireSignedIn()
    await requireFreeSymbol(ctx.db, symbol, 0, who.authority)
    await requireFreeHosts(ctx.db, [input.domain], 0, who.authority)
    await requireFreeFolder(ctx.db, folder, { who })
    return queueJob(ctx, { kind: 'site.copy', title: `复制站点“${title}”`, siteId: id, input })
  },
}

/** Call 22. */
export const siteCopy: Resource = { routes, jobs: { 'site.copy': copySite } }
