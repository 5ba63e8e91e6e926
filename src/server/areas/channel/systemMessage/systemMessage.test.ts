import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { DEVICE_HEADER } from '#shared/contract/headers.ts'
import type { InputOf } from '#shared/contract/registry.ts'
import { buildEmailChannel } from '#tests/builders/channel.ts'
import { groupOf } from '#tests/builders/account.ts'
import { SMS_KEY, startSmsProviders } from '#tests/fakes/smsProviders.ts'
import { MAIL_PASSWORD, MAIL_USER, startSmtp } from '#tests/fakes/smtp.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { LOCAL_OUTGOING, onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { DEMO_PASSWORD, type TestServer } from '#tests/integration/server/harness/server.ts'
import { encrypted, solvedCaptcha } from '#tests/integration/server/harness/signIn.ts'
import { notify } from '#server/areas/people/notice/index.ts'

const WAIT = { timeout: 20_000, interval: 20 }
let providers: Awaited<ReturnType<typeof startSmsProviders>>
let smtp: Awaited<ReturnType<typeof startSmtp>>

let numbers = 0
const number = (): string => `137${String((numbers += 1)).padStart(8, '0')}`
const template = async (admin: TestClient, templateContent: string, templateCode: string) =>
  (await admin.ok('smsTemplate.save', { siteId: 1, templateName: templateCode, templateCode, templateContent }))?.id ??
  0

/** A channel, and templates for codes and notices; nothing is chosen yet. */
async function stage(server: TestServer) {
  server.deps.smsEndpoints = { aliyun: providers.url, tencent: providers.url }
  const admin = await server.as('admin')
  const key = { accessKeyId: SMS_KEY.id, accessKeySecret: SMS_KEY.secret }
  const channelId = (await admin.ok('smsChannel.save', { siteId: 1, channelName: '系统', signName: '站匠', ...key }))
    ?.id
  const account = { account: MAIL_USER, password: MAIL_PASSWORD, smtp: '127.0.0.1', port: smtp.port, useSSL: true }
  const email = await admin.ok('emailChannel.save', { siteId: 1, sendName: '站匠', perMinute: 1000, ...account })
  const choose = async (ways: Partial<InputOf<'systemMessage.save'>>) => {
    const { version } = await admin.ok('systemMessage.settings', {})
    return admin.call('systemMessage.save', { version, ...ways })
  }
  return { admin, channelId: channelId ?? 0, emailChannelId: email?.id ?? 0, choose }
}

/** Tells the account something, as an approval would. */
const tell = async ({ deps, clock }: TestServer, accountId: number, title: string): Promise<void> => {
  const after: (() => void | Promise<void>)[] = []
  const place = { place: 'tasks', siteId: 1 } as const
  const telling = { db: deps.db, clock, deps, afterCommit: (run: () => void | Promise<void>) => void after.push(run) }
  await notify(telling, [accountId], { kind: 'task', title, body: '请审批 <b>', ...place })
  for (const run of after) await run()
}
const idOf = async ({ deps }: TestServer, name: string): Promise<number> =>
  (await deps.db.selectFrom('account').select('id').where('username', '=', name).executeTakeFirstOrThrow()).id

onBothDatabases(
  'messages of the program',
  (server) => {
    beforeAll(async () => {
      providers = await startSmsProviders()
      smtp = await startSmtp()
    })
    afterAll(async () => {
      await providers.close()
      await smtp.close()
    })
    it('bring phone codes over the chosen channel, with the minutes for which they are good', async () => {
      const { admin, channelId, choose } = await stage(server())
      const codeTemplateId = await template(admin, '验证码${code}，${min}分钟内有效', 'SMS_CODE')
      await choose({ codeChannelId: channelId, codeTemplateId })
      const registerGroupId = await groupOf(server().deps.db, 'editor')
      const { version } = await admin.ok('security.settings', {})
      await admin.ok('security.saveSettings', { version, selfRegister: true, registerGroupId })
      const { nobody } = server()
      const phone = number()
      await nobody.ok('registration.sendPhoneCode', { phone })
      const got = providers.received.find((each) => each.phone === phone)
      expect(got).toMatchObject({ signName: '站匠', template: 'SMS_CODE', params: { min: '10' } })
      const { code: phoneCode } = z.object({ code: z.string() }).parse(got?.params)
      const password = await encrypted(server(), 'secret-1')
      await nobody.ok('registration.register', { username: `码${phone}`, password, phone, phoneCode })
      // Neither the number nor the code stands among the messages.
      expect(JSON.stringify(await server().deps.db.selectFrom('outgoing').selectAll().execute())).not.toContain(
        phoneCode,
      )
      const refused = number()
      providers.refuse(refused, 'isv.AMOUNT_NOT_ENOUGH', 'no money')
      expect(await nobody.call('registration.sendPhoneCode', { phone: refused })).toMatchObject({
        status: 503,
        msg: '验证码发送失败，请稍后再试，或联系管理员',
      })
      // Without the channel the code stands in the log again.
      await admin.ok('smsChannel.deleteByIdList', [{ id: channelId }])
      await nobody.ok('registration.sendPhoneCode', { phone: number() })
    })
    it('say at the field which choice can’t be used, and are chosen by super administrators alone', async () => {
      const { admin, channelId, choose } = await stage(server())
      const plain = await template(admin, '您好', 'SMS_0')
      const many = await template(admin, '${a}${b}${c}', 'SMS_3')
      const said = async (ways: object) => (await choose(ways)).msg
      expect(await said({ codeChannelId: channelId })).toBe('短信通道和短信模板须同时选择')
      for (const codeTemplateId of [plain, many])
        expect(await said({ codeChannelId: channelId, codeTemplateId })).toContain('另外最多有一个有效分钟数变量')
      expect(await said({ noticeChannelId: channelId, noticeTemplateId: plain })).toContain('应只有一个变量')
      expect(await said({ emailChannelId: 9999 })).toBe('发件邮箱已被删除，请重新选择')
      const elsewhere = await admin.ok('smsTemplate.save', {
        siteId: 2,
        templateName: '别处',
        templateCode: '1',
        templateContent: '${code}',
      })
      expect(await said({ codeChannelId: channelId, codeTemplateId: elsewhere?.id ?? 0 })).toContain('不属于同一个站点')
      expect((await admin.call('systemMessage.save', { version: 77 })).status).toBe(409)
    })
    it('reach accounts that want them by e-mail and text message, and appear in no list', async () => {
      const own = server()
      const { admin, channelId, emailChannelId, choose } = await stage(own)
      const { db } = own.deps
      const noticeTemplateId = await template(admin, '站匠通知：${title}', 'SMS_NOTICE')
      await choose({ emailChannelId, noticeChannelId: channelId, noticeTemplateId })
      const editor = await own.as('editor')
      const [editorId, guestId] = [await idOf(own, 'editor'), await idOf(own, 'guest')]
      const phone = number()
      await db.updateTable('account').set({ email: 'editor@example.com', phone }).where('id', '=', editorId).execute()
      await db.updateTable('account').set({ email: 'guest@example.com' }).where('id', '=', guestId).execute()
      expect(await editor.ok('noticeWish.read', {})).toEqual({
        email: [],
        sms: [],
        ways: { email: { isOpen: true, address: 'editor@example.com' }, sms: { isOpen: true, address: phone } },
      })
      await editor.ok('noticeWish.save', { email: ['approval'], sms: ['approval', 'signIn'] })
      await (await own.as('guest')).ok('noticeWish.save', { email: ['message'], sms: ['approval'] })
      const long = `“${'年报'.repeat(30)}”\r\nBcc: x@example.com`
      await tell(own, editorId, long)
      await tell(own, guestId, '“年报”等待审批')
      await expect.poll(() => smtp.mails.map(({ to }) => to), WAIT).toEqual(['editor@example.com'])
      expect(smtp.mails[0]?.raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc/im)
      await expect
        .poll(() => providers.received.find((each) => each.phone === phone), WAIT)
        .toMatchObject({
          template: 'SMS_NOTICE',
          params: { title: expect.stringMatching(/^“年报.{31}…$/) as string },
        })
      expect((await editor.ok('notice.page', {})).totalElements).toBe(1)
      expect((await admin.ok('emailSend.page', {})).totalElements).toBe(0)
      const [{ id } = { id: 0 }] = await db.selectFrom('outgoing').select('id').where('siteId', '=', 0).execute()
      expect(await admin.call('emailSend.recipients', { id })).toMatchObject({ status: 404 })
    })
    it('that are held say why, and go on when another channel is chosen', async () => {
      const own = server()
      const { admin, emailChannelId, choose } = await stage(own)
      const broken = await buildEmailChannel(own.deps.db, {})
      await choose({ emailChannelId: broken })
      const editor = await own.as('editor')
      const editorId = await idOf(own, 'editor')
      await own.deps.db.updateTable('account').set({ email: 'held@example.com' }).where('id', '=', editorId).execute()
      await editor.ok('noticeWish.save', { email: ['approval'] })
      await own.deps.db.deleteFrom('email_channel').where('id', '=', broken).execute()
      await tell(own, editorId, '一')
      const problem = async () => (await admin.ok('systemMessage.settings', {})).problem
      await expect.poll(problem, WAIT).toBe('发件邮箱已被删除，未发出的邮件不会再发送')
      await choose({ emailChannelId })
      await expect.poll(() => smtp.mails.map(({ to }) => to), WAIT).toContain('held@example.com')
      await expect.poll(problem, WAIT).toBe('')
    })
    it('notify the owner of an account of a sign-in from a new device, but not of the first one', async () => {
      const own = server()
      const accountId = await idOf(own, 'designer')
      await own.deps.db.deleteFrom('known_device').where('accountId', '=', accountId).execute()
      const signInFrom = async (device: string): Promise<void> => {
        const password = await encrypted(own, DEMO_PASSWORD)
        const body = { username: 'designer', password, ...(await solvedCaptcha(own)) }
        const headers = { [DEVICE_HEADER]: device }
        const { code } = await own.nobody.send('api/cebest-cms/account/login', { method: 'POST', body, headers })
        expect(code).toBe(200)
      }
      const designer = await own.as('designer')
      await signInFrom('a'.repeat(43))
      const told = async () => (await designer.ok('notice.page', { key: '新设备' })).content
      expect(await told()).toEqual([])
      await signInFrom('a'.repeat(43))
      expect(await told()).toEqual([])
      await signInFrom('b'.repeat(43))
      expect(await told()).toMatchObject([
        { kind: 'signIn', path: '/my/sign-ins', title: expect.stringMatching(/^您的账号在新设备上登录：/) as string },
      ])
    })
  },
  LOCAL_OUTGOING,
)
