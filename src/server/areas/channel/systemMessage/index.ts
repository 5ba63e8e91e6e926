import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { registerNoticeChannel } from '#server/areas/people/notice/index.ts'
import { type PhoneCodeSender, registerPhoneCodeSender } from '#server/areas/people/registration/index.ts'
import type { Resource } from '#server/http/routes.ts'
import { maintenance } from '#server/storage/maintenance.ts'
import { pruneSystemMessages } from '../outgoing/index.ts'
import { readWish, saveWish, sendNotices } from './notices.ts'
import { readSettings, readWays, saveSettings } from './settings.ts'
import { COPY_PROBLEM, isServerCopy } from '#server/db/serverCopy.ts'
import { CODE_MINUTES } from '#shared/contract/registration.ts'
import { smsVariables } from '#shared/domain/smsText.ts'
import { AppError } from '#shared/errors/index.ts'
import { openSms } from '../sms/access.ts'

/** The code goes into the variable of that name, else into the first; another one holds the minutes for which it is good. */
function valuesOf(content: string, code: string): { name: string; value: string }[] {
  const names = smsVariables(content)
  const place = Math.max(0, names.indexOf('code'))
  return names.map((name, at) => ({ name, value: at === place ? code : String(CODE_MINUTES) }))
}

/** Sends the code over the chosen channel, at once: somebody sits before the form. The code is kept nowhere. */
const sendCode: PhoneCodeSender = async (deps, { phone, code }) => {
  const { codeChannelId, codeTemplateId } = await readWays(deps.db)
  if (codeChannelId === 0) return false
  if (await isServerCopy(deps.db)) {
    deps.log.warn({ reason: COPY_PROBLEM }, 'a phone code was not sent')
    throw new AppError('unavailable', '验证码没有发出：本服务器是副本，不发送短信，请联系管理员')
  }
  const channel = await deps.db.selectFrom('sms_channel').selectAll().where('id', '=', codeChannelId).executeTakeFirst()
  const template = await deps.db
    .selectFrom('sms_template')
    .selectAll()
    .where('id', '=', codeTemplateId)
    .executeTakeFirst()
  // Deleted after they were chosen: as if none were.
  if (!channel || !template) return false
  const opened = await openSms(deps, channel)
  if (typeof opened === 'string') throw refused(deps, opened)
  const { templateCode, templateContent } = template
  const answer = await opened.send({ phone, templateCode, values: valuesOf(templateContent, code) })
  if (answer.is === 'error') throw refused(deps, `${answer.message}（${answer.code}）`)
  if (answer.is === 'away') throw refused(deps, answer.message)
  return true
}

/** The provider's words are for the administrator; a stranger asked. */
function refused({ log }: ServerDeps, reason: string): AppError {
  log.error({ reason }, 'a phone code was not sent')
  return new AppError('unavailable', '验证码没有发出，请稍后再试，或联系管理员')
}

registerPhoneCodeSender(sendCode)
registerNoticeChannel({ send: sendNotices })

const plugin = (app: FastifyInstance, deps: ServerDeps): void => maintenance(app, deps, () => pruneSystemMessages(deps))

/** What the program itself sends: phone codes, and notices by the ways that each account wishes. */
export const systemMessage: Resource = {
  routes: {
    'systemMessage.settings': readSettings,
    'systemMessage.save': saveSettings,
    'noticeWish.read': readWish,
    'noticeWish.save': saveWish,
  },
  plugin,
}
