import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { registerNoticeChannel } from '#server/areas/people/notice/index.ts'
import { type PhoneCodeSender, registerPhoneCodeSender } from '#server/areas/people/registration/index.ts'
import type { Resource } from '#server/http/routes.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { pruneSystemMessages } from '../outgoing/index.ts'
import { readPreference, savePreference, sendNotices } from './notices.ts'
import { readSettings, readSystemMessageSettings, saveSettings } from './settings.ts'
import { COPY_PROBLEM, isServerCopy } from '#server/db/serverCopy.ts'
import { PHONE_CODE_LIFETIME_MINUTES } from '#shared/contract/registration.ts'
import { smsVariables } from '#shared/domain/smsText.ts'
import { AppError } from '#shared/errors/index.ts'
import { openSms } from '../sms/access.ts'

/**
 * Fills the template: the variable `code` (else the first variable) gets the code, any other the minutes for which the
 * code is valid.
 */
function fillTemplate(content: string, code: string): { name: string; value: string }[] {
  const names = smsVariables(content)
  const codeIndex = Math.max(0, names.indexOf('code'))
  return names.map((name, at) => ({ name, value: at === codeIndex ? code : String(PHONE_CODE_LIFETIME_MINUTES) }))
}

/** Sends a phone code immediately over the selected channel, because a person waits for it. The code is not stored. */
const sendCode: PhoneCodeSender = async (deps, { phone, code }) => {
  const { codeChannelId, codeTemplateId } = await readSystemMessageSettings(deps.db)
  if (codeChannelId === 0) return false
  if (await isServerCopy(deps.db)) {
    deps.log.warn({ reason: COPY_PROBLEM }, 'a phone code was not sent')
    throw new AppError('unavailable', '验证码发送失败：本服务器是副本，不发送短信，请联系管理员')
  }
  const channel = await deps.db.selectFrom('sms_channel').selectAll().where('id', '=', codeChannelId).executeTakeFirst()
  const template = await deps.db
    .selectFrom('sms_template')
    .selectAll()
    .where('id', '=', codeTemplateId)
    .executeTakeFirst()
  // A deleted channel or template counts as not selected.
  if (!channel || !template) return false
  const opened = await openSms(deps, channel)
  if (typeof opened === 'string') throw createSendError(deps, opened)
  const { templateCode, templateContent } = template
  const answer = await opened.send({ phone, templateCode, values: fillTemplate(templateContent, code) })
  if (answer.is === 'error') throw createSendError(deps, `${answer.message}（${answer.code}）`)
  if (answer.is === 'away') throw createSendError(deps, answer.message)
  return true
}

/** The provider's error is only logged: the caller is anonymous. */
function createSendError({ log }: ServerDeps, reason: string): AppError {
  log.error({ reason }, 'a phone code was not sent')
  return new AppError('unavailable', '验证码发送失败，请稍后再试，或联系管理员')
}

registerPhoneCodeSender(sendCode)
registerNoticeChannel({ send: sendNotices })

const plugin = (app: FastifyInstance, deps: ServerDeps): void =>
  scheduleMaintenance(app, deps, () => pruneSystemMessages(deps))

/** Messages of the system itself: phone codes, and notices by e-mail or SMS as each account prefers. */
export const systemMessage: Resource = {
  routes: {
    'systemMessage.settings': readSettings,
    'systemMessage.save': saveSettings,
    'noticeWish.read': readPreference,
    'noticeWish.save': savePreference,
  },
  plugin,
}
