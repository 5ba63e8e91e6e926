import type { FastifyInstance } from 'fastify'
import { accountsFound } from '#server/areas/people/account/index.ts'
import { visible } from '#server/areas/template/template/index.ts'
import { typedInitials } from '#server/db/initials.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { Handler, Resource } from '#server/http/routes.ts'
import { onTime } from '#server/jobs/onTime.ts'
import type { Found } from '#shared/contract/search.ts'
import { canSeeMenu } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { initialsMissing, initialsWork } from '../searchIndex/initials.ts'
import { entriesFound } from './entries.ts'
import { LIMITS, withKey } from './limits.ts'

async function templates({ db, signed }: CallContext, key: string): Promise<Found[]> {
  if (!canSeeMenu(signed().authority, MENU.templates)) return []
  const rows = await visible(db.selectFrom('template').select(['name', 'folder']), signed())
    .where('deleteTime', 'is', null)
    .where('draftOf', 'is', null)
    .where((eb) => contains([eb.ref('name'), eb.ref('folder')], key))
    .orderBy('name')
    .limit(LIMITS.shown)
    .execute()
  return rows.map(({ name, folder }) => {
    return { kind: 'template', title: name, note: folder, path: withKey('/site/template/list', name) }
  })
}

async function people(ctx: CallContext, key: string): Promise<Found[]> {
  if (!canSeeMenu(ctx.signed().authority, MENU.account)) return []
  const found = await accountsFound(ctx, { roleId: 0, key, byInitials: typedInitials(key) !== null })
  const rows = await found
    .select(['account.username', 'account.trueName'])
    .orderBy('account.username')
    .limit(LIMITS.shown)
    .execute()
  return rows.map(({ username, trueName }) => {
    return { kind: 'person', title: trueName || username, note: username, path: withKey('/system/account', username) }
  })
}

const find: Handler<'search.find'> = async (ctx, { key }) => {
  const { found, isAll } = await entriesFound(ctx, key, LIMITS)
  return { found: [...found, ...(await templates(ctx, key)), ...(await people(ctx, key))], more: !isAll }
}

function plugin(app: FastifyInstance, deps: ServerDeps): void {
  const isDue = initialsMissing
  onTime(app, deps, { kind: 'content.initials', title: '整理内容的拼音首字母', isDue })
}

/** The window's global search. */
export const search: Resource = {
  routes: { 'search.find': find },
  jobs: { 'content.initials': initialsWork },
  plugin,
}
