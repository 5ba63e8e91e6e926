import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const FORM = { username: 'editor', screenName: '李编辑', email: 'li@example.com' }

onBothDatabases('one’s own profile', (_server, start) => {
  it('is read and saved, and the name is the account’s from then on [C-190] [C-360] [C-361]', async () => {
    const server = await start()
    const editor = await server.as('editor')
    expect(await editor.ok('profile.read', {})).toMatchObject({ username: 'editor' })
    expect(await editor.call('profile.save', FORM)).toMatchObject({ code: 200, msg: '保存成功' })
    expect(await editor.ok('profile.read', {})).toEqual(FORM)
    await editor.ok('profile.save', { ...FORM, username: 'Ｌi.editor' })
    expect(await editor.ok('account.current', {})).toMatchObject({ username: 'Li.editor' })
    const lines = server.deps.db.selectFrom('operation_log').select(['title', 'input'])
    const [line] = await lines.where('operation', '=', 'profile.save').execute()
    expect(line?.title).toBe('保存个人信息')
    expect(line?.input).not.toContain('li@example.com')
  })

  it('takes no other account’s name, nothing empty, and changes nobody else [C-215] [C-216] [C-217]', async () => {
    const server = await start()
    const editor = await server.as('editor')
    const save = async (change: object) => (await editor.call('profile.save', { ...FORM, ...change })).msg
    expect(await save({ username: 'Admin' })).toBe('账号“Admin”已存在，请换一个账号')
    expect(await save({ username: ' ' })).toBe('请输入账号')
    expect(await save({ screenName: '' })).toBe('请输入姓名')
    expect(await save({ email: '' })).toBe('请输入邮箱')
    expect(await save({ email: 'li' })).toBe('请输入正确的邮箱格式')
    const others = () =>
      server.deps.db.selectFrom('account').selectAll().where('username', '<>', 'editor').orderBy('id').execute()
    const before = await others()
    expect(await save({ id: 1, accountId: 1 })).toBe('保存成功')
    expect(await others()).toEqual(before)
    expect((await server.nobody.call('profile.read', {})).status).toBe(401)
  })

  it('is reported as a change to administrators with the account open', async () => {
    const server = await start()
    const [admin, editor] = [await server.as('admin'), await server.as('editor')]
    const { content } = await admin.ok('account.page', { key: 'editor' })
    const seen = content[0]
    if (!seen) throw new Error('the editor is not listed')
    await editor.ok('profile.save', FORM)
    const form = { ...seen, employeeNumber: '1', phone: '1', trueName: '别人', email: 'a@example.com' }
    expect((await admin.call('account.save', form)).status).toBe(409)
  })
})
