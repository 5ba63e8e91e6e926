import type { FastifyInstance } from 'fastify'
import { queryVisibleAccounts } from '#server/areas/people/account/index.ts'
import { filterVisible } from '#server/areas/template/template/index.ts'
import { parseInitials } from '#server/db/initials.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { Handler, Resource } from '#server/http/routes.ts'
import { pollScheduledWork } from '#server/jobs/scheduledWork.ts'
import type { SearchHit } from '#shared/contract/search.ts'
import { canSeeMenu } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { needsBackfill, backfillInitials } from '../searchIndex/initials.ts'
import { searchEntries } from './entries.ts'
import { LIMITS, toSearchPath } from './limits.ts'

async function findTemplates({ db, requireSignedIn }: CallContext, key: string): Promise<SearchHit[]> {
  if (!canSeeMenu(requireSignedIn().authority, MENU.templates)) return []
  const rows = await filterVisible(db.selectFrom('template').select(['name', 'folder']), requireSignedIn())
    .where('deleteTime', 'is', null)
    .where('draftOf', 'is', null)
    .where((eb) => contains([eb.ref('name'), eb.ref('folder')], key))
    .orderBy('name')
    .limit(LIMITS.maxResults)
    .execute()
  return rows.map(({ name, folder }) => {
    return { kind: 'template', title: name, note: folder, path: toSearchPath('/site/template/list', name) }
  })
}

async function findPeople(ctx: CallContext, key: string): Promise<SearchHit[]> {
  if (!canSeeMenu(ctx.requireSignedIn().authority, MENU.account)) return []
  const found = await queryVisibleAccounts(ctx, { roleId: 0, key, byInitials: parseInitials(key) !== null })
  const rows = await found
    .select(['account.username', 'account.trueName'])
    .orderBy('account.username')
    .limit(LIMITS.maxResults)
    .execute()
  return rows.map(({ username, trueName }) => {
    return {
      kind: 'person',
      title: trueName || username,
      note: username,
      path: toSearchPath('/system/account', username),
    }
  })
}

const searchAll: Handler<'search.find'> = async (ctx, { key }) => {
  const { found, isAll } = await searchEntries(ctx, key, LIMITS)
  return { found: [...found, ...(await findTemplates(ctx, key)), ...(await findPeople(ctx, key))], more: !isAll }
}

function plugin(app: FastifyInstance, deps: ServerDeps): void {
  const isDue = needsBackfill
  pollScheduledWork(app, deps, { kind: 'content.initials', title: '整理内容的拼音首字母', isDue })
}

/** The window's global search. */
export const search: Resource = {
  routes: { 'search.find': searchAll },
  jobs: { 'content.initials': backfillInitials },
  plugin,
}
