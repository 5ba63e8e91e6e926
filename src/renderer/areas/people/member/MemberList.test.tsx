import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Member } from '#shared/contract/member.ts'
import { MEMBER_CODES } from '#shared/domain/memberAccess.ts'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { AppError } from '#shared/errors/index.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { findDialog } from '#tests/setup/dialogs.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { MemberList } from './MemberList.tsx'

configure({ defaultHidden: true })

const aMember = (changes: Partial<Member> = {}): Member => ({
  id: 7,
  siteId: 1,
  userName: 'zhangsan',
  phone: '13812345678',
  email: 'zhang.san@example.com',
  name: '张三',
  nickName: '',
  birthday: '',
  headSculpture: '/files/a.png',
  sex: '男',
  levelId: 0,
  grade: '银卡',
  grouplist: [3],
  groupNames: ['订阅'],
  source: 'admin',
  isEnable: true,
  points: 150,
  hasPassword: true,
  isErased: false,
  version: 4,
  ...changes,
})
const level = (id: number, name: string, startValue: number, endValue: number) => ({
  id,
  siteId: 1,
  name,
  note: '',
  startValue,
  endValue,
})
const host = (rows: Member[] = [aMember()], codes: readonly number[] = MEMBER_CODES): FakeBridge =>
  aHost()
    .on('session.status', () =>
      aSession({
        groupId: 7,
        siteItemDTOList: [
          { siteId: 0, menuItemDTOList: [{ menuId: MENU.memberManage, settingList: [...codes] }] },
          { siteId: 1, menuItemDTOList: [{ menuId: 200, settingList: [] }] },
        ],
      }),
    )
    .on('member.page', ({ siteId, key }) => pageOf(siteId === 1 && !key ? rows : []))
    .on('memberGroup.page', () => pageOf([{ id: 3, siteId: 1, name: '订阅', note: '' }]))
    .on('memberLevel.page', () => pageOf([level(1, '普通', 0, 99), level(2, '银卡', 100, 199)]))
    .on('media.image', () => ({ dataUrl: '' }))
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '新站')]))

const addDialog = async () => {
  const user = userEvent.setup()
  await screen.findByRole('row', { name: /zhangsan/ })
  await user.click(screen.getByRole('button', { name: '添加' }))
  // By its heading: the focus trap hides and shows late in a DOM without layout, and what is hidden has no name.
  await screen.findByText('添加会员')
  return { user, dialog: screen.getByRole('dialog') }
}
const submit = (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: '确定' }))

describe('the members', () => {
  it('show who they are, twenty on a page, by site, group, level and keyword [C-070]', async () => {
    const fake = host()
    renderUi(<MemberList />, { host: fake })
    const row = await screen.findByRole('row', { name: /zhangsan/ })
    for (const text of ['张三', '13812345678', 'zhang.san@example.com', '订阅', '银卡', '正常'])
      expect(row.textContent).toContain(text)
    expect(fake.inputsOf('member.page').at(-1)).toEqual({
      siteId: 1,
      groupId: 0,
      levelId: 0,
      page: 1,
      size: 20,
      key: '',
    })
    const user = userEvent.setup()
    await user.click(screen.getByRole('combobox', { name: '等级' }))
    await user.click(await screen.findByRole('option', { name: '银卡' }))
    await waitFor(() => expect(fake.inputsOf('member.page').at(-1)).toMatchObject({ levelId: 2 }))
    await user.click(screen.getByRole('combobox', { name: '站点' }))
    await user.click(await screen.findByRole('option', { name: '新站' }))
    await screen.findByText('没有找到')
    expect(fake.inputsOf('member.page').at(-1)).toMatchObject({ siteId: 2, levelId: 0, groupId: 0 })
  })
  it('say when there are none, and why they can’t be shown', async () => {
    const { unmount } = renderUi(<MemberList />, { host: host([]) })
    await screen.findByText('该站点还没有会员')
    unmount()
    const fake = host().on('member.page', () => {
      throw new AppError('no-response', '服务器没有回应')
    })
    renderUi(<MemberList />, { host: fake })
    await screen.findByText('服务器没有回应')
  })
  it('are asked for what the documents want, in their words [C-071] [C-075] [C-076] [C-218] [C-219] [C-220] [C-221] [C-222] [C-223] [C-224] [C-225] [C-226]', async () => {
    renderUi(<MemberList />, { host: host() })
    const { user, dialog } = await addDialog()
    const said = (text: string) => within(dialog).findByText(text)
    await submit(dialog)
    for (const text of ['账号', '密码', '确认密码', '手机号', '邮箱', '姓名']) await said(`请输入${text}`)
    await said('请选择头像')
    await user.type(within(dialog).getByLabelText(/^密码/), 'secret')
    await user.type(within(dialog).getByLabelText(/^确认密码/), ' ')
    await user.type(within(dialog).getByLabelText(/^邮箱/), ' ')
    await said('请再次输入密码')
    await said('邮箱不能为空')
    await user.type(within(dialog).getByLabelText(/^确认密码/), 'x')
    await user.type(within(dialog).getByLabelText(/^邮箱/), 'a@b')
    await said('两次输入密码不一致!')
    await said('请输入正确的邮箱格式')
    expect(within(dialog).getByRole('radio', { name: '男' })).toHaveProperty('checked', true)
    for (const label of [/^昵称/, /^生日/, /^会员组/]) expect(within(dialog).getAllByLabelText(label)).not.toEqual([])
    await said('按当前积分，等级为“普通”')
  })
  it('show at once which level their points give', async () => {
    renderUi(<MemberList />, { host: host() })
    const { user, dialog } = await addDialog()
    await within(dialog).findByText('按当前积分，等级为“普通”')
    await user.clear(within(dialog).getByLabelText('积分'))
    await user.type(within(dialog).getByLabelText('积分'), '150')
    await within(dialog).findByText('按当前积分，等级为“银卡”')
    await user.type(within(dialog).getByLabelText('积分'), '0')
    await within(dialog).findByText('当前积分不在任何等级的范围内')
    await user.click(within(dialog).getByRole('combobox', { name: '等级' }))
    await user.click(await screen.findByRole('option', { name: '普通' }))
    await within(dialog).findByText('等级固定为所选等级，不随积分变化')
  })
  it('are edited without a second password; an empty one changes nothing [C-072] [C-076]', async () => {
    const fake = host().on('member.save', () => aMember())
    renderUi(<MemberList />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '编辑 zhangsan' }))
    await screen.findByText('编辑会员')
    const dialog = screen.getByRole('dialog')
    expect(within(dialog).queryByLabelText(/^确认密码/)).toBeNull()
    await within(dialog).findByText('不填写则不修改密码')
    await user.type(within(dialog).getByLabelText('昵称'), '小三')
    await submit(dialog)
    await screen.findByText('保存成功')
    expect(fake.inputsOf('member.save')).toEqual([
      {
        id: 7,
        siteId: 1,
        userName: 'zhangsan',
        password: '',
        phone: '13812345678',
        email: 'zhang.san@example.com',
        headSculpture: '/files/a.png',
        name: '张三',
        nickName: '小三',
        sex: '男',
        birthday: '',
        groupList: [3],
        points: 150,
        levelId: 0,
        version: 4,
      },
    ])
  })
  it('are enabled and disabled in their row [C-074] [C-194]', async () => {
    const fake = host().on('member.enableOrDisable', () => null)
    renderUi(<MemberList />, { host: fake })
    await userEvent.click(await screen.findByRole('switch', { name: '启用 zhangsan' }))
    await screen.findByText('操作成功')
    expect(fake.inputsOf('member.enableOrDisable')).toEqual([{ id: 7, isEnable: false }])
  })
  it('are deleted after the question, one and many [C-073]', async () => {
    const fake = host().on('member.deleteByIdList', () => null)
    renderUi(<MemberList />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '删除 zhangsan' }))
    const question = await findDialog('删除会员“zhangsan”')
    expect(question.textContent).toContain('确认删除？ 操作不可撤销！')
    await user.click(within(question).getByRole('button', { name: '确定' }))
    await screen.findByText('删除成功')
    await user.click(screen.getByRole('checkbox', { name: /zhangsan/ }))
    await user.click(screen.getByRole('button', { name: '批量删除' }))
    await user.click(within(await findDialog('删除 1 个会员')).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(fake.inputsOf('member.deleteByIdList')).toEqual([[7], [7]]))
  })
  it('are exported and erased, each person by itself', async () => {
    const fake = host()
      .on('sheets.download', () => ({ href: '', savedAs: '/home/a.xlsx' }))
      .on('member.erase', () => null)
    renderUi(<MemberList />, { host: fake })
    const user = userEvent.setup()
    const more = async (item: string) => {
      await user.click(await screen.findByRole('button', { name: '更多 zhangsan' }))
      await user.click(await screen.findByRole('menuitem', { name: item }))
    }
    await more('导出个人数据')
    await screen.findByText('已保存到 /home/a.xlsx')
    expect(fake.inputsOf('sheets.download')).toMatchObject([
      { operation: 'member.personalData', input: { id: 7 }, name: '会员个人数据-7' },
    ])
    await more('抹除个人数据')
    const question = await findDialog('抹除会员“zhangsan”的个人数据')
    expect(question.textContent).toContain('此操作不可撤销')
    await user.click(within(question).getByRole('button', { name: '永久抹除' }))
    await waitFor(() => expect(fake.inputsOf('member.erase')).toEqual([{ id: 7 }]))
  })
  it('that were erased can only be deleted', async () => {
    renderUi(<MemberList />, { host: host([aMember({ userName: '已注销会员7', isErased: true, isEnable: false })]) })
    const row = await screen.findByRole('row', { name: /已注销会员7/ })
    expect(row.textContent).toContain('已抹除')
    const off = (name: string) => within(row).getByRole('button', { name }).getAttribute('aria-disabled')
    expect([off('编辑 已注销会员7'), off('删除 已注销会员7')]).toEqual(['true', null])
    expect(within(row).getByRole('switch').getAttribute('aria-disabled')).toBe('true')
  })
  it('are only read without the codes: nothing else is offered, and that phone and e-mail are cut is said', async () => {
    const masked = aMember({ phone: '138****5678', email: 'z***@example.com' })
    renderUi(<MemberList />, { host: host([masked], []) })
    const row = await screen.findByRole('row', { name: /zhangsan/ })
    await screen.findByText('没有编辑会员的权限，手机号和邮箱仅显示一部分')
    for (const name of ['添加', '导入', '导出', '批量删除']) expect(screen.queryByRole('button', { name })).toBeNull()
    for (const name of ['编辑 zhangsan', '删除 zhangsan'])
      expect(within(row).getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
    await userEvent.dblClick(row)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  it('are added by accounts that may add alone, without seeing others’ numbers', async () => {
    renderUi(<MemberList />, { host: host([aMember()], [PERMISSION.add]) })
    const { dialog } = await addDialog()
    expect(within(dialog).getByLabelText(/^手机号/)).toHaveProperty('value', '')
  })
})
