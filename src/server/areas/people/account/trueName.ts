import type { CallContext } from '#server/http/context.ts'

/** How people call the person of an account; the login where it has no name, or is gone. */
export async function trueNameOf(
  { db }: Pick<CallContext, 'db'>,
  { accountId, username }: { accountId: number; username: string },
): Promise<string> {
  const account = await db.selectFrom('account').select('trueName').where('id', '=', accountId).executeTakeFirst()
  return account?.trueName || username
}
