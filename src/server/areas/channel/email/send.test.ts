import { afterEach, expect, it } from 'vitest'
import { buildMember } from '#tests/builders/member.ts'
import { pngOf, upload } from '#tests/builders/upload.ts'
import { type FakeSmtp, MAIL_PASSWORD, MAIL_USER, startSmtp } from '#tests/fakes/smtp.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { LOCAL_OUTGOING, onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { formatDateTime } from '#shared/util/dates.ts'

const WAIT = { timeout: 20_000 }
const MINUTE_MS = 60_000
const servers: FakeSmtp[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function channel(admin: TestClient, more: object = {}) {
  const smtp = await startSmtp('ssl')
  servers.push(smtp)
  const account = { account: MAIL_USER, password: MAIL_PASSWORD, smtp: '127.0.0.1', port: smtp.port, useSSL: true }
  const form = { siteId: 1, sendName: '集团官网', perMinute: 1000, ...account, ...more }
  return { smtp, id: (await admin.ok('emailChannel.save', form))?.id ?? 0 }
}

const mail = (emailChannelId: number, more: object = {}) => ({
  siteId: 1,
  emailChannelId,
  subject: '您好',
  body: '<p>正文 <a href="https://example.com/">链接</a></p><script>alert(1)</script>',
  emailList: 'a@example.com|b@example.com',
  sendType: 1,
  ...more,
})

const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `an-${at}@example.com`)
const send = async (admin: TestClient, form: ReturnType<typeof mail>): Promise<number> =>
  (await admin.ok('emailSend.batchSend', form))?.id ?? 0
const stateOf = (admin: TestClient, id: number) => admin.ok('emailSend.findById', { id })
const states = async (admin: TestClient, id: number) =>
  Object.fromEntries(
    (await admin.ok('emailSend.recipients', { id, size: 1000 })).content.map((each) => [each.address, each.state]),
  )
/** What stands in a quoted-printable message. */
const readable = (raw: string): string => {
  const joined = raw.replace(/=\r\n/g, '')
  return Buffer.from(
    joined.replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()
}

onBothDatabases(
  'e-mail',
  (server) => {
    it('goes to each recipient by itself, once, encrypted and without scripts [C-003] [C-103] [C-169] [C-248] [C-315]', async () => {
      const admin = await server().as('admin')
      const { smtp, id: channelId } = await channel(admin)
      const id = await send(admin, mail(channelId, { emailList: 'a@example.com| A@example.com ｜李 <b@例子.中国>' }))
      await expect.poll(() => stateOf(admin, id), WAIT).toMatchObject({ state: 'done', total: 2, sent: 2, failed: 0 })
      expect(smtp.mails.map(({ to }) => to).toSorted()).toEqual(['a@example.com', 'b@例子.中国'])
      const [one] = smtp.mails
      expect(one).toMatchObject({ from: MAIL_USER, secure: true })
      expect(one?.raw).toContain('Subject: =?UTF-8?')
      expect(one?.raw).not.toContain('b@')
      expect(readable(one?.raw ?? '')).not.toContain('alert(1)')
      expect(await stateOf(admin, id)).toMatchObject({
        channelName: '您好',
        subject: `集团官网 <${MAIL_USER}>`,
        sendType: 1,
        sendTime: '',
        author: 'admin',
      })
    })
    it('reaches members by hand-picking, group and level, each once, the disabled left out', async () => {
      const admin = await server().as('admin')
      const { smtp, id: channelId } = await channel(admin)
      const { db } = server().deps
      const group = await admin.ok('memberGroup.save', { name: `组 ${channelId}`, siteId: 1 })
      await db.deleteFrom('member_level').execute()
      const level = await admin.ok('memberLevel.save', { name: '级', siteId: 1, startValue: 70, endValue: 79 })
      const member = (name: string, more: object = {}) => buildMember(db, { email: `${name}@m.example`, ...more })
      const [picked, grouped] = [await member('picked', { points: 75 }), await member('grouped')]
      await member('levelled', { points: 70 })
      const off = await member('off', { isEnable: 0 })
      await member('else')
      await db
        .insertInto('member_in_group')
        .values([{ memberId: grouped, groupId: group?.id ?? 0 }])
        .execute()
      const chosen = { memberIds: [picked, off], groupIds: [group?.id ?? 0], levelIds: [level?.id ?? 0] }
      const id = await send(admin, mail(channelId, { emailList: ['PICKED@m.example'], ...chosen }))
      await expect.poll(() => stateOf(admin, id), WAIT).toMatchObject({ state: 'done', sent: 3 })
      expect(smtp.mails.map(({ to }) => to).toSorted()).toEqual([
        'grouped@m.example',
        'levelled@m.example',
        'picked@m.example',
      ])
    })
    it('waits for its date, can be held, goes on and is called off [C-197] [C-199]', async () => {
      const admin = await server().as('admin')
      const { smtp, id: channelId } = await channel(admin)
      const at = (ms: number) => formatDateTime(server().clock.now().getTime() + ms)
      const later = (ms: number) => mail(channelId, { sendType: 2, sendTime: at(ms) })
      expect((await admin.call('emailSend.batchSend', later(-MINUTE_MS))).msg).toBe(
        '发送时间已过，请选择晚于当前的时间',
      )
      expect((await admin.call('emailSend.batchSend', mail(channelId, { sendType: 2 }))).msg).toBe('请选择发送时间')
      const [held, off] = [await send(admin, later(60 * MINUTE_MS)), await send(admin, later(60 * MINUTE_MS))]
      expect(await stateOf(admin, held)).toMatchObject({ state: 'waiting', sendType: 2, sent: 0 })
      // Whatever is not 1 names a date.
      const other = await send(admin, { ...later(60 * MINUTE_MS), sendType: 3 })
      expect(await stateOf(admin, other)).toMatchObject({ state: 'waiting', sendType: 2, sent: 0 })
      await admin.ok('emailSend.update', { id: other, action: 'cancel' })
      expect((await admin.call('emailSend.batchSend', mail(channelId, { sendType: 0 }))).msg).toBe('请选择发送时间')
      await admin.ok('emailSend.update', { id: held, action: 'pause' })
      await admin.ok('emailSend.update', { id: off, action: 'cancel' })
      server().clock.advance(61 * MINUTE_MS)
      const now = await send(admin, mail(channelId, { emailList: 'now@example.com' }))
      await expect.poll(() => stateOf(admin, now), WAIT).toMatchObject({ state: 'done' })
      expect(smtp.mails.map(({ to }) => to)).toEqual(['now@example.com'])
      expect(await admin.call('emailSend.update', { id: off, action: 'resume' })).toMatchObject({ status: 409 })
      await admin.ok('emailSend.update', { id: held, action: 'resume' })
      await expect.poll(() => stateOf(admin, held), WAIT).toMatchObject({ state: 'done', sent: 2 })
      expect(await states(admin, off)).toEqual({ 'a@example.com': 'cancelled', 'b@example.com': 'cancelled' })
    })
    it('says of each recipient what the server said, tries again what may go well, and resends what failed', async () => {
      const admin = await server().as('admin')
      const { smtp, id: channelId } = await channel(admin)
      smtp.refuse('gone@example.com', (attempt) => (attempt === 1 ? { code: 550, words: 'no such user here' } : null))
      smtp.refuse('grey@example.com', (attempt) =>
        attempt === 1 ? { code: 451, words: 'greylisted, come back' } : null,
      )
      smtp.refuse('full@example.com', () => ({ code: 552, words: 'mailbox full', at: 'data' }))
      const list = ['gone', 'grey', 'full', 'good'].map((name) => `${name}@example.com`)
      const id = await send(admin, mail(channelId, { emailList: list }))
      await expect
        .poll(() => stateOf(admin, id), WAIT)
        .toMatchObject({
          state: 'waiting',
          sent: 1,
          failed: 2,
          reason: expect.stringMatching(/^发送被拒绝：451 greylisted, come back.*，\d{4}-\d{2}-\d{2} [\d:]{8} 再试$/),
        })
      const rows = (await admin.ok('emailSend.recipients', { id })).content
      expect(rows.map(({ state, message }) => `${state} ${message}`)).toEqual([
        expect.stringMatching(/^failed 发送被拒绝：550 no such user here/),
        expect.stringMatching(/^waiting 发送被拒绝：451 greylisted/),
        expect.stringMatching(/^failed 发送被拒绝：552 mailbox full/),
        expect.stringMatching(/^sent 250/),
      ])
      server().clock.advance(2 * MINUTE_MS)
      await expect.poll(() => stateOf(admin, id), WAIT).toMatchObject({ state: 'done', sent: 2, failed: 2 })
      await admin.ok('emailSend.resend', { id })
      await expect.poll(() => stateOf(admin, id), WAIT).toMatchObject({ state: 'done', sent: 3, failed: 1 })
      expect(smtp.mails.map(({ to }) => to).toSorted()).toEqual([
        'gone@example.com',
        'good@example.com',
        'grey@example.com',
      ])
      expect((await admin.ok('emailSend.recipients', { id, state: 'failed' })).content).toMatchObject([
        { address: 'full@example.com' },
      ])
    })
    it('is doubtful where the connection ends before the answer, and is sent again only when that is wished', async () => {
      const admin = await server().as('admin')
      const { smtp, id: channelId } = await channel(admin)
      smtp.refuse('lost@example.com', (attempt) => (attempt === 1 ? 'drop after data' : null))
      const id = await send(admin, mail(channelId, { emailList: 'lost@example.com|ok@example.com' }))
      await expect.poll(() => stateOf(admin, id), WAIT).toMatchObject({ state: 'done', sent: 1, doubtful: 1 })
      expect(await admin.call('emailSend.resend', { id })).toMatchObject({
        status: 409,
        msg: '没有发送失败的收件人，无需重新发送',
      })
      await admin.ok('emailSend.resend', { id, doubtful: true })
      await expect.poll(() => stateOf(admin, id), WAIT).toMatchObject({ state: 'done', sent: 2, doubtful: 0 })
      expect(smtp.mails.filter(({ to }) => to === 'ok@example.com')).toHaveLength(1)
    })
    it('is held when its account is deleted, or may not sign in any more', async () => {
      const admin = await server().as('admin')
      const { smtp, id: channelId } = await channel(admin)
      const { db, clock } = server().deps
      const sendTime = formatDateTime(clock.now().getTime() + 10 * MINUTE_MS)
      const id = await send(admin, mail(channelId, { sendType: 2, sendTime }))
      await db.updateTable('email_channel').set({ account: 'other@example.com' }).where('id', '=', channelId).execute()
      server().clock.advance(11 * MINUTE_MS)
      await expect
        .poll(() => stateOf(admin, id), WAIT)
        .toMatchObject({ state: 'paused', reason: expect.stringMatching(/^登录被拒绝：535/) })
      const planned = await send(
        admin,
        mail(channelId, { sendType: 2, sendTime: formatDateTime(clock.now().getTime() + 30 * MINUTE_MS) }),
      )
      const { content } = await admin.ok('emailChannel.page', { size: 1000 })
      expect(content.find((row) => row.id === channelId)).toMatchObject({ waiting: 1 })
      expect(await admin.call('emailChannel.deleteByIdList', [{ id: channelId }])).toMatchObject({
        status: 200,
        msg: '删除成功，1 封未发出的邮件已暂停，可在“邮件发送记录”中查看',
      })
      expect(await stateOf(admin, planned)).toMatchObject({ state: 'paused' })
      await admin.ok('emailSend.update', { id, action: 'resume' })
      await expect
        .poll(() => stateOf(admin, id), WAIT)
        .toMatchObject({ state: 'paused', reason: '发件邮箱已被删除，未发出的邮件不会再发送' })
      expect(smtp.mails).toEqual([])
    })
    it('to many goes over the same few connections, and ends when its account is deleted meanwhile', async () => {
      const admin = await server().as('admin')
      const { smtp, id: channelId } = await channel(admin, { perMinute: 10_000 })
      const before = smtp.signIns()
      const id = await send(admin, mail(channelId, { emailList: many(1100) }))
      await expect.poll(() => stateOf(admin, id), WAIT).toMatchObject({ state: 'done', sent: 1100 })
      expect(smtp.signIns() - before).toBeLessThanOrEqual(4)
      const next = await send(admin, mail(channelId, { emailList: many(1100) }))
      await expect.poll(() => smtp.mails.length, { ...WAIT, interval: 5 }).toBeGreaterThan(1100)
      await admin.ok('emailChannel.deleteByIdList', [{ id: channelId }])
      await expect
        .poll(() => stateOf(admin, next), WAIT)
        .toMatchObject({ state: 'paused', reason: '发件邮箱已被删除，未发出的邮件不会再发送', doubtful: 0 })
      expect(smtp.mails.length).toBeLessThan(2200)
    })
    it('goes to no more people in a minute than its account may, and to the others in the next ones', async () => {
      const { as, clock } = server()
      const admin = await as('admin')
      const { smtp, id: channelId } = await channel(admin, { perMinute: 2 })
      const id = await send(admin, mail(channelId, { emailList: many(5) }))
      for (const sent of [2, 4, 5]) {
        await expect.poll(() => stateOf(admin, id), WAIT).toMatchObject({ sent, failed: 0 })
        expect(smtp.mails).toHaveLength(sent)
        clock.advance(MINUTE_MS)
      }
      await expect.poll(() => stateOf(admin, id), WAIT).toMatchObject({ state: 'done' })
    })
    it('of several messages goes over the same few connections', async () => {
      const { as, clock } = server()
      const admin = await as('admin')
      const { smtp, id: channelId } = await channel(admin)
      const sendTime = formatDateTime(clock.now().getTime() + 10 * MINUTE_MS)
      const ids: number[] = []
      for (let at = 0; at < 20; at++) {
        const form = {
          sendType: 2,
          sendTime,
          subject: `通知 ${at}`,
          emailList: `to-${at}@example.com|cc-${at}@example.com`,
        }
        ids.push(await send(admin, mail(channelId, form)))
      }
      const before = smtp.signIns()
      clock.advance(11 * MINUTE_MS)
      for (const id of ids) await expect.poll(() => stateOf(admin, id), WAIT).toMatchObject({ state: 'done', sent: 2 })
      expect(smtp.signIns() - before).toBeLessThanOrEqual(4)
      const sent = smtp.mails.map(({ to, raw }) => `${to} ${/^Subject: (.*)$/m.exec(raw)?.[1]}`)
      expect(new Set(sent).size, 'each its own text, once').toBe(40)
      expect(new Set(smtp.mails.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1])).size).toBe(20)
    })
    it('carries pictures and files of the library, and lets nobody write headers', async () => {
      const admin = await server().as('admin')
      const { smtp, id: channelId } = await channel(admin)
      const picture = { name: `图${channelId}.png`, content: pngOf(4, 3), kind: 'image' } as const
      const { accessPath } = (await upload(admin, { ...picture, query: { register: '1', identifier: picture.name } }))
        .data
      const attachments = [{ src: accessPath, name: '附图.png' }]
      const body = `<p>图：<img src="${accessPath}" alt=""></p>`
      for (const subject of ['您好\r\nBcc: x@example.com', '您好\nX: 1'])
        expect((await admin.call('emailSend.batchSend', mail(channelId, { subject }))).msg).toContain('换行')
      const address = 'me@example.com'
      const { emailList: _list, sendType: _type, ...content } = mail(channelId, { body, attachments })
      expect(await admin.call('emailSend.trial', { ...content, address })).toMatchObject({ msg: '测试邮件已发送' })
      expect(smtp.mails).toMatchObject([{ to: address }])
      const raw = smtp.mails[0]?.raw ?? ''
      expect(readable(raw)).toContain('src="cid:picture1@sitecraft"')
      expect(raw).toContain('Content-ID: <picture1@sitecraft>')
      expect(raw.match(/Content-Type: image\/png/g)).toHaveLength(2)
      const lost = [{ src: '/files/2026/01/none.txt', name: '旧.txt' }]
      expect((await admin.call('emailSend.trial', { ...content, address, attachments: lost })).msg).toBe(
        '附件“旧.txt”已不在资源库中，请重新选择附件',
      )
    })
    it('has a recipient’s own headers before one body for all, with pictures and files', async () => {
      const own = server()
      const admin = await own.as('admin')
      const { smtp, id: channelId } = await channel(admin)
      ;(own.deps as { publicUrl: string | null }).publicUrl = null
      const picture = { name: `共${channelId}.png`, content: pngOf(5, 3), kind: 'image' } as const
      const { accessPath } = (await upload(admin, { ...picture, query: { register: '1', identifier: picture.name } }))
        .data
      const emailList = many(12)
      const content = {
        isMass: true,
        body: `<p>图：<img src="${accessPath}" alt=""></p>`,
        attachments: [{ src: accessPath, name: '附图.png' }],
      }
      const id = await send(admin, mail(channelId, { ...content, emailList }))
      await expect.poll(() => stateOf(admin, id), WAIT).toMatchObject({ state: 'done', sent: emailList.length })
      const parted = smtp.mails.map(({ to, raw }) => ({ to, at: raw.indexOf('\r\n\r\n'), raw }))
      for (const { to, at, raw } of parted) {
        const head = raw.slice(0, at)
        expect(head.match(/^To: .*$/gm)).toEqual([`To: ${to}`])
        expect(head).toContain('List-Unsubscribe: <mailto:')
        for (const other of emailList) if (other !== to) expect(raw).not.toContain(other)
      }
      const ids = parted.map(({ raw }) => /^Message-ID: (<\S+>)/m.exec(raw)?.[1])
      expect(new Set(ids).size).toBe(emailList.length)
      const bodies = new Set(parted.map(({ at, raw }) => raw.slice(at)))
      expect(bodies.size).toBe(1)
      expect([...bodies].join().match(/Content-Type: image\/png/g)).toHaveLength(2)
      expect([...bodies].join()).toContain('Content-ID: <picture1@sitecraft>')
    })
    it('of a mass mailing has an unsubscribe link, which works only for its recipient', async () => {
      const own = server()
      const admin = await own.as('admin')
      const { smtp, id: channelId } = await channel(admin)
      ;(own.deps as { publicUrl: string | null }).publicUrl = own.url
      const form = mail(channelId, { isMass: true, emailList: 'mass@example.com' })
      const first = await send(admin, form)
      await expect.poll(() => stateOf(admin, first), WAIT).toMatchObject({ state: 'done', sent: 1 })
      const raw = (smtp.mails[0]?.raw ?? '').replace(/\r\n\s+/g, '')
      const link = /List-Unsubscribe: ?<([^>]+)>/.exec(raw)?.[1] ?? ''
      expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
      const looked = await fetch(link)
      expect([looked.status, await looked.text()]).toEqual([200, expect.stringContaining('确认退订')])
      const forged = link.replace('mass%40', 'boss%40')
      expect((await fetch(forged, { method: 'POST' })).status).toBe(404)
      const unsubscribed = await fetch(link, { method: 'POST' })
      expect([unsubscribed.status, await unsubscribed.text()]).toEqual([200, expect.stringContaining('已退订')])
      const second = await send(admin, form)
      await expect.poll(() => stateOf(admin, second), WAIT).toMatchObject({ state: 'done', sent: 0 })
      expect(await states(admin, second)).toEqual({ 'mass@example.com': 'skipped' })
      const single = await send(admin, mail(channelId, { emailList: 'mass@example.com' }))
      await expect.poll(() => stateOf(admin, single), WAIT).toMatchObject({ state: 'done', sent: 1 })
    })
    it('is listed by site and subject, and deleted with all that is known of it [C-168] [C-313] [C-314]', async () => {
      const admin = await server().as('admin')
      const { id: channelId } = await channel(admin)
      const { db, clock } = server().deps
      await db.deleteFrom('outgoing').execute()
      const sendTime = formatDateTime(clock.now().getTime() + 10 * MINUTE_MS)
      const later = { sendType: 2, sendTime }
      const [one, two] = [
        await send(admin, mail(channelId, later)),
        await send(admin, mail(channelId, { ...later, subject: '另一封' })),
      ]
      const subjects = async (input: object) =>
        (await admin.ok('emailSend.page', input)).content.map((row) => row.channelName)
      expect(await subjects({ siteId: 1, page: 1, size: 20 })).toEqual(['另一封', '您好'])
      expect(await subjects({ siteId: 2 })).toEqual([])
      expect(await subjects({ key: '另' })).toEqual(['另一封'])
      expect(await admin.call('emailSend.deleteByIdList', [{ id: one }, { id: two }])).toMatchObject({
        code: 200,
        msg: '删除成功',
      })
      expect(await db.selectFrom('outgoing_recipient').select('id').execute()).toEqual([])
    })
  },
  LOCAL_OUTGOING,
)
