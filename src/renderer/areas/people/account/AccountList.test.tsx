import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Account } from '#shared/contract/accountEdit.ts'
import type { Role } from '#shared/contract/role.ts'
import { AppError } from '#shared/errors/index.ts'
import { aRole } from '#tests/builders/role.ts'
import { pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { findDialog } from '#tests/setup/dialogs.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { AccountList } from './AccountList.tsx'

configure({ defaultHidden: true })

const anAccount = (given: Partial<Account> = {}): Account => ({
  id: 5,
  userName: 'lina',
  trueName: '李娜',
  email: 'lina@example.com',
  phone: '13800000000',
  employeeNumber: 'E5',
  departmentId: 2,
  roleIdList: [3],
  lastModifiedDate: '2026-11-20 08:30:00',
  lastLoginIp: '10.0.0.8',
  loginTimes: 42,
  groupName: '新闻组',
  isStatus: true,
  isLocked: false,
  mustChangePassword: false,
  hasSecondFactor: false,
  createDate: '2026-01-02 03:04:05',
  version: 3,
  changedBy: 'admin',
  changedAt: '2026-01-02 03:04:05',
  ...given,
})
const aGroup = (id: number, title: string, childAdminGroup: Role[] = []): Role => aRole(id, title, { childAdminGroup })
const admin = anAccount({
  id: 1,
  userName: 'admin',
  trueName: '系统管理员',
  email: 'a@example.com',
  roleIdList: [1],
  groupName: '超级管理员',
})
const department = (id: number, title: string, child: object[] = []) =>
  ({ id, title, parentId: 0, createDate: '', child }) as never

const host = (rows: Account[] = [anAccount(), admin]): FakeBridge =>
  aHost()
    .on('account.page', ({ key }) => pageOf(rows.filter(({ userName }) => userName.includes(key ?? ''))))
    .on('role.page', () => pageOf([aGroup(2, '站点编辑', [aGroup(3, '新闻组')]), aGroup(4, '财务组')]))
    .on('department.getTree', () => [department(1, '集团总部', [department(2, '编辑部')])])
    .on('account.save', () => anAccount())
    .on('account.openWork', () => [])
const user = userEvent.setup()
const dialog = (): Promise<HTMLElement> => screen.findByRole('dialog')
/** A dialog that a click outside of it does not close. */
const firmDialog = (name: string): Promise<HTMLElement> => findDialog(name)
const choose = async (form: HTMLElement, field: RegExp, option: string): Promise<void> => {
  await user.click(within(form).getByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}
const type = async (box: HTMLElement, field: RegExp, text: string): Promise<void> => {
  const input = within(box).getByLabelText(field, { selector: 'input' })
  await user.clear(input)
  await user.type(input, text)
}
const more = async (name: string, item: string): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: `更多 ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(item) }))
}
const agree = async (): Promise<HTMLElement> => {
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getAllByRole('button').at(-1) as HTMLElement)
  return question
}

describe('the list of accounts', () => {
  it('shows the documented columns and the states of an account [C-044] [C-046] [C-047]', async () => {
    renderUi(<AccountList />, {
      host: host([anAccount({ isStatus: false, isLocked: true, mustChangePassword: true })]),
    })
    const row = await screen.findByRole('row', { name: /lina/ })
    expect(screen.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      '账号',
      '姓名',
      '邮箱',
      '最后登录时间',
      '最后登录IP',
      '登录总次数',
      '管理员组',
      '操作',
    ])
    const cells = within(row)
      .getAllByRole('cell')
      .map((each) => each.textContent)
    expect(cells.slice(0, 7)).toEqual([
      'lina已停用已锁定待改密码',
      '李娜',
      'lina@example.com',
      '2026-11-20 08:30:00',
      '10.0.0.8',
      '42',
      '新闻组',
    ])
    for (const name of ['编辑 lina', '删除 lina', '更多 lina'])
      expect(screen.getByRole('button', { name })).toBeTruthy()
    expect(screen.getByRole('button', { name: '新增' })).toBeTruthy()
  })

  it('filters by user group, with 全部 first, and by keyword [C-043]', async () => {
    const fake = host()
    renderUi(<AccountList />, { host: fake })
    await screen.findByRole('row', { name: /lina/ })
    await user.click(screen.getByRole('combobox', { name: '管理员组' }))
    await screen.findByRole('option', { name: '新闻组' })
    const options = screen.getAllByRole('option').map((each) => each.textContent)
    expect(options.filter((each) => !each.includes('条/页'))).toEqual([
      '全部',
      '超级管理员',
      '站点编辑',
      '新闻组',
      '财务组',
    ])
    await user.click(screen.getByRole('option', { name: '新闻组' }))
    await waitFor(() => expect(fake.inputsOf('account.page').at(-1)).toMatchObject({ roleId: 3, page: 1, size: 10 }))
    await user.type(screen.getByRole('searchbox'), '张')
    await screen.findByText('没有找到')
    expect(fake.inputsOf('account.page').at(-1)).toMatchObject({ roleId: 3, key: '张' })
  })

  it('shows an empty state without accounts, and the error of a failed read', async () => {
    const fake = host([])
    renderUi(<AccountList />, { host: fake })
    await screen.findByText('还没有账号')
    fake.on('account.page', () => {
      throw new AppError('forbidden', '您没有“账号列表”的权限')
    })
    await user.click(screen.getByRole('button', { name: '刷新' }))
    await screen.findByText(/您没有“账号列表”的权限/)
  })
})

describe('the dialog of an account', () => {
  it('offers indented groups and departments, and passes the password to the host, which encrypts it [C-049] [C-050] [C-287]', async () => {
    const fake = host()
    renderUi(<AccountList />, { host: fake })
    await user.click(await screen.findByRole('button', { name: '新增' }))
    const box = await dialog()
    await user.click(within(box).getByRole('combobox', { name: /^管理员组/ }))
    const option = await screen.findByRole('option', { name: '新闻组' })
    const indent = (title: string): number =>
      Number.parseInt(screen.getByRole('option', { name: title }).style.paddingInlineStart || '0')
    expect(indent('新闻组')).toBeGreaterThan(indent('站点编辑'))
    expect(indent('站点编辑')).toBeGreaterThan(indent('超级管理员'))
    await user.click(option)
    await choose(box, /^所属部门/, '编辑部')
    await type(box, /^账号/, 'ｗangwu')
    await type(box, /^姓名/, '王五')
    await type(box, /^员工编号/, 'E9')
    await type(box, /^手机号/, '13900000000')
    await type(box, /^邮箱/, 'wangwu@example.com')
    await type(box, /^密码/, 'Secret-1')
    await type(box, /^确认密码/, 'Secret-1')
    await user.click(within(box).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fake.inputsOf('account.save')).toEqual([
      {
        id: 0,
        roleIdList: [3],
        departmentId: 2,
        userName: 'wangwu',
        trueName: '王五',
        employeeNumber: 'E9',
        phone: '13900000000',
        email: 'wangwu@example.com',
        password: 'Secret-1',
        rePassword: 'Secret-1',
      },
    ])
  })

  it('shows the documented messages for missing and invalid values [C-203] [C-211] [C-214]', async () => {
    const fake = host()
    renderUi(<AccountList />, { host: fake })
    await user.click(await screen.findByRole('button', { name: '新增' }))
    const box = await dialog()
    const send = (): Promise<void> => user.click(within(box).getByRole('button', { name: '确定' }))
    const said = (text: string): Promise<HTMLElement> => within(box).findByText(text)
    expect(within(box).getByPlaceholderText('数字、大小写字母和特殊字符，8-24 位')).toBeTruthy()
    await send()
    for (const text of [
      '请选择管理员组',
      '请输入账号',
      '请输入姓名',
      '请输入员工编号',
      '请输入手机号',
      '请输入邮箱',
      '请输入密码',
      '请输入确认密码',
    ])
      await said(text)
    await type(box, /^账号/, 'li na')
    await type(box, /^邮箱/, 'nobody')
    await type(box, /^密码/, 'Secret-1')
    await type(box, /^确认密码/, 'other')
    await send()
    await said('账号只能包含文字、数字和 . _ - @，不能有空格和表情符号')
    await said('请输入正确的邮箱格式')
    await said('两次输入密码不一致!')
    await type(box, /^邮箱/, '  ')
    await send()
    await said('邮箱不能为空')
    expect(fake.inputsOf('account.save')).toEqual([])
  })

  it('edits an account without showing its password; an empty password field keeps the password [C-213]', async () => {
    const fake = host()
    renderUi(<AccountList />, { host: fake })
    await user.click(await screen.findByRole('button', { name: '编辑 lina' }))
    const box = await dialog()
    expect(within(box).getByLabelText<HTMLInputElement>(/^密码/, { selector: 'input' }).value).toBe('')
    expect(within(box).getByRole('combobox', { name: /^管理员组/ }).textContent).toBe('新闻组')
    await type(box, /^姓名/, '李娜娜')
    await user.click(within(box).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fake.inputsOf('account.save')).toMatchObject([
      { id: 5, trueName: '李娜娜', password: '', rePassword: '', version: 3, roleIdList: [3] },
    ])
  })

  it('asks to repeat the new password of an existing account [C-212]', async () => {
    renderUi(<AccountList />, { host: host() })
    await user.click(await screen.findByRole('button', { name: '编辑 lina' }))
    const box = await dialog()
    await type(box, /^密码/, 'Secret-1')
    await user.click(within(box).getByRole('button', { name: '确定' }))
    await within(box).findByText('请再次输入密码')
  })

  it('keeps the typed values when the user name exists already, and shows the error at the field', async () => {
    const message = '账号“admin”已存在，请换一个账号'
    const fake = host().on('account.save', () => {
      throw new AppError('conflict', message, { details: { issues: [{ field: 'userName', message }] } })
    })
    renderUi(<AccountList />, { host: fake })
    await user.click(await screen.findByRole('button', { name: '编辑 lina' }))
    const box = await dialog()
    await type(box, /^账号/, 'admin')
    await user.click(within(box).getByRole('button', { name: '确定' }))
    await within(box).findByText(message)
    expect(within(box).getByLabelText<HTMLInputElement>(/^账号/, { selector: 'input' }).value).toBe('admin')
  })
})

describe('two administrators', () => {
  it('who edit the same account see each other’s changes and can merge them', async () => {
    const theirs = anAccount({ phone: '13911111111', version: 4 })
    let refused = false
    const fake = host()
      .on('account.findById', () => theirs)
      .on('account.save', () => {
        if (refused) return theirs
        refused = true
        throw new AppError('conflict', '账号“lina”已被 admin2 修改', {
          details: { fact: { kind: 'changed', version: 4, changedBy: 'admin2', changedAt: '2026-11-21 08:00:00' } },
        })
      })
    renderUi(<AccountList />, { host: fake })
    await user.click(await screen.findByRole('button', { name: '编辑 lina' }))
    const box = await dialog()
    await type(box, /^姓名/, '李娜娜')
    await user.click(within(box).getByRole('button', { name: '确定' }))
    await screen.findByText('13911111111')
    const merge = await screen.findByRole('button', { name: '合并保存' })
    await waitFor(() => expect(merge.getAttribute('aria-disabled')).toBeNull(), { timeout: 5000 })
    await user.click(merge)
    await waitFor(() => expect(fake.inputsOf('account.save')).toHaveLength(2), { timeout: 5000 })
    expect(fake.inputsOf('account.save').at(-1)).toMatchObject({
      trueName: '李娜娜',
      phone: '13911111111',
      password: '',
      version: 4,
    })
  })
})

describe('the actions on an account', () => {
  it('do not include deleting, disabling or resetting the own account', async () => {
    const fake = host()
    renderUi(<AccountList />, { host: fake })
    const remove = await screen.findByRole('button', { name: '删除 admin' })
    await waitFor(() => expect(remove.getAttribute('aria-disabled')).toBe('true'))
    expect(remove.title).toContain('不能对自己的账号执行此操作')
    await user.click(screen.getByRole('button', { name: '更多 admin' }))
    for (const name of [/停用/, /重置密码/])
      expect((await screen.findByRole('menuitem', { name })).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('menuitem', { name: /全部退出登录/ }).getAttribute('aria-disabled')).not.toBe('true')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: '编辑 admin' }))
    const group = within(await dialog()).getByRole('combobox', { name: /^管理员组/ })
    expect((group as HTMLButtonElement).disabled).toBe(true)
  })

  it('disable an account after a confirmation, unlock it and sign it out everywhere', async () => {
    const fake = host([anAccount({ isLocked: true })])
      .on('account.updateStatus', () => null)
      .on('account.unlock', () => null)
      .on('account.signOutEverywhere', () => ({ ended: 2 }))
    renderUi(<AccountList />, { host: fake })
    await more('lina', '停用')
    expect((await agree()).textContent).toContain('停用账号“lina”')
    await waitFor(() => expect(fake.inputsOf('account.updateStatus')).toEqual([{ idList: [5], isStatus: false }]))
    await more('lina', '解除锁定')
    await waitFor(() => expect(fake.inputsOf('account.unlock')).toEqual([{ id: 5 }]))
    await more('lina', '全部退出登录')
    await agree()
    await waitFor(() => expect(fake.inputsOf('account.signOutEverywhere')).toEqual([{ id: 5 }]))
  })

  it('reset the second factor after a confirmation, only for accounts that have one', async () => {
    const fake = host([anAccount({ hasSecondFactor: true }), anAccount({ id: 6, userName: 'wang' })]).on(
      'account.resetSecondFactor',
      () => null,
    )
    renderUi(<AccountList />, { host: fake })
    const marked = await screen.findByRole('img', { name: '已开启两步验证' })
    expect(marked.closest('tr')?.textContent).toContain('lina')
    await user.click(screen.getByRole('button', { name: '更多 wang' }))
    await screen.findByRole('menuitem', { name: /重置密码/ })
    expect(screen.queryByRole('menuitem', { name: /两步验证/ })).toBeNull()
    await user.keyboard('{Escape}')
    await more('lina', '重置两步验证')
    expect((await agree()).textContent).toContain('请先确认由本人提出')
    await waitFor(() => expect(fake.inputsOf('account.resetSecondFactor')).toEqual([{ id: 5 }]))
  })

  it('show a new password once', async () => {
    const fake = host().on('account.resetPassword', () => ({ password: 'Abc-123-xyz-99' }))
    renderUi(<AccountList />, { host: fake })
    await more('lina', '重置密码')
    await agree()
    const box = await firmDialog('账号“lina”的新密码')
    expect(within(box).getByText('Abc-123-xyz-99')).toBeTruthy()
    await user.click(within(box).getAllByRole('button', { name: '关闭' }).at(-1) as HTMLElement)
    await waitFor(() => expect(screen.queryByText('Abc-123-xyz-99')).toBeNull())
  })

  it('ask before deleting, with the documented text [C-048] [C-289]', async () => {
    const fake = host().on('account.deleteByIdList', () => null)
    renderUi(<AccountList />, { host: fake })
    await user.click(await screen.findByRole('button', { name: '删除 lina' }))
    const box = await firmDialog('删除账号“lina”')
    await within(box).findByText('确认删除？ 操作不可撤销！')
    const confirm = within(box).getByRole('button', { name: '删除' })
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).not.toBe('true'))
    await user.click(confirm)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(fake.inputsOf('account.deleteByIdList')).toEqual([{ idList: [5], heirId: 0 }])
  })

  it('require a successor for the open work of a deleted account', async () => {
    const users = [5, 9].map((id) => ({
      id,
      userName: `user${id}`,
      trueName: `人员${id}`,
      email: '',
      groupId: 2,
      groupName: '站点编辑',
    }))
    const fake = host()
      .on('account.openWork', () => [{ accountId: 5, kind: '篇草稿', count: 3 }])
      .on('account.pageUser', () => pageOf(users))
      .on('account.deleteByIdList', () => null)
    renderUi(<AccountList />, { host: fake })
    await user.click(await screen.findByRole('button', { name: '删除 lina' }))
    const box = await firmDialog('删除账号“lina”')
    await within(box).findByText('lina：3 篇草稿')
    await user.click(within(box).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(screen.getAllByText('请选择接手人').length).toBeGreaterThan(1))
    expect(fake.inputsOf('account.deleteByIdList')).toEqual([])
    await user.click(within(box).getByRole('combobox', { name: '接手人' }))
    expect(screen.queryByRole('option', { name: /user5/ })).toBeNull()
    await user.click(await screen.findByRole('option', { name: '人员9（user9）' }))
    await user.click(within(box).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(fake.inputsOf('account.deleteByIdList')).toEqual([{ idList: [5], heirId: 9 }]))
  })
})
