import { readDepartments } from '#server/areas/people/department/index.ts'
import { readColleagueGroups, readReachableGroups } from '#server/areas/people/role/index.ts'
import type { CallContext } from '#server/http/context.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { MAX_MAIL_RECIPIENTS, type MailRecipient } from '#shared/contract/siteMail.ts'
import { AppError } from '#shared/errors/index.ts'
import { splitIntoBatches, someOf } from '#shared/util/lists.ts'

/** Names per query. */
const MAX_QUERY_NAMES = 500

interface MailAccount {
  id: number
  userName: string
  trueName: string
}

/** Accounts the caller may write to: those the user picker offers. */
async function queryReachableAccounts(ctx: CallContext) {
  const reach = await readColleagueGroups(ctx)
  const found = ctx.db
    .selectFrom('account')
    .select(['id', 'username as userName', 'trueName'])
    .where('isStatus', '=', 1)
  return reach ? found.where('roleId', 'in', [...reach, -1]) : found
}

/**
 * Finds the accounts by name, without duplicates. Allowed are the accounts the picker offers and those that have
 * written to the caller.
 * @throws AppError `invalid` that lists the others
 */
export async function requireMailAccounts(
  ctx: CallContext,
  recipients: readonly MailRecipient[],
): Promise<MailAccount[]> {
  const names = [...new Set(recipients.map(({ userName }) => userName))]
  const found: MailAccount[] = []
  for (const part of splitIntoBatches(names, MAX_QUERY_NAMES))
    found.push(...(await (await queryReachableAccounts(ctx)).where('username', 'in', part).execute()))
  const known = new Set(found.map(({ userName }) => userName))
  const others = names.filter((name) => !known.has(name))
  if (others.length > 0) found.push(...(await findSendersToCaller(ctx, others)))
  const foundNames = new Set(found.map(({ userName }) => userName))
  const unknownNames = names.filter((name) => !foundNames.has(name))
  if (unknownNames.length > 0)
    throw new AppError(
      'invalid',
      `不能发给${someOf(unknownNames)}：账号不存在、已停用或不在您可以选择的用户中，请移除后重试`,
    )
  return found
}

/** Finds accounts that have written to the caller, who may reply to them. */
const findSendersToCaller = (ctx: CallContext, names: readonly string[]): Promise<MailAccount[]> =>
  ctx.db
    .selectFrom('account')
    .select(['id', 'username as userName', 'trueName'])
    .where('isStatus', '=', 1)
    .where('username', 'in', names)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('site_mail_recipient')
        .innerJoin('site_mail', 'site_mail.id', 'site_mail_recipient.mailId')
        .select('site_mail.senderId')
        .where('site_mail_recipient.accountId', '=', ctx.requireSignedIn().accountId),
    )
    .execute()

/** All accounts of these groups, departments and subdepartments that the caller may write to, without the caller. */
export async function findMailMembers(
  ctx: CallContext,
  { groupIds, departmentIds }: ParsedOf<'siteMail.members'>,
): Promise<MailRecipient[]> {
  const departments = new Set(departmentIds)
  if (departments.size > 0) {
    const all = await readDepartments(ctx.db)
    // Departments are nested at most ten levels deep.
    for (let size = -1; size !== departments.size;) {
      size = departments.size
      for (const { id, parentId } of all) if (departments.has(parentId)) departments.add(id)
    }
  }
  const reach = await readReachableGroups(ctx)
  const groups = reach ? groupIds.filter((id) => reach.has(id)) : groupIds
  const rows = await (
    await queryReachableAccounts(ctx)
  )
    .where('id', '!=', ctx.requireSignedIn().accountId)
    .where(({ eb, or }) => or([eb('roleId', 'in', [...groups, -1]), eb('departmentId', 'in', [...departments, -1])]))
    .orderBy('usernameKey')
    .limit(MAX_MAIL_RECIPIENTS + 1)
    .execute()
  if (rows.length > MAX_MAIL_RECIPIENTS)
    throw new AppError('invalid', `所选用户组和部门超过 ${MAX_MAIL_RECIPIENTS} 人，请分几次发送`)
  return rows.map(({ userName, trueName }) => ({ userName, trueName }))
}

/** A user group and its accounts. @throws AppError `invalid` for a missing group, or one out of the caller's reach */
export async function requireMailGroup(
  ctx: CallContext,
  id: number,
): Promise<{ title: string; accounts: MailAccount[] }> {
  const reach = await readReachableGroups(ctx)
  const row = await ctx.db.selectFrom('role').select('title').where('id', '=', id).executeTakeFirst()
  if (!row || (reach && !reach.has(id)))
    throw new AppError('invalid', '用户组不存在或不在您的用户组之下，请重新选择收件组')
  return { title: row.title, accounts: await (await queryReachableAccounts(ctx)).where('roleId', '=', id).execute() }
}
