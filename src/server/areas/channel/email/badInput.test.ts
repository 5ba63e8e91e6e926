import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildMember } from '#tests/builders/member.ts'
import { upload } from '#tests/builders/upload.ts'
import { type FakeSmtp, MAIL_PASSWORD, MAIL_USER, startSmtp } from '#tests/fakes/smtp.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { LOCAL_OUTGOING, onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { readBootId } from '../outgoing/reservation.ts'
import { queueScheduled } from '#server/jobs/queue.ts'
import { engineOf } from '#server/db/dialect.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'

const WAIT = { timeout: 20_000, interval: 20 }
let smtp: FakeSmtp
beforeAll(async () => {
  smtp = await startSmtp('ssl')
})
afterAll(() => smtp.close())

const account = () => ({
  account: MAIL_USER,
  password: MAIL_PASSWORD,
  smtp: '127.0.0.1',
  port: smtp.port,
  useSSL: true,
})
const channel = async (admin: TestClient, more: object = {}): Promise<number> =>
  (await admin.ok('emailChannel.save', { siteId: 1, sendName: '官网', perMinute: 100_000, ...account(), ...more }))
    ?.id ?? 0
const mail = (emailChannelId: number, more: object) => ({
  siteId: 1,
  emailChannelId,
  subject: '您好',
  body: '<p>正文</p>',
  sendType: 1,
  ...more,
})
const stateOf = (admin: TestClient, id: number) => admin.ok('emailSend.findById', { id })
const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `u${at}@many.example`)

onBothDatabases(
  'e-mail that should not be',
  (server) => {
    it('takes 100,000 pasted recipients, and not one more', { timeout: 60_000 }, async () => {
      const admin = await server().as('admin')
      const emailChannelId = await channel(admin)
      const sendTime = formatDateTime(server().clock.now().getTime() + DAY_MS)
      const form = { sendType: 2, sendTime }
      const pasted = many(100_000).join('\r\n')
      const id = (await admin.ok('emailSend.batchSend', mail(emailChannelId, { ...form, emailList: pasted })))?.id ?? 0
      expect(await stateOf(admin, id)).toMatchObject({ total: 100_000, state: 'waiting' })
      const over = await admin.call('emailSend.batchSend', mail(emailChannelId, { ...form, emailList: many(100_001) }))
      expect(over).toMatchObject({
        status: 400,
        msg: expect.stringContaining('一次最多发给 100000 个收件人') as string,
      })
      await admin.ok('emailSend.deleteByIdList', [{ id }])
    })
    it('lets no name of a sender or a member write a header', async () => {
      const admin = await server().as('admin')
      const { db } = server().deps
      const refused = await admin.call('emailChannel.save', {
        siteId: 1,
        ...account(),
        sendName: '官网\r\nBcc: x@example.com',
      })
      const name = '张三"\r\nBcc: boss@example.com\r\n\r\n<b>'
      const memberId = await buildMember(db, { email: 'named@example.com', name })
      const emailChannelId = await channel(admin, { sendName: '官网" <boss@example.com>' })
      const form = mail(emailChannelId, { emailList: [], memberIds: [memberId] })
      const id = (await admin.ok('emailSend.batchSend', form))?.id ?? 0
      await expect.poll(() => stateOf(admin, id), WAIT).toMatchObject({ state: 'done', sent: 1 })
      const sent = smtp.mails.find(({ to }) => to === 'named@example.com')
      const head = sent?.raw.split('\r\n\r\n')[0] ?? ''
      expect(head).not.toMatch(/^(?:bcc|cc):/im)
      expect(head.match(/^from:/gim)).toHaveLength(1)
      expect(sent?.from).toBe(MAIL_USER)
      expect(refused.status).toBe(400)
    })
    it('comes once to each where the connection drops within the message', { timeout: 60_000 }, async () => {
      const own = server()
      const admin = await own.as('admin')
      const emailChannelId = await channel(admin)
      const name = randomUUID()
      // More than the system takes from a connection that nobody reads.
      const large = { name: `${name}.zip`, content: randomBytes(12_000_000) }
      const { accessPath } = (await upload(admin, { ...large, query: { register: '1', identifier: large.name } })).data
      const to = `${name}@example.com`
      smtp.refuse(to, (attempt) => (attempt === 1 ? 'drop in data' : null))
      const received = () => smtp.mails.filter((each) => each.to === to)
      const attachments = [{ src: accessPath, name: '大.zip' }]
      const form = mail(emailChannelId, { attachments, emailList: [to] })
      const id = (await admin.ok('emailSend.batchSend', form))?.id ?? 0
      const row = async () => (await admin.ok('emailSend.recipients', { id })).content[0]
      // The end had not gone out, so nobody can have taken it: it is tried again, and nothing is doubtful.
      await expect.poll(row, WAIT).toMatchObject({ state: 'waiting', attempts: 1 })
      expect((await row())?.message).toMatch(/^发送失败：/)
      expect(received()).toHaveLength(0)
      own.clock.advance(2 * 60_000)
      await queueScheduled(own.deps, 'channel.send', '')
      await expect.poll(() => stateOf(admin, id), WAIT).toMatchObject({ state: 'done', sent: 1, doubtful: 0 })
      expect(received()).toHaveLength(1)
      // A short message is out as a whole before the drop: that is doubtful, and never sent again by itself.
      const short = `short-${name}@example.com`
      smtp.refuse(short, (attempt) => (attempt === 1 ? 'drop in data' : null))
      const second = (await admin.ok('emailSend.batchSend', mail(emailChannelId, { emailList: [short] })))?.id ?? 0
      await expect.poll(() => stateOf(admin, second), WAIT).toMatchObject({ state: 'done', doubtful: 1 })
      own.clock.advance(10 * 60_000)
      await queueScheduled(own.deps, 'channel.send', '')
      expect(await stateOf(admin, second)).toMatchObject({ state: 'done', sent: 0, doubtful: 1 })
      expect(smtp.mails.filter((each) => each.to === short)).toHaveLength(0)
      own.clock.advance(-12 * 60_000)
    })
    it('stops at once when its account is deleted while it goes out', { timeout: 60_000 }, async () => {
      const admin = await server().as('admin')
      const emailChannelId = await channel(admin)
      const deleted = Promise.withResolvers<unknown>()
      let isAsked = false
      smtp.refuse('u20@many.example', () => {
        if (!isAsked) deleted.resolve(admin.ok('emailChannel.deleteByIdList', [{ id: emailChannelId }]))
        isAsked = true
        return null
      })
      const id = (await admin.ok('emailSend.batchSend', mail(emailChannelId, { emailList: many(2000) })))?.id ?? 0
      await deleted.promise
      await expect
        .poll(() => stateOf(admin, id), WAIT)
        .toMatchObject({ state: 'paused', reason: '发件邮箱已被删除，未发出的邮件不会再发送' })
      const open = async () => (await admin.ok('emailSend.recipients', { id, state: 'sending' })).totalElements
      await expect.poll(open, WAIT).toBe(0)
      const waiting = (await admin.ok('emailSend.recipients', { id, state: 'waiting' })).totalElements
      expect(waiting).toBeGreaterThan(1000)
    })
    it('is doubtful after a power cut where marks may have been lost, and nowhere else', async () => {
      const own = server()
      const { db } = own.deps
      if (engineOf(db) === 'postgres') return
      const admin = await own.as('admin')
      const emailChannelId = await channel(admin)
      const sendTime = formatDateTime(own.clock.now().getTime() + DAY_MS)
      const form = mail(emailChannelId, { sendType: 2, sendTime, emailList: many(10) })
      const [cut, killed] = [await admin.ok('emailSend.batchSend', form), await admin.ok('emailSend.batchSend', form)]
      for (const [message, isCut] of [
        [cut, true],
        [killed, false],
      ] as const) {
        const rows = await admin.ok('emailSend.recipients', { id: message?.id ?? 0, size: 10 })
        const aheadTo = rows.content[3]?.id ?? 0
        await db
          .updateTable('outgoing')
          .set({ aheadTo, aheadBy: isCut ? 'another run' : readBootId() })
          .where('id', '=', message?.id ?? 0)
          .execute()
      }
      await queueScheduled(own.deps, 'channel.send', '')
      const doubtful = async (message: { id: number } | null) =>
        (await admin.ok('emailSend.recipients', { id: message?.id ?? 0, state: 'doubtful' })).totalElements
      await expect.poll(() => doubtful(cut), WAIT).toBe(4)
      expect(await doubtful(killed)).toBe(0)
    })
  },
  LOCAL_OUTGOING,
)
