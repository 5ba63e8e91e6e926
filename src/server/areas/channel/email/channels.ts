import type { RowOf } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord, missingRecords } from '#server/http/missingRecords.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import { PreparedHandler, Reply, type Routes } from '#server/http/routes.ts'
import { saveVersioned } from '#server/http/saveVersioned.ts'
import { requireActiveSites, selectListedSites } from '#server/siteAccess.ts'
import { openSecret, sealSecret, type SecretBinding } from '#server/secrets/sealing.ts'
import type { EmailChannel } from '#shared/contract/emailChannel.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { pauseMessages, countWaitingMessages } from '../outgoing/index.ts'
import { openSmtpForCaller } from './signIn.ts'
import { type SmtpAccount, SmtpFailure } from './smtp.ts'

export type EmailChannelRow = RowOf<'email_channel'>

/** Reason shown for messages that are paused because their sender account was deleted. */
export const CHANNEL_DELETED_REASON = '发件邮箱已被删除，未发出的邮件不会再发送'

const toSecretId = (id: number): SecretBinding => ({ use: 'e-mail account', owner: id })

const present = (
  { password, updatedBy, updateTime, createTime: _made, ...row }: EmailChannelRow,
  waiting = 0,
): EmailChannel => ({
  ...row,
  waiting,
  password: '',
  useSSL: row.security === 'ssl',
  hasPassword: password !== '',
  changedBy: updatedBy,
  changedAt: formatDateTime(updateTime),
})

/** Reads a sender account. @throws AppError when it does not exist or belongs to a site the caller may not use */
export async function requireEmailChannel(ctx: CallContext, id: number): Promise<EmailChannelRow> {
  const row = await ctx.db.selectFrom('email_channel').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw missingRecord('发件邮箱不存在，可能已被删除，请刷新后重新选择', id)
  ctx.requireSite(row.siteId)
  return row
}

/** Decrypts the account's SMTP credentials. @throws AppError when the encryption key no longer exists */
export async function readSmtpAccount(deps: ServerDeps, row: EmailChannelRow): Promise<SmtpAccount> {
  const { smtp, port, security, account } = row
  const password = row.password === '' ? '' : await openSecret(deps, toSecretId(row.id), row.password)
  if (password === null)
    throw new AppError('conflict', `发件邮箱“${account}”的密码用已不存在的密钥加密，请编辑该发件邮箱并重新填写密码`)
  return { smtp, port, security, account, password }
}

/** Tests the sign-in before saving, so that a wrong password is reported in the form and not by the first message. */
const save = new PreparedHandler<'emailChannel.save'>(async (ctx, form) => {
  const before = form.id === 0 ? null : await requireEmailChannel(ctx, form.id)
  const security = form.security ?? (form.useSSL ? 'ssl' : 'starttls')
  const cleaned = { ...form, security, smtp: form.smtp.trim(), account: form.account.trim() }
  if (cleaned.smtp === '') throw fieldError('invalid', 'smtp', '请填写SMTP服务器')
  if (cleaned.account === '') throw fieldError('invalid', 'account', '请填写账号')
  // The stored password is only ever sent to the server and account it was entered for.
  const isSameServer = before !== null && before.smtp === cleaned.smtp && before.account === cleaned.account
  if (form.password === '' && before && before.password !== '' && !isSameServer)
    throw fieldError('invalid', 'password', '更换了SMTP服务器或账号，请重新填写密码')
  const password = form.password || (before ? (await readSmtpAccount(ctx.deps, before)).password : '')
  await trySignIn(ctx.deps, { ...cleaned, password })
  return (tx) => saveChannel(tx, cleaned, before)
})

async function trySignIn(deps: ServerDeps, account: SmtpAccount): Promise<void> {
  try {
    ;(await openSmtpForCaller(deps, account)).close()
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error
    throw fieldError(
      'invalid',
      error.text.startsWith('登录') ? 'password' : 'smtp',
      `发件邮箱验证未通过，未保存。${error.text}`,
    )
  }
}

async function saveChannel(
  ctx: CallContext,
  form: ParsedOf<'emailChannel.save'> & Pick<EmailChannelRow, 'security'>,
  rowBeforeSignIn: EmailChannelRow | null,
): Promise<EmailChannel> {
  const { id, version, siteId, password, useSSL: _given, ...fields } = form
  await requireActiveSites(ctx, [siteId])
  const before = rowBeforeSignIn && (await requireEmailChannel(ctx, id))
  if (before && before.siteId !== siteId)
    throw new AppError('invalid', `发件邮箱“${before.account}”不能更换站点，请在目标站点中新增`)
  const saved = await saveVersioned(ctx, 'email_channel', {
    id,
    version,
    row: fields,
    insertOnly: { siteId, password: '', createTime: ctx.clock.now().getTime() },
    find: requireEmailChannel,
    nameOf: ({ account }) => `发件邮箱“${account}”`,
  })
  if (password === '') return present(saved)
  const sealed = await sealSecret({ ...ctx.deps, db: ctx.db }, toSecretId(saved.id), password)
  await ctx.db.updateTable('email_channel').set({ password: sealed }).where('id', '=', saved.id).execute()
  return present({ ...saved, password: sealed })
}

export const channelRoutes: Routes<'emailChannel'> = {
  'emailChannel.page': async (ctx, { siteId, key, ...paging }) => {
    let found = ctx.db.selectFrom('email_channel').where('siteId', 'in', selectListedSites(ctx, siteId))
    if (key) found = found.where((eb) => contains([eb.ref('sendName'), eb.ref('account')], key))
    const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), paging)
    const waiting = await countWaitingMessages(ctx, 'email', rows)
    const shown = rows.map((row) => present(row, waiting.get(row.id)))
    return pageOf(shown, total, paging.size)
  },
  'emailChannel.findById': async (ctx, { id }) => present(await requireEmailChannel(ctx, id)),
  'emailChannel.save': save,
  'emailChannel.deleteByIdList': async (ctx, list) => {
    const ids = [...new Set(list)]
    const rows = await ctx.db.selectFrom('email_channel').select(['id', 'siteId']).where('id', 'in', ids).execute()
    for (const { siteId } of rows) ctx.requireSite(siteId)
    const missingIds = ids.filter((id) => !rows.some((row) => row.id === id))
    if (missingIds.length > 0) throw missingRecords({ kind: '发件邮箱', ids: missingIds })
    await ctx.db.deleteFrom('email_channel').where('id', 'in', ids).execute()
    const pausedCount = await pauseMessages(ctx, 'email', ids, CHANNEL_DELETED_REASON)
    return pausedCount === 0
      ? null
      : new Reply(null, `删除成功，${pausedCount} 封未发出的邮件已暂停，可在“邮件发送记录”中查看`)
  },
}
