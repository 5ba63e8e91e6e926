import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { RoleDetail } from '#shared/contract/role.ts'
import { AppError } from '#shared/errors/index.ts'
import { aRole, aRoleDetail, aRoleMenu, aRoleSite } from '#tests/builders/role.ts'
import { aSession, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { findDialog } from '#tests/setup/dialogs.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { UserGroups } from './UserGroups.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
// Each opening of the dialog draws its whole tree, which takes a busy machine a while.
configure({ defaultHidden: true })

const CODES = [
  { id: 1101, name: '新增' },
  { id: 1102, name: '编辑' },
]
const GROUPS = [
  aRole(7, '新闻组', {
    parentId: 5,
    note: '写新闻',
    accounts: 2,
    childAdminGroup: [aRole(8, '体育组', { parentId: 7 })],
  }),
  aRole(9, '产品组', { parentId: 5 }),
]
const SYSTEM = [
  aRoleMenu(20, '站点管理', { child: [aRoleMenu(21, '站点列表')] }),
  aRoleMenu(42, '我的', { checked: true, child: [aRoleMenu(43, '个人信息', { checked: true })] }),
]
const SITE = [
  aRoleMenu(201, '新闻中心', {
    codes: [],
    child: [
      aRoleMenu(202, '集团新闻', {
        checked: true,
        settingVOList: CODES.map((code) => ({ ...code, checked: code.id === 1102 })),
      }),
      aRoleMenu(203, '行业动态', { codes: CODES }),
    ],
  }),
]
/** As our server answers: the tree of the site that was asked for alone. */
const detailOf = ({ id, siteId }: { id: number; siteId?: number | undefined }, of: Partial<RoleDetail> = {}) =>
  aRoleDetail({
    ...(id === 7 && { id, name: '新闻组', note: '写新闻', parentId: 5, version: 3 }),
    siteItemVOList: [aRoleSite(0, '系统栏目', SYSTEM), { ...aRoleSite(1, '集团官网', SITE), granted: 1 }].map((site) =>
      siteId === undefined || site.siteId === siteId ? site : { ...site, omitted: true, menuItemVOList: [] },
    ),
    ...of,
  })
const host = (): FakeBridge =>
  aHost()
    .on('session.status', () => aSession({ groupId: 5 }))
    .on('role.page', () => pageOf(GROUPS))
    .on('role.findByRoleId', (input) => detailOf(input))
    .on('role.save', (form) => ({ ...aRole(form.id || 10, form.name), version: 4 }))
const press = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }))
const tick = (name: string): HTMLInputElement => screen.getByRole<HTMLInputElement>('checkbox', { name })
const save = async (): Promise<void> => press('确定')

describe('the list of user groups', () => {
  it('is the tree below the own group: name, introduction, creation time, edit and delete [C-061] [C-062] [C-063] [C-064] [C-065] [C-267] [C-284]', async () => {
    const fake = host()
    renderUi(<UserGroups />, { host: fake })
    const row = await screen.findByRole('row', { name: /新闻组/ })
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      '用户组名称',
      '用户组介绍',
      '创建时间',
      '操作',
    ])
    expect(
      within(row)
        .getAllByRole('gridcell')
        .slice(0, 3)
        .map((cell) => cell.textContent),
    ).toEqual(['新闻组', '写新闻', '2026-01-01 00:00:00'])
    expect((await screen.findByRole('row', { name: /体育组/ })).getAttribute('aria-level')).toBe('2')
    expect(fake.inputsOf('role.page')).toMatchObject([{ parentId: 5 }])
    for (const name of ['编辑 新闻组', '删除 新闻组', '新增']) expect(screen.getByRole('button', { name })).toBeTruthy()
  })
  it('finds groups by name and introduction, with those above them', async () => {
    renderUi(<UserGroups />, { host: host() })
    await screen.findByRole('row', { name: /产品组/ })
    await userEvent.type(screen.getByRole('searchbox'), '体育')
    await waitFor(() => expect(screen.queryByRole('row', { name: /产品组/ })).toBeNull())
    expect(screen.getByRole('row', { name: /新闻组/ })).toBeTruthy()
  })
  it('asks before it deletes a group with those below it, and shows why the server refuses', async () => {
    const fake = host().on('role.deleteByIdList', () => {
      throw new AppError('conflict', '用户组“新闻组”下还有 2 个账号')
    })
    renderUi(<UserGroups />, { host: fake })
    await press('删除 新闻组')
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('删除用户组“新闻组”及其 1 个下级用户组')
    await userEvent.click(within(question).getByRole('button', { name: '确定' }))
    await screen.findByText('用户组“新闻组”下还有 2 个账号')
    expect(fake.inputsOf('role.deleteByIdList')).toEqual([[7, 8]])
  })
})

describe('the role dialog', () => {
  it('needs a name before anything is sent [C-231] [C-232]', async () => {
    const fake = host()
    renderUi(<UserGroups />, { host: fake })
    await press('新增')
    await findDialog('新增用户组')
    await save()
    await screen.findAllByText('请输入姓名')
    expect(fake.inputsOf('role.save')).toEqual([])
  })
  it('offers the groups with a top level above them, and neither the group itself nor those below it [C-056] [C-057]', async () => {
    renderUi(<UserGroups />, { host: host() })
    await press('编辑 新闻组')
    await userEvent.click(await screen.findByRole('combobox', { name: '上级用户组' }))
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['顶级用户组', '产品组'])
  })
  it('saves what was ticked in each site, and leaves the others out [C-066] [C-067]', async () => {
    const fake = host()
    renderUi(<UserGroups />, { host: fake })
    await press('新增')
    await userEvent.type(await screen.findByRole('textbox', { name: /^用户组名称/ }), '新组')
    await userEvent.click(tick('站点管理'))
    expect(tick('站点列表').checked).toBe(true)
    await save()
    await waitFor(() => expect(fake.inputsOf('role.save')).toHaveLength(1))
    expect(fake.inputsOf('role.save')).toMatchObject([{ id: 0, name: '新组', parentId: 0, authority: [{ siteId: 0 }] }])
    const [menus] = fake.inputsOf('role.save')[0]?.authority ?? []
    expect(menus?.menuItemDTOList.map(({ menuId }) => menuId)).toEqual([20, 21, 42, 43])
  })
  it('has 我的 ticked and disabled, whatever is done to all [A-214]', async () => {
    renderUi(<UserGroups />, { host: host() })
    await press('新增')
    await screen.findByRole('treegrid', { name: '权限' })
    await press('全选')
    await press('取消全选')
    for (const name of ['我的', '个人信息']) expect([tick(name).checked, tick(name).disabled]).toEqual([true, true])
    expect(tick('站点列表').checked).toBe(false)
  })
  it('loads a site when its tab is opened, and shows what differs before it saves [C-058] [C-059]', async () => {
    const fake = host()
    renderUi(<UserGroups />, { host: fake })
    await press('编辑 新闻组')
    await userEvent.click(await screen.findByRole('tab', { name: /集团官网/ }))
    await screen.findByRole('checkbox', { name: '编辑 集团新闻' })
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      expect.stringContaining('系统栏目'),
      expect.stringContaining('集团官网'),
    ])
    screen.getByRole('treegrid', { name: '权限' })
    expect(fake.inputsOf('role.findByRoleId')).toEqual([
      { id: 7, siteId: 0 },
      { id: 7, siteId: 1 },
    ])
    await userEvent.click(tick('新增 集团新闻'))
    await userEvent.click(tick('编辑 集团新闻'))
    await save()
    const changes = await findDialog('确认权限改动')
    expect(within(changes).getByRole('listitem').textContent).toBe('调整新闻中心 / 集团新闻授予：新增取消：编辑')
    expect(fake.inputsOf('role.save')).toEqual([])
    await userEvent.click(within(changes).getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(fake.inputsOf('role.save')).toEqual([
        {
          id: 7,
          name: '新闻组',
          note: '写新闻',
          parentId: 0,
          version: 3,
          authority: [{ siteId: 1, menuItemDTOList: [{ menuId: 202, settingList: [1101] }] }],
        },
      ]),
    )
  })
  it('goes back to the form from there with everything as it was', async () => {
    const fake = host()
    renderUi(<UserGroups />, { host: fake })
    await press('编辑 新闻组')
    await screen.findByRole('treegrid', { name: '权限' })
    await userEvent.click(tick('站点列表'))
    await save()
    await press('继续编辑')
    expect(tick('站点列表').checked).toBe(true)
    expect(fake.inputsOf('role.save')).toEqual([])
  })
  it('sends another server, which sends all trees at once, all of them', async () => {
    const fake = host().on('role.findByRoleId', ({ id }) => detailOf({ id }))
    renderUi(<UserGroups />, { host: fake })
    await press('编辑 新闻组')
    await userEvent.type(await screen.findByRole('textbox', { name: /^用户组名称/ }), '二')
    await save()
    await waitFor(() => expect(fake.inputsOf('role.save')).toHaveLength(1))
    expect(fake.inputsOf('role.save')[0]?.authority?.map(({ siteId }) => siteId)).toEqual([0, 1])
  })
  it('applies the own changes to the version that another user has saved meanwhile', async () => {
    const fact = { kind: 'changed' as const, version: 4, changedBy: 'wang', changedAt: '2026-01-02 00:00:00' }
    const fake = host()
    fake.on('role.save', (form) => {
      if (form.version === 4) return { ...aRole(7, form.name), version: 5 }
      const theirs = [aRoleMenu(20, '站点管理', { checked: true, child: [aRoleMenu(21, '站点列表')] })]
      fake.on('role.findByRoleId', (input) =>
        detailOf(input, { name: '新闻部', version: 4, siteItemVOList: [aRoleSite(0, '系统栏目', theirs)] }),
      )
      throw new AppError('conflict', '用户组“新闻组”已被修改', { details: { fact } })
    })
    renderUi(<UserGroups />, { host: fake })
    await press('编辑 新闻组')
    await screen.findByRole('treegrid', { name: '权限' })
    await userEvent.click(tick('站点列表'))
    await save()
    await press('保存')
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('wang于 2026-01-02 00:00:00 修改了该用户组')
    await userEvent.click(within(question).getByRole('button', { name: '载入并保留改动' }))
    await screen.findByText(/已载入最新的权限/)
    expect([tick('站点管理').checked, tick('站点列表').checked]).toEqual([true, true])
    await waitFor(() => expect(screen.getByRole('button', { name: '确定' }).getAttribute('aria-disabled')).toBeNull())
    await save()
    await press('保存')
    await waitFor(() => expect(fake.inputsOf('role.save')).toHaveLength(2))
    expect(fake.inputsOf('role.save')[1]).toMatchObject({ name: '新闻部', version: 4 })
  })
  it('shows the menus that are searched for, and ticks those alone', async () => {
    const fake = host()
    renderUi(<UserGroups />, { host: fake })
    await press('编辑 新闻组')
    await userEvent.click(await screen.findByRole('tab', { name: /集团官网/ }))
    await screen.findByRole('checkbox', { name: '编辑 集团新闻' })
    await userEvent.type(screen.getByRole('searchbox', { name: '搜索栏目名称' }), '行业')
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: '集团新闻' })).toBeNull())
    await press('全选')
    expect([tick('行业动态').checked, tick('新增 行业动态').checked, tick('编辑 行业动态').checked]).toEqual([
      true,
      true,
      true,
    ])
    expect(tick('新闻中心').checked).toBe(false)
  })
  it('folds the tree and opens it again [C-060] [C-069]', async () => {
    renderUi(<UserGroups />, { host: host() })
    await press('新增')
    await screen.findByRole('treegrid', { name: '权限' })
    await press('折叠')
    expect(screen.queryByRole('checkbox', { name: '站点列表' })).toBeNull()
    await press('展开 站点管理')
    expect(tick('站点列表')).toBeTruthy()
    await press('展开')
    expect(tick('个人信息')).toBeTruthy()
  })
  it('copies what another group has in the site', async () => {
    const fake = host()
    fake.on('role.findByRoleId', (input) =>
      input.id === 9
        ? detailOf(input, {
            siteItemVOList: [aRoleSite(0, '系统栏目', [aRoleMenu(21, '站点列表', { checked: true })])],
          })
        : detailOf(input),
    )
    renderUi(<UserGroups />, { host: fake })
    await press('编辑 新闻组')
    await press('复制权限')
    await userEvent.click(await screen.findByRole('menuitem', { name: '从其他用户组复制…' }))
    await userEvent.click(await screen.findByRole('combobox', { name: '用户组' }))
    await userEvent.click(screen.getByRole('option', { name: '产品组' }))
    const dialog = await findDialog('从其他用户组复制…')
    await userEvent.click(within(dialog).getByRole('button', { name: '复制权限' }))
    await screen.findByText('已复制 1 个栏目的权限，1 个栏目没有同名栏目，保持不变')
    expect(tick('站点列表').checked).toBe(true)
  })
  it('says how much is not shown, and that super administrators need nothing', async () => {
    const fake = host().on('role.findByRoleId', (input) => detailOf(input, { kept: 3 }))
    renderUi(<UserGroups />, { host: fake })
    await press('编辑 新闻组')
    await screen.findByText('该用户组另有 3 个栏目的权限超出当前账号的权限，不显示，保存时保持不变。')
  })
  it('asks before ticks are lost', async () => {
    renderUi(<UserGroups />, { host: host() })
    await press('编辑 新闻组')
    await screen.findByRole('treegrid', { name: '权限' })
    await userEvent.click(tick('站点列表'))
    await press('取消')
    expect((await screen.findByRole('alertdialog')).textContent).toContain('编辑用户组“新闻组”')
  })
})

describe('who is in a group', () => {
  it('is listed, also who can’t sign in, and can be moved to another group', async () => {
    const people = [
      { id: 1, userName: 'li', trueName: '李婷', email: 'li@example.com', isStatus: true },
      { id: 2, userName: 'wang', trueName: '王强', email: '', isStatus: false },
    ]
    const fake = host()
      .on('role.accounts', () => pageOf(people))
      .on('role.moveAccounts', () => ({ moved: 2 }))
    renderUi(<UserGroups />, { host: fake })
    await press('更多 新闻组')
    await userEvent.click(await screen.findByRole('menuitem', { name: '组内账号（2）' }))
    const dialog = await findDialog('“新闻组”中的账号')
    expect((await within(dialog).findByRole('row', { name: /王强/ })).textContent).toContain('停用')
    await press('全部移到其他用户组')
    await userEvent.click(await screen.findByRole('combobox', { name: '目标用户组' }))
    await userEvent.click(screen.getByRole('option', { name: '产品组' }))
    await save()
    await waitFor(() => expect(fake.inputsOf('role.moveAccounts')).toEqual([{ id: 7, toId: 9 }]))
  })
})
