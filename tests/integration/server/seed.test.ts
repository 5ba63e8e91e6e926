import path from 'node:path'
import { expect, it } from 'vitest'
import { hasRole, SUPER_GROUP } from '#shared/domain/permissions.ts'
import { MENU, SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import { seed } from '#server/seed/index.ts'
import { onBothDatabases } from './harness/onBothDatabases.ts'
import { logIn } from './harness/signIn.ts'

onBothDatabases('the first run', (server, start) => {
  it('makes four accounts with a role each, the first of group 1, above all others [C-268]', async () => {
    const current = async (username: 'admin' | 'editor' | 'designer' | 'guest') =>
      (await server().as(username)).ok('account.current', {})
    const admin = await current('admin')
    const editor = await current('editor')
    const designer = await current('designer')
    const guest = await current('guest')
    expect([admin.groupId, SUPER_GROUP]).toEqual([1, 1])
    const groups = await (await server().as('admin')).ok('role.page', { parentId: 1 })
    const below = groups.content.map(({ id }) => id)
    expect(below).toEqual(expect.arrayContaining([editor, designer, guest].map((who) => who.groupId)))
    expect(new Set([admin, editor, designer, guest].map((who) => who.groupId)).size).toBe(4)
    expect([editor, designer].map((who) => who.siteItemDTOList.map((site) => site.siteId))).toEqual([
      [0, 1],
      [0, 1, 2],
    ])
    const menus = designer.siteItemDTOList[0]?.menuItemDTOList.map((menu) => menu.menuId)
    expect(menus).toEqual(expect.arrayContaining([MENU.templates, MENU.templateSites]))
    expect(hasRole(guest)).toBe(false)
  })
  it('makes the system columns with the documents’ numbers', async () => {
    const rows = await server().deps.db.selectFrom('site_column').selectAll().where('siteId', '=', 0).execute()
    expect(rows).toHaveLength(SYSTEM_MENUS.length)
    expect(rows.find((row) => row.id === 42)?.title).toBe('我的')
    expect(rows.find((row) => row.id === 179)).toMatchObject({ parentId: 176, manageUrl: '/U176/U179' })
  })
  it('gives each column of the two sites its Chinese and English name, and an address of its own', async () => {
    const columns = server().deps.db.selectFrom('site_column').selectAll().where('siteId', 'in', [1, 2])
    const rows = await columns.execute()
    for (const { title, enTitle, frontUrl } of rows)
      expect([title, enTitle, frontUrl]).toEqual([
        expect.stringMatching(/^\p{Script=Han}+$/u),
        expect.stringMatching(/^(?:[A-Z][A-Za-z ]+)?$/),
        expect.stringMatching(/^(?:\/[a-z/-]+\/)?$/),
      ])
    const addresses = rows.flatMap(({ siteId, frontUrl }) => (frontUrl === '' ? [] : [`${siteId} ${frontUrl}`]))
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses).toContain('2 /equipment/')
  })
  it('happens once', async () => {
    expect(await seed(server().deps, { adminPassword: 'another one' })).toBeNull()
    expect((await logIn(server(), 'admin', 'another one')).code).toBe(400)
  })
  it('leaves accounts without a password where none is given, and they can not sign in', async () => {
    const other = await start({ passwords: {} })
    const rows = await other.deps.db.selectFrom('account').select(['username', 'passwordHash']).execute()
    expect(rows.filter((row) => row.passwordHash === null).map((row) => row.username)).toEqual([
      'editor',
      'designer',
      'guest',
    ])
    for (const password of ['123456', 'no account has this password'])
      expect((await logIn(other, 'editor', password)).msg).toBe('用户名或密码不正确')
  })
  it('sets a demo password later where there is none, and never over one', async () => {
    const other = await start({ passwords: {} })
    await seed(other.deps, { demoPassword: 'set later' })
    expect((await logIn(other, 'editor', 'set later')).code).toBe(200)
    await seed(other.deps, { demoPassword: 'set again' })
    expect((await logIn(other, 'editor', 'set again')).code).toBe(400)
    expect((await logIn(other, 'editor', 'set later')).code).toBe(200)
  })
  it('gives generated passwords that work and differ', async () => {
    const [one, two] = [await start({ passwords: {} }), await start({ passwords: {} })]
    expect(one.firstRun?.password).toMatch(/^\w{16}$/)
    expect(one.firstRun?.password).not.toBe(two.firstRun?.password)
    expect((await logIn(one, 'admin', one.firstRun?.password ?? '')).code).toBe(200)
  })
  it('is all or nothing: a run that fails leaves an empty database for the next', async () => {
    const other = await start({ seeded: false })
    const broken = { ...other.deps, resourcesDir: path.join(other.deps.dataDir, 'nowhere') }
    await expect(seed(broken, {})).rejects.toThrow('ENOENT')
    for (const table of ['account', 'role', 'site', 'site_column'] as const)
      expect(await other.deps.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await seed(other.deps, {})).toMatchObject({ username: 'admin' })
    expect((await other.as('admin')).token).not.toBe('')
  })
})
