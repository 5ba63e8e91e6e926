import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { useSession } from '#renderer/data/useSession.ts'
import { aColumn } from '#tests/builders/columnRow.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { RightsDialog } from './RightsDialog.tsx'

configure({ defaultHidden: true })

const SETTINGS = [
  { id: 1101, name: '新增' },
  { id: 1102, name: '编辑' },
]
const host = (): FakeBridge =>
  aHost()
    .on('site.page', () => pageOf([aSite(1, '集团官网')]))
    .on('column.getTree', () => [aColumn(201, '集团新闻')])
    .on('role.rightsOf', ({ accountId, siteId }) => ({
      id: accountId,
      userName: 'wang',
      trueName: '王芳',
      isStatus: false,
      roleId: 7,
      roleName: '新闻组',
      everything: false,
      sites: [
        { siteId: 0, siteName: '系统栏目', menus: 1 },
        { siteId: 1, siteName: '集团官网', menus: 2 },
      ],
      rights:
        siteId === 1
          ? [{ siteId, menuId: 201, path: '新闻中心 / 集团新闻', settings: SETTINGS, roleId: 7, roleName: '新闻组' }]
          : [{ siteId: 0, menuId: 2, path: '首页', settings: [], roleId: 7, roleName: '新闻组' }],
      unseen: 2,
    }))
    .on('role.rightsAt', () => ({
      holders: [
        {
          roleId: 7,
          path: '站点编辑 / 新闻组',
          settings: SETTINGS,
          accounts: 3,
          names: [{ id: 4, userName: 'wang', trueName: '王芳' }],
        },
      ],
      unseen: 1,
    }))

/** As a screen opens it: there is a session. */
function OnScreen() {
  return useSession() ? <RightsDialog onClose={() => undefined} /> : null
}

it('shows what an account may do in each site, and which group gives it', async () => {
  renderUi(<RightsDialog accountId={4} onClose={() => undefined} />, { host: host() })
  expect((await screen.findByRole('row', { name: /首页/ })).textContent).toContain('可以使用，没有其他权限')
  expect(screen.getByText('该账号已停用，无法登录。')).toBeTruthy()
  expect(screen.getByText('另有 2 个栏目的权限超出您的权限范围，不予显示。')).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: '站点' }))
  await userEvent.click(screen.getByRole('option', { name: '集团官网（2）' }))
  const row = await screen.findByRole('row', { name: /集团新闻/ })
  expect(
    within(row)
      .getAllByRole('gridcell')
      .map((cell) => cell.textContent),
  ).toEqual(['新闻中心 / 集团新闻', '新增、编辑', '新闻组'])
})

it('shows who may use a column', async () => {
  const fake = host()
  renderUi(<OnScreen />, { host: fake })
  await screen.findByText('请选择账号')
  await userEvent.click(screen.getByRole('tab', { name: '按栏目查看' }))
  await userEvent.click(await screen.findByRole('button', { name: /栏目/ }))
  await userEvent.click(await screen.findByText('集团新闻'))
  const row = await screen.findByRole('row', { name: /新闻组/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['站点编辑 / 新闻组', '新增、编辑', '王芳（wang） 等 3 个'])
  expect(screen.getByText('另有 1 个用户组不属于您的下级用户组，不予显示。')).toBeTruthy()
  expect(fake.inputsOf('role.rightsAt')).toEqual([{ siteId: 1, menuId: 201 }])
})
