import { beforeEach, expect, it } from 'vitest'
import { MEMBER_CODES } from '#shared/domain/memberAccess.ts'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { buildMember } from '#tests/builders/member.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { encrypted } from '#tests/integration/server/harness/signIn.ts'

const form = {
  siteId: 1,
  userName: 'lisi',
  phone: '13912345678',
  email: 'li.si@example.com',
  name: '李四',
  headSculpture: '/files/a.png',
}

onBothDatabases('what an account may do with members', (server) => {
  let own = 0
  let away = 0
  let password = ''
  beforeEach(async () => {
    const { db } = server().deps
    await db.deleteFrom('member').execute()
    own = await buildMember(db, { userName: 'own', phone: '13812345678', email: 'zhang.san@example.com' })
    away = await buildMember(db, { userName: 'away', siteId: 2 })
    password ||= await encrypted(server(), 'secret')
  })
  /** The editor with these codes on 会员管理, for the first site. */
  const holding = async (...settings: number[]): Promise<TestClient> => {
    const { db } = server().deps
    const column = await db.selectFrom('site_column').select('id').where('siteId', '=', 1).executeTakeFirstOrThrow()
    await grantExactly(db, 'editor', [
      { siteId: 0, menuId: MENU.memberManage, settings },
      { siteId: 1, menuId: column.id, settings: [...MEMBER_CODES] },
    ])
    return server().as('editor')
  }
  /** What is refused to this client. */
  const refused = async (client: TestClient): Promise<string[]> => {
    const xlsxPath = '/files/none.xlsx'
    const calls = {
      add: client.call('member.save', { ...form, userName: crypto.randomUUID(), password }),
      edit: client.call('member.save', { ...form, id: own }),
      status: client.call('member.enableOrDisable', { id: own, isEnable: true }),
      export: client.call('member.outputData', { siteId: 1 }),
      personal: client.call('member.personalData', { id: own }),
      import: client.call('member.importData', { siteId: 1, xlsxPath }),
      remove: client.call('member.deleteByIdList', [await buildMember(server().deps.db)]),
      erase: client.call('member.erase', { id: await buildMember(server().deps.db) }),
    }
    const answers = await Promise.all(
      Object.entries(calls).map(async ([name, call]) => [name, (await call).status] as const),
    )
    return answers.filter(([, status]) => status === 403).map(([name]) => name)
  }

  it('follows the codes of 会员管理; the menu alone lists them', async () => {
    const all = ['add', 'edit', 'status', 'export', 'personal', 'import', 'remove', 'erase']
    const without = (...names: string[]) => all.filter((name) => !names.includes(name))
    expect(await refused(await holding())).toEqual(all)
    expect(await refused(await holding(PERMISSION.add))).toEqual(without('add'))
    expect(await refused(await holding(PERMISSION.edit))).toEqual(without('edit'))
    expect(await refused(await holding(PERMISSION.status))).toEqual(without('status'))
    expect(await refused(await holding(PERMISSION.importSheet))).toEqual(without('import'))
    expect(await refused(await holding(PERMISSION.exportSheet))).toEqual(without('export'))
    expect(await refused(await holding(PERMISSION.exportSheet, PERMISSION.edit))).toEqual(
      without('export', 'edit', 'personal'),
    )
    expect(await refused(await holding(PERMISSION.remove))).toEqual(without('remove', 'erase'))
    expect(await refused(await holding(...MEMBER_CODES))).toEqual([])
    const reader = await holding()
    expect((await reader.call('member.save', { ...form, id: own })).msg).toBe(
      '您没有编辑会员和查看手机号、邮箱的权限，请联系管理员授权',
    )
  })
  it('shows phone and e-mail in full to those who may edit, and masked to others, in list, detail and sheet', async () => {
    const contacts = async (client: TestClient) => {
      const { content } = await client.ok('member.page', { siteId: 1 })
      const { phone, email } = await client.ok('member.findById', { id: own })
      return [content.find(({ id }) => id === own)?.phone, phone, email]
    }
    expect(await contacts(await holding(PERMISSION.edit))).toEqual([
      '13812345678',
      '13812345678',
      'zhang.san@example.com',
    ])
    const asReader = () => holding(PERMISSION.add, PERMISSION.remove, PERMISSION.status)
    const reader = await asReader()
    expect(await contacts(reader)).toEqual(['138****5678', '138****5678', 'z***@example.com'])
    const made = await reader.ok('member.save', { ...form, password })
    expect(made.phone, 'nor in the answer of what they typed').toBe('139****5678')
    // By searching, hidden places could be found out one by one.
    for (const key of ['13812345', 'zhang.san']) {
      expect((await (await asReader()).ok('member.page', { siteId: 1, key })).totalElements, key).toBe(0)
      expect((await (await holding(PERMISSION.edit)).ok('member.page', { siteId: 1, key })).totalElements, key).toBe(1)
    }
  })
  it('ends at the sites of the account: another site’s member is neither seen nor changed', async () => {
    const editor = await holding(...MEMBER_CODES)
    expect((await editor.ok('member.page', {})).content.map(({ id }) => id)).toEqual([own])
    const before = await (await server().as('admin')).ok('member.findById', { id: away })
    const calls = [
      editor.call('member.page', { siteId: 2 }),
      editor.call('member.findById', { id: away }),
      editor.call('member.save', { ...form, id: away, siteId: 2 }),
      editor.call('member.save', { ...form, id: away, siteId: 1 }),
      editor.call('member.save', { ...form, siteId: 2, password }),
      editor.call('member.enableOrDisable', { id: away, isEnable: false }),
      editor.call('member.deleteByIdList', [own, away]),
      editor.call('member.outputData', { siteId: 2 }),
      editor.call('member.importData', { siteId: 2, xlsxPath: '/files/none.xlsx' }),
      editor.call('member.personalData', { id: away }),
      editor.call('member.erase', { id: away }),
    ]
    for (const call of calls) expect((await call).status).toBe(403)
    expect(await (await server().as('admin')).ok('member.findById', { id: away })).toEqual(before)
    expect((await editor.ok('member.page', {})).content.map(({ id }) => id)).toEqual([own])
  })
})
