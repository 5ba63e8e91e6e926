import type { Kysely } from 'kysely'
import { acquireTransactionLock } from '#server/db/locks.ts'
import type { Database } from '#server/db/schema.ts'
import { readSetting, saveSetting } from '#server/db/settings.ts'
import { conflictError, type LastSaved } from '#server/http/conflict.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import {
  type SystemMessageSettings,
  type SystemMessageChannels,
  systemMessageChannels,
} from '#shared/contract/systemMessage.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { smsVariables } from '#shared/domain/smsText.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { findSystemPauseReason, resumeSystemMessages } from '../outgoing/index.ts'
import { describeMissingSettings } from '../sms/access.ts'

/** Key in the table `setting`. */
const SETTING = 'systemMessages'
/** Maximum number of variables of a template: codes have the code and its minutes, notices the title. */
const MAX_CODE_VARIABLES = 2
const MAX_NOTICE_VARIABLES = 1

type StoredSettings = SystemMessageChannels & LastSaved

/** Reads the channels used for system messages. */
export async function readSystemMessageSettings(db: Kysely<Database>): Promise<StoredSettings> {
  const text = await readSetting(db, SETTING)
  if (text === null) return { ...systemMessageChannels.parse({}), version: 0, updatedBy: '', updateTime: 0 }
  const { version, updatedBy, updateTime, ...ways } = JSON.parse(text) as StoredSettings
  return { ...systemMessageChannels.parse(ways), version, updatedBy, updateTime }
}

function requireSuper(ctx: CallContext): void {
  if (!isSuper(ctx.requireSignedIn().authority))
    throw new AppError('forbidden', '只有超级管理员可以查看和修改系统消息设置')
}

async function present({ db }: CallContext, kept: StoredSettings): Promise<SystemMessageSettings> {
  const { updatedBy, updateTime, ...ways } = kept
  const channels = await db.selectFrom('sms_channel').select(['id', 'siteId', 'channelName']).orderBy('id').execute()
  const templates = await db.selectFrom('sms_template').selectAll().orderBy('id').execute()
  const emails = await db.selectFrom('email_channel').select(['id', 'siteId', 'account']).orderBy('id').execute()
  return {
    ...ways,
    changedBy: updatedBy,
    changedAt: updateTime === 0 ? '' : formatDateTime(updateTime),
    channels: channels.map(({ channelName, ...row }) => ({ ...row, title: channelName || `编号 ${row.id}` })),
    templates: templates.map(({ id, siteId, templateName, templateContent }) => ({
      id,
      siteId,
      title: templateName,
      content: templateContent,
    })),
    emails: emails.map(({ account, ...row }) => ({ ...row, title: account })),
    problem: await findSystemPauseReason(db),
  }
}

export const readSettings: Handler<'systemMessage.settings'> = async (ctx) => {
  requireSuper(ctx)
  return present(ctx, await readSystemMessageSettings(ctx.db))
}

export const saveSettings: Handler<'systemMessage.save'> = async (ctx, { version, ...ways }) => {
  requireSuper(ctx)
  await acquireTransactionLock(ctx.db, 'systemMessages')
  const before = await readSystemMessageSettings(ctx.db)
  if (before.version !== version) throw conflictError('系统消息设置', before)
  const codes = { channel: 'codeChannelId', template: 'codeTemplateId', most: MAX_CODE_VARIABLES } as const
  const notices = { channel: 'noticeChannelId', template: 'noticeTemplateId', most: MAX_NOTICE_VARIABLES } as const
  await requireUsablePair(ctx, ways, codes)
  await requireUsablePair(ctx, ways, notices)
  if (ways.emailChannelId !== 0) await requireEmail(ctx, ways.emailChannelId)
  const now = ctx.clock.now().getTime()
  const kept: StoredSettings = {
    ...ways,
    version: version + 1,
    updatedBy: ctx.requireSignedIn().username,
    updateTime: now,
  }
  await saveSetting(ctx.db, SETTING, JSON.stringify(kept))
  await resumeSystemMessages(ctx, { email: ways.emailChannelId, sms: ways.noticeChannelId })
  return present(ctx, kept)
}

interface ChannelAndTemplate {
  channel: 'codeChannelId' | 'noticeChannelId'
  template: 'codeTemplateId' | 'noticeTemplateId'
  most: number
}

/** @throws AppError with the field when channel and template can't be used together */
async function requireUsablePair(
  { db }: CallContext,
  ways: SystemMessageChannels,
  { channel, template, most }: ChannelAndTemplate,
) {
  if (ways[channel] === 0) return
  const row = await db.selectFrom('sms_channel').selectAll().where('id', '=', ways[channel]).executeTakeFirst()
  if (!row) throw fieldError('not-found', channel, '短信通道已被删除，请重新选择')
  const missingText = describeMissingSettings(row)
  if (missingText) throw fieldError('invalid', channel, missingText)
  const text = await db.selectFrom('sms_template').selectAll().where('id', '=', ways[template]).executeTakeFirst()
  if (!text) throw fieldError('not-found', template, '短信模板已被删除，请重新选择')
  if (text.siteId !== row.siteId)
    throw fieldError('invalid', template, '短信模板和短信通道不属于同一个站点，请重新选择')
  const { length } = smsVariables(text.templateContent)
  if (length === 0 || length > most)
    throw fieldError(
      'invalid',
      template,
      most === MAX_CODE_VARIABLES
        ? '验证码模板应有一个验证码变量，另外最多有一个有效分钟数变量，请选择其他模板'
        : '通知模板应只有一个变量，发送时替换为通知的标题，请选择其他模板',
    )
}

async function requireEmail({ db }: CallContext, id: number): Promise<void> {
  const row = await db.selectFrom('email_channel').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw fieldError('not-found', 'emailChannelId', '发件邮箱已被删除，请重新选择')
}
