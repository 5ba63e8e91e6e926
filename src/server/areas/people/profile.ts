import { computeInitials } from '#server/db/initials.ts'
import type { Handler, Resource, Routes } from '#server/http/routes.ts'
import { requireFreeName, rejectDuplicateName, toUsernameKey } from './account/index.ts'

const read: Handler<'profile.read'> = async (ctx) => {
  const { username, trueName, email } = await ctx.db
    .selectFrom('account')
    .select(['username', 'trueName', 'email'])
    .where('id', '=', ctx.requireSignedIn().accountId)
    .executeTakeFirstOrThrow()
  return { username, screenName: trueName, email }
}

/** Saves the caller's own account only. The new version tells administrators with an open form that it has changed. */
const save: Handler<'profile.save'> = async (ctx, { username, screenName, email }) => {
  const { accountId } = ctx.requireSignedIn()
  const name = { username, field: 'username' }
  const [initials = ''] = await computeInitials([screenName])
  await requireFreeName(ctx.db, username, { id: accountId, field: name.field })
  await rejectDuplicateName(
    name,
    ctx.db
      .updateTable('account')
      .set((eb) => ({
        username,
        usernameKey: toUsernameKey(username),
        trueName: screenName,
        initials,
        email,
        version: eb('version', '+', 1),
        updatedBy: username,
        updateTime: ctx.clock.now().getTime(),
      }))
      .where('id', '=', accountId)
      .execute(),
  )
  return null
}

const routes: Routes<'profile'> = { 'profile.read': read, 'profile.save': save }

/** C·§2 Profile page: the caller's own account. */
export const profile: Resource = { routes }
