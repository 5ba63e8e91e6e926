import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildMember } from '#tests/builders/member.ts'
import { SMS_KEY, startSmsProviders } from '#tests/fakes/smsProviders.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { queueScheduled } from '#server/jobs/queue.ts'
import { NAME_PLACEHOLDER, countSmsSegments, smsText, smsVariables } from '#shared/domain/smsText.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { aliyunSignature, tencentSignature } from '#server/net/signatures.ts'

const WAIT = { timeout: 20_000, interval: 20 }
const MINUTE_MS = 60_000
let providers: Awaited<ReturnType<typeof startSmsProviders>>
beforeAll(async () => {
  providers = await startSmsProviders()
})
afterAll(() => providers.close())

const channelForm = (channelType: number) => ({
  siteId: 1,
  channelName: channelType === 1 ? '阿里云' : '腾讯云',
  channelType,
  signName: '集团',
  accessKeyId: SMS_KEY.id,
  accessKeySecret: SMS_KEY.secret,
  sdkAppId: channelType === 2 ? '1400000001' : '',
})
const channel = async (admin: TestClient, channelType = 1, more: object = {}) =>
  (await admin.ok('smsChannel.save', { ...channelForm(channelType), ...more }))?.id ?? 0
const template = async (admin: TestClient, templateContent: string, more: object = {}) =>
  (
    await admin.ok('smsTemplate.save', {
      siteId: 1,
      templateName: '活动',
      templateCode: 'SMS_1',
      templateContent,
      ...more,
    })
  )?.id ?? 0
const send = async (admin: TestClient, smsChannelId: number, smsTemplateId: number, more: object = {}) =>
  (await admin.ok('smsMarketing.batchSend', { smsChannelId, smsTemplateId, phoneList: '', sendType: 1, ...more }))
    ?.id ?? 0
const record = async (admin: TestClient, id: number) =>
  (await admin.ok('smsMarketing.page', { size: 1000 })).content.find((row) => row.id === id)
const rows = async (admin: TestClient, id: number) =>
  (await admin.ok('smsMarketing.recipients', { id, size: 100 })).content.map(({ address, state, message }) =>
    `${address} ${state} ${message}`.trim(),
  )
let numbers = 0
const number = (): string => `139${String((numbers += 1)).padStart(8, '0')}`
const open = (server: TestServer): Promise<TestClient> => {
  server.deps.smsEndpoints = { aliyun: providers.url, tencent: providers.url }
  return server.as('admin')
}

onBothDatabases('text messages', (server) => {
  it.each([
    [1, '${name}，${city}见', { name: '{姓名}', city: '上海' }, { name: '张三', city: '上海' }, ''],
    [2, '{2}，{1}见', { 1: '上海', 2: '{姓名}' }, ['上海', '张三'], '+86'],
  ])(
    'go out over provider %i, signed as its documents say, to numbers by hand and members, each once [C-004] [C-106] [C-172] [C-173] [C-249] [C-325]',
    async (type, content, params, sent, prefix) => {
      const admin = await open(server())
      const [one, two] = [number(), number()]
      await server().deps.db.deleteFrom('member').execute()
      const member = await buildMember(server().deps.db, { phone: one, name: '张三' })
      const before = providers.received.length
      const id = await send(admin, await channel(admin, type), await template(admin, content), {
        phoneList: ` ${two}｜+86 ${one} |${two}`,
        memberIds: [member],
        params,
      })
      await expect.poll(() => record(admin, id), WAIT).toMatchObject({ state: 'done', total: 2, sent: 2, count: 1 })
      const got = providers.received.slice(before)
      expect(got.map(({ phone }) => phone).toSorted()).toEqual([`${prefix}${one}`, `${prefix}${two}`].toSorted())
      expect(got.find(({ phone }) => phone.endsWith(one))).toMatchObject({
        signName: '集团',
        template: 'SMS_1',
        params: sent,
      })
    },
  )
  it.each([1, 2])('say the words of provider %i, are held when none can go, and by a wrong key', async (type) => {
    const admin = await open(server())
    const [bad, slow, good] = [number(), number(), number()]
    providers.refuse(
      bad,
      type === 1 ? 'isv.MOBILE_NUMBER_ILLEGAL' : 'FailedOperation.PhoneNumberInBlacklist',
      'bad number',
    )
    providers.refuse(
      slow,
      type === 1 ? 'isv.BUSINESS_LIMIT_CONTROL' : 'LimitExceeded.PhoneNumberDailyLimit',
      'too often',
    )
    const templateId = await template(admin, '您好')
    const channelId = await channel(admin, type)
    const id = await send(admin, channelId, templateId, { phoneList: [bad, slow, good] })
    await expect
      .poll(() => record(admin, id), WAIT)
      .toMatchObject({
        state: 'waiting',
        sent: 1,
        failed: 1,
        // Nothing is being sent until then.
        reason: expect.stringMatching(/^too often（.+），\d{4}-\d{2}-\d{2} [\d:]{8} 再试$/),
      })
    expect(await rows(admin, id)).toEqual([
      expect.stringMatching(/failed bad number（/),
      expect.stringMatching(/waiting too often（/),
      `${good} sent`,
    ])
    const wrong = await channel(admin, type, { accessKeySecret: 'another' })
    const held = await send(admin, wrong, templateId, { phoneList: [number()] })
    await expect
      .poll(() => record(admin, held), WAIT)
      .toMatchObject({ state: 'paused', reason: expect.stringMatching(/Signature/) })
    await admin.ok('smsChannel.deleteByIdList', [{ id: wrong }])
    await admin.ok('smsMarketing.update', { id: held, action: 'resume' })
    await expect
      .poll(() => record(admin, held), WAIT)
      .toMatchObject({ state: 'paused', reason: expect.stringMatching(/^短信通道已被删除/) })
  })
  it.each([1, 2])('have the delivery state of each number, as provider %i reports it when polled', async (type) => {
    const admin = await open(server())
    const [good, off, open_] = [number(), number(), number()]
    const form = { phoneList: [good, off, open_] }
    const id = await send(admin, await channel(admin, type), await template(admin, '您好'), form)
    await expect.poll(() => record(admin, id), WAIT).toMatchObject({ state: 'done', sent: 3 })
    providers.receipt(good, 'delivered')
    providers.receipt(off, 'undelivered')
    const look = async (): Promise<void> => {
      server().clock.advance(MINUTE_MS)
      await queueScheduled(server().deps, 'channel.receipts', '')
    }
    await look()
    await expect.poll(() => record(admin, id), WAIT).toMatchObject({ sent: 2, failed: 1 })
    expect(await rows(admin, id)).toEqual([
      `${good} delivered`,
      `${off} undelivered 未送达：MOBILE_NOT_ON_SERVICE`,
      `${open_} sent`,
    ])
    providers.receipt(open_, 'delivered')
    await look()
    await expect.poll(() => rows(admin, id), WAIT).toContain(`${open_} delivered`)
    const isAsked = () => providers.asked.filter((each) => each === good)
    expect(isAsked()).toHaveLength(1)
    // What has not arrived can be sent once more, and is asked for anew.
    providers.receipt(off, 'delivered')
    await admin.ok('smsMarketing.resend', { id })
    await expect.poll(() => rows(admin, id), WAIT).toContain(`${off} sent`)
    await look()
    await expect.poll(() => record(admin, id), WAIT).toMatchObject({ sent: 3, failed: 0 })
    server().clock.advance(-3 * MINUTE_MS)
  })
  it('are counted in segments and money before they go and in their record', async () => {
    const admin = await open(server())
    const { db } = server().deps
    await db.deleteFrom('member').execute()
    const [member, long] = [
      await buildMember(db, { phone: number(), name: '张三' }),
      await buildMember(db, { phone: number(), name: '尼古拉斯·亚历山大罗维奇·科瓦连科' }),
    ]
    const smsChannelId = await channel(admin, 1, { price: 0.045 })
    expect(await admin.ok('smsChannel.findById', { id: smsChannelId })).toMatchObject({ price: 0.045 })
    // With the signature 66 characters and the name: one segment with a short name, two with a long one.
    const smsTemplateId = await template(admin, `\${name}${'好'.repeat(62)}`)
    const form = {
      siteId: 1,
      smsChannelId,
      smsTemplateId,
      params: { name: NAME_PLACEHOLDER },
      phoneList: [number()],
      memberIds: [member, long],
    }
    const counted = { segments: 4, price: 0.045, amount: 0.18 }
    expect(await admin.ok('smsMarketing.estimate', form)).toEqual({ recipients: 3, ...counted })
    const id = (await admin.ok('smsMarketing.batchSend', form))?.id ?? 0
    await admin.ok('smsChannel.save', { ...channelForm(1), id: smsChannelId, price: 1 })
    expect(await record(admin, id)).toMatchObject({ total: 3, ...counted })
    const said = (await admin.call('smsChannel.save', { ...channelForm(1), price: 0.00001 })).msg
    expect(said).toBe('每条单价最多保留 4 位小数')
  })
  it('wait for a date, are refused by a clock that is off, and reach a number so often a day [C-198] [C-199]', async () => {
    const admin = await open(server())
    const templateId = await template(admin, '您好')
    const channelId = await channel(admin, 1, { perDay: 1 })
    const phone = number()
    const first = await send(admin, channelId, templateId, { phoneList: [phone] })
    await expect.poll(() => record(admin, first), WAIT).toMatchObject({ sent: 1 })
    const second = await send(admin, channelId, templateId, { phoneList: [phone] })
    await expect.poll(() => record(admin, second), WAIT).toMatchObject({ state: 'done', sent: 0 })
    expect(await rows(admin, second)).toEqual([`${phone} skipped 今天已向该号码发送 1 条，达到每天的上限`])
    const sendTime = formatDateTime(server().clock.now().getTime() + 20 * 60_000)
    const later = await send(admin, channelId, templateId, { phoneList: [number()], sendType: 2, sendTime })
    expect(await record(admin, later)).toMatchObject({ state: 'waiting', sendTime, sent: 0 })
    server().clock.advance(21 * 60_000)
    await expect
      .poll(() => record(admin, later), WAIT)
      .toMatchObject({ state: 'paused', reason: expect.stringContaining('请校准服务器的时间') })
    server().clock.advance(-21 * 60_000)
  })
  it.each([
    [1, 10],
    [1, -10],
    [2, 10],
    [2, -10],
  ])(
    'are held, not lost, where the clock is off for provider %i (%i minutes), and go when it is right',
    async (type, off) => {
      const admin = await open(server())
      const { clock } = server()
      const [templateId, channelId, phone] = [await template(admin, '您好'), await channel(admin, type), number()]
      clock.advance(off * MINUTE_MS)
      const id = await send(admin, channelId, templateId, { phoneList: [phone] })
      await expect
        .poll(() => record(admin, id), WAIT)
        .toMatchObject({
          state: 'paused',
          failed: 0,
          reason: expect.stringMatching(/Expire.*请校准服务器的时间/),
        })
      expect(await rows(admin, id)).toEqual([`${phone} waiting`])
      clock.advance(-off * MINUTE_MS)
      await admin.ok('smsMarketing.update', { id, action: 'resume' })
      await expect.poll(() => record(admin, id), WAIT).toMatchObject({ state: 'done', sent: 1 })
      expect(providers.received.filter((each) => each.phone.endsWith(phone))).toHaveLength(1)
    },
  )
  it('take 100,000 pasted numbers, and not one more', { timeout: 60_000 }, async () => {
    const admin = await open(server())
    const [smsTemplateId, smsChannelId] = [await template(admin, '您好'), await channel(admin)]
    const sendTime = formatDateTime(server().clock.now().getTime() + DAY_MS)
    const pasted = (count: number) => Array.from({ length: count }, (_, at) => `138${String(at).padStart(8, '0')}`)
    const form = { smsChannelId, smsTemplateId, sendType: 2, sendTime }
    const id = await send(admin, smsChannelId, smsTemplateId, { ...form, phoneList: pasted(100_000).join('\r\n') })
    expect(await record(admin, id)).toMatchObject({ total: 100_000, segments: 100_000, state: 'waiting' })
    const over = await admin.call('smsMarketing.batchSend', { ...form, phoneList: pasted(100_001) })
    expect(over).toMatchObject({ status: 400, msg: '一次最多发给 100000 个号码，请分批发送' })
    await admin.ok('smsMarketing.deleteByIdList', [{ id }])
  })
  it('need a whole channel, all values and a number: what is missing is said', async () => {
    const admin = await open(server())
    const said = async (form: object) => (await admin.call('smsMarketing.batchSend', { sendType: 1, ...form })).msg
    const [smsTemplateId, smsChannelId] = [await template(admin, '${code}'), await channel(admin)]
    const empty = await channel(admin, 1, { channelName: '空', signName: '', accessKeyId: '', accessKeySecret: '' })
    const phoneList = [number()]
    expect(await said({ smsChannelId: empty, smsTemplateId, phoneList })).toBe(
      '短信通道“空”未填写短信签名、AccessKeyId、AccessKeySecret，请先补充',
    )
    expect(await said({ smsChannelId, smsTemplateId, phoneList })).toBe('请填写模板变量“code”的值')
    expect(await said({ smsChannelId, smsTemplateId, params: { code: '1' } })).toBe('请添加号码，或选择有手机号的会员')
    expect(await said({ smsChannelId, smsTemplateId, phoneList: '13900000000|12', params: { code: '1' } })).toBe(
      '手机号格式有误：12',
    )
    const other = await template(admin, '您好', { siteId: 2 })
    expect(await said({ smsChannelId, smsTemplateId: other, phoneList })).toContain('不属于同一个站点')
    expect(await said({ phoneList })).toBe('请选择短信通道')
  })
  it('have channels whose secret never comes back, and templates, by site [C-170] [C-171] [C-234] [C-316] [C-317] [C-318] [C-319] [C-320] [C-321] [C-322] [C-323] [C-324] [C-326]', async () => {
    const admin = await open(server())
    const id = await channel(admin, 2)
    expect(await admin.ok('smsChannel.findById', { id })).toMatchObject({
      ...channelForm(2),
      accessKeySecret: '',
      hasSecret: true,
    })
    const saved = await admin.ok('smsChannel.save', {
      ...channelForm(2),
      id,
      channelName: '改名',
      accessKeySecret: '',
      version: 1,
    })
    expect(saved).toMatchObject({ channelName: '改名', hasSecret: true, version: 2 })
    expect((await admin.ok('smsChannel.page', { siteId: 1, size: 100, key: '改名' })).content).toMatchObject([{ id }])
    const { db } = server().deps
    expect(
      JSON.stringify([
        await db.selectFrom('sms_channel').selectAll().execute(),
        await db.selectFrom('operation_log').selectAll().execute(),
      ]),
    ).not.toContain(SMS_KEY.secret)
    // C·§5: any values can be saved.
    expect(await admin.call('smsChannel.save', { siteId: 1 })).toMatchObject({ status: 200 })
    const templateId = await template(admin, '内容', { siteId: 2, templateName: '别处' })
    expect(await admin.ok('smsTemplate.findById', { id: templateId })).toMatchObject({
      templateName: '别处',
      templateCode: 'SMS_1',
      templateContent: '内容',
    })
    expect((await admin.ok('smsTemplate.page', { siteId: 2, key: '别处' })).totalElements).toBe(1)
    expect(
      await admin.call('smsTemplate.save', { siteId: 1, templateName: '', templateCode: '1', templateContent: '1' }),
    ).toMatchObject({ msg: '请输入模板名称' })
    await admin.ok('smsTemplate.deleteByIdList', [{ id: templateId }])
    expect((await admin.ok('smsTemplate.page', { siteId: 2, key: '别处' })).totalElements).toBe(0)
    const sendTime = formatDateTime(server().clock.now().getTime() + DAY_MS)
    const message = await send(admin, await channel(admin), await template(admin, '您好'), {
      phoneList: [number()],
      sendType: 2,
      sendTime,
    })
    expect(await record(admin, message)).toMatchObject({
      templateName: '活动',
      channelName: '阿里云',
      content: '【集团】您好',
      sendType: 2,
    })
    expect(await admin.call('smsMarketing.deleteByIdList', [{ id: message }])).toMatchObject({ msg: '删除成功' })
    expect(await record(admin, message)).toBeUndefined()
  })
})

describe('a text message', () => {
  it.each([
    ['', 0],
    ['一'.repeat(70), 1],
    ['一'.repeat(71), 2],
    ['一'.repeat(134), 2],
    ['一'.repeat(135), 3],
  ])('counts by 70 and 67 characters (%#)', (text, count) => {
    expect(countSmsSegments(text)).toBe(count)
  })
  it('has the variables of either provider', () => {
    expect(smsVariables('${b}和${a}，${b}')).toEqual(['b', 'a'])
    expect(smsVariables('{2}{1}{10}')).toEqual(['1', '2', '10'])
    expect(smsText('${b}{1}$', '签', { b: '乙', 1: '一' })).toBe('【签】乙一$')
  })
})

describe('the signatures', () => {
  it('are those that the providers’ documents work out', () => {
    // Aliyun, "V3 request body & signature mechanism", fixed values example (RunInstances).
    const headers = {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      'x-acs-action': 'RunInstances',
      'x-acs-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-acs-date': '2023-10-26T10:22:32Z',
      'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
      'x-acs-version': '2014-05-26',
    }
    const query = 'ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai'
    const key = { accessKeyId: 'YourAccessKeyId', accessKeySecret: 'YourAccessKeySecret' }
    expect(aliyunSignature(key, { query, headers, body: '' })).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    )
    expect(
      tencentSignature(key, 'sms', {
        host: 'sms.tencentcloudapi.com',
        action: 'SendSms',
        timestamp: 1_551_113_065,
        body: '{}',
      }),
    ).toMatch(
      /^TC3-HMAC-SHA256 Credential=YourAccessKeyId\/2019-02-25\/sms\/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=[0-9a-f]{64}$/,
    )
  })
})
