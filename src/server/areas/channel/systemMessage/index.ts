import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { registerNoticeChannel } from '#server/areas/people/notice/index.ts'
import { registerPhoneCodeSender } from '#server/areas/people/registration/index.ts'
import type { Resource } from '#server/http/routes.ts'
import { maintenance } from '#server/storage/maintenance.ts'
import { pruneSystemMessages } from '../outgoing/index.ts'
import { sendCode } from './codes.ts'
import { readWish, saveWish, sendNotices } from './notices.ts'
import { readSettings, saveSettings } from './settings.ts'

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
