import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { type FakeSmtp, MAIL_PASSWORD, MAIL_USER, startSmtp } from '#tests/fakes/smtp.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { LOCAL_OUTGOING, onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const servers: FakeSmtp[] = []
const smtpServer = async (...how: Parameters<typeof startSmtp>): Promise<FakeSmtp> => {
  const smtp = await startSmtp(...how)
  servers.push(smtp)
  return smtp
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const form = ({ port }: { port: number }, more: object = {}) => ({
  siteId: 1,
  account: MAIL_USER,
  password: MAIL_PASSWORD,
  sendName: '集团官网',
  smtp: '127.0.0.1',
  port,
  useSSL: true,
  ...more,
})

/** An open port that says this to whoever connects. */
async function listening(words: string): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {}).write(words))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

onBothDatabases(
  'sender accounts of e-mail',
  (server, start) => {
    it('do not reveal closed ports, silent ones and other protocols by text or by duration', async () => {
      const admin = await server().as('admin')
      const ports = [
        1,
        await listening(''),
        await listening('SSH-2.0-OpenSSH_9.2\r\n'),
        await listening('554 secret banner\r\n'),
      ]
      for (const port of ports)
        for (const security of ['ssl', 'none'] as const) {
          const started = performance.now()
          const { msg } = await admin.call('emailChannel.save', form({ port }, { security }))
          expect(msg).toBe(`发件邮箱验证未通过，未保存。无法连接 127.0.0.1:${port}，请检查SMTP服务器、端口和加密方式`)
          const took = performance.now() - started
          expect(took, `${port} ${security}`).toBeGreaterThan(1400)
          expect(took, `${port} ${security}`).toBeLessThan(2500)
        }
    })
    it('connect to no inner address unless the operator allows it, however it is written', async () => {
      const closed = await (await start()).as('admin')
      const smtp = await smtpServer('ssl')
      const { address } = Object.values(networkInterfaces())
        .flatMap((list) => list ?? [])
        .find(({ internal }) => !internal) ?? { address: '::1' }
      for (const host of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1', '169.254.169.254', '10.1.2.3', address]) {
        const { status, msg } = await closed.call('emailChannel.save', form(smtp, { smtp: host }))
        expect([status, msg], host).toEqual([400, expect.stringContaining(`${host} 属于内部网络，不允许连接`)])
        expect(msg).toContain('SITECRAFT_OUTGOING_ALLOW')
      }
      expect(smtp.signIns()).toBe(0)
      // Allowed, a name leads there too.
      const { port } = await smtpServer('none')
      const admin = await server().as('admin')
      const allowed = await admin.ok('emailChannel.save', form({ port }, { smtp: 'localhost', security: 'none' }))
      expect(allowed).toMatchObject({ smtp: 'localhost' })
      await admin.ok('emailChannel.deleteByIdList', [allowed?.id ?? 0])
    })
    it('are kept when the server lets them in, over SSL, STARTTLS or neither; the password never comes back [C-167] [C-310] [C-312]', async () => {
      const admin = await server().as('admin')
      for (const security of ['ssl', 'starttls', 'none'] as const) {
        const smtp = await smtpServer(security)
        const made = await admin.ok('emailChannel.save', form(smtp, { useSSL: security === 'ssl', security }))
        expect(smtp.signIns(), security).toBe(1)
        expect(made).toMatchObject({
          siteId: 1,
          account: MAIL_USER,
          sendName: '集团官网',
          password: '',
          hasPassword: true,
          security,
          useSSL: security === 'ssl',
        })
        expect(await admin.ok('emailChannel.findById', { id: made?.id ?? 0 })).toEqual(made)
      }
      const { db } = server().deps
      const kept = JSON.stringify([
        await db.selectFrom('email_channel').selectAll().execute(),
        await db.selectFrom('operation_log').selectAll().execute(),
      ])
      expect(kept).not.toContain(MAIL_PASSWORD)
      expect(kept).toContain(MAIL_USER)
    })
    it('are not kept when the server refuses the sign-in, can’t be reached or speaks another way: it is said why [C-233]', async () => {
      const admin = await server().as('admin')
      const smtp = await smtpServer('ssl')
      const said = async (more: object) => {
        const answer = await admin.call('emailChannel.save', form(smtp, more))
        return `${answer.status} ${(answer.data as { issues?: { field: string }[] } | null)?.issues?.[0]?.field} ${answer.msg}`
      }
      const before = (await admin.ok('emailChannel.page', {})).totalElements
      expect(await said({ password: 'wrong' })).toMatch(
        /^400 password 发件邮箱验证未通过，未保存。登录被拒绝：535 .*authentication failed/,
      )
      const refused = (port: number) =>
        `400 smtp 发件邮箱验证未通过，未保存。无法连接 127.0.0.1:${port}，请检查SMTP服务器、端口和加密方式`
      expect(await said({ port: 1 })).toBe(refused(1))
      expect(await said({ smtp: '' })).toBe('400 smtp 请填写SMTP服务器')
      expect(await said({ account: ' ' })).toBe('400 account 请填写账号')
      expect(await said({ sendName: '站\r\nBcc: a@b.cn' })).toContain('发件人名称含有换行')
      const plain = await smtpServer('none')
      expect(await said({ port: plain.port, useSSL: false })).toBe(refused(plain.port))
      expect((await admin.ok('emailChannel.page', {})).totalElements).toBe(before)
    })
    it('keep their password when it is left empty, but not for another server [C-095]', async () => {
      const admin = await server().as('admin')
      const [smtp, other] = [await smtpServer('ssl'), await smtpServer('ssl')]
      const made = await admin.ok('emailChannel.save', form(smtp))
      const id = made?.id ?? 0
      const saved = await admin.ok(
        'emailChannel.save',
        form(smtp, { id, password: '', sendName: '新名称', version: 1 }),
      )
      expect(saved).toMatchObject({ sendName: '新名称', version: 2 })
      expect(smtp.signIns()).toBe(2)
      const moved = await admin.call('emailChannel.save', form(other, { id, password: '', smtp: 'localhost' }))
      expect(moved.msg).toBe('更换了SMTP服务器或账号，请重新填写密码')
      expect(other.signIns()).toBe(0)
      expect(await admin.call('emailChannel.save', form(smtp, { id, version: 1 }))).toMatchObject({ status: 409 })
    })
    it('come in pages of one site, found by name and account, and are deleted [C-309] [C-311]', async () => {
      const admin = await server().as('admin')
      const smtp = await smtpServer('ssl')
      await server().deps.db.deleteFrom('email_channel').execute()
      const [one, two] = [
        await admin.ok('emailChannel.save', form(smtp, { sendName: '甲' })),
        await admin.ok('emailChannel.save', form(smtp, { sendName: '乙', siteId: 2 })),
      ]
      const names = async (input: object) =>
        (await admin.ok('emailChannel.page', input)).content.map((row) => row.sendName)
      expect(await names({ siteId: 1 })).toEqual(['甲'])
      expect(await names({})).toEqual(['乙', '甲'])
      expect(await names({ key: 'NEWS@' })).toEqual(['乙', '甲'])
      expect(await names({ key: '甲' })).toEqual(['甲'])
      const { db } = server().deps
      const column = await db.selectFrom('site_column').select('id').where('siteId', '=', 1).executeTakeFirstOrThrow()
      await grantExactly(db, 'editor', [
        { siteId: 0, menuId: MENU.emailSender },
        { siteId: 1, menuId: column.id },
      ])
      const editor = await server().as('editor')
      expect((await editor.call('emailChannel.findById', { id: two?.id ?? 0 })).status).toBe(403)
      expect((await editor.call('emailChannel.deleteByIdList', [{ id: two?.id ?? 0 }])).status).toBe(403)
      expect(await admin.call('emailChannel.deleteByIdList', [{ id: one?.id }, { id: two?.id }])).toMatchObject({
        msg: '删除成功',
      })
      expect(await names({})).toEqual([])
    })
  },
  LOCAL_OUTGOING,
)
