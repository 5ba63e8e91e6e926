import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Workspace } from '#shared/contract/workspace.ts'
import { greeting } from '#shared/domain/greeting.ts'
import { AppError } from '#shared/errors/index.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { Home } from './Home.tsx'

const workspace: Workspace = {
  id: 'w1',
  connectionId: 'builtin',
  templateName: '企业站',
  folder: 'company',
  localPath: '/home/me/company',
  state: 'offline',
  message: '',
  files: 12,
  waiting: 3,
  conflicts: 1,
  failed: 0,
  lastSync: '',
  halt: null,
}
const host = (): FakeBridge =>
  aHost()
    .on('workspaces.list', () => [workspace])
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '海洋科技')]))
    .on('session.setCurrentSite', ({ siteId }) => aSession({ currentSiteId: siteId }))

describe('the home page', () => {
  it('greets by the time of day [C-032]', async () => {
    renderUi(<Home />, { host: host() })
    expect(await screen.findByRole('heading', { name: `${greeting(new Date().getHours())}，admin` })).toBeTruthy()
  })

  it('shows what is kept on this machine and how it is', async () => {
    renderUi(<Home />, { host: host() })
    await screen.findByText('企业站')
    expect(screen.getByText('离线')).toBeTruthy()
    expect(screen.getByText('12 个文件 · 3 个待同步')).toBeTruthy()
    expect(screen.getByText('有 1 个冲突需要处理')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '处理冲突' }))
    expect(address()).toBe('/workspace?id=w1&tab=conflicts')
  })

  it('says how to begin when nothing is kept yet', async () => {
    renderUi(<Home />, { host: host().on('workspaces.list', () => []) })
    await userEvent.click(await screen.findByRole('button', { name: '打开模板列表' }))
    expect(address()).toBe('/site/template/list')
  })

  it('offers nothing that the account may not open', async () => {
    const guest = aSession({
      groupId: 9,
      siteItemDTOList: [{ siteId: 0, menuItemDTOList: [{ menuId: 56, settingList: [] }] }],
    })
    renderUi(<Home />, {
      host: host()
        .on('workspaces.list', () => [])
        .on('session.status', () => guest),
    })
    await screen.findByText(/没有“模板列表”的权限/)
    expect(screen.queryByRole('button', { name: '打开模板列表' })).toBeNull()
  })

  it('says why the sites are not there', async () => {
    const failing = host().on('site.page', () => {
      throw new AppError('timeout', '服务器没有及时回答')
    })
    renderUi(<Home />, { host: failing })
    await waitFor(() => expect(screen.getAllByText('服务器没有及时回答').length).toBeGreaterThan(0))
    expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
  })

  it('marks the current site and changes it', async () => {
    const bridge = host()
    renderUi(<Home />, { host: bridge })
    await screen.findByText('当前站点')
    await userEvent.click(screen.getByRole('button', { name: '设为当前' }))
    await waitFor(() => expect(bridge.inputsOf('session.setCurrentSite')).toEqual([{ siteId: 2 }]))
  })

  it('says how many approval tasks wait, and leads to them; nothing to who has no part in it [B-341]', async () => {
    const bridge = host().on('approval.taskingCount', () => 3)
    const { unmount } = renderUi(<Home />, { host: bridge })
    await screen.findByText('待审批：有 3 项内容等待您审批')
    expect(bridge.inputsOf('approval.taskingCount')).toEqual([{ seeAll: false }])
    await userEvent.click(screen.getByRole('button', { name: '去审批' }))
    expect(address()).toBe('/U176/U179')
    unmount()
    const asked = bridge.inputsOf('approval.taskingCount').length
    renderUi(<Home />, { host: bridge.on('session.status', () => aSession({ groupId: 9 })) })
    await screen.findByText('当前站点')
    expect(bridge.inputsOf('approval.taskingCount')).toHaveLength(asked)
  })
})
