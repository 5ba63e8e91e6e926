import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Workspace } from '#shared/contract/workspace.ts'
import { greeting } from '#shared/domain/greeting.ts'
import { AppError } from '#shared/errors/index.ts'
import { aSettings } from '#tests/builders/settings.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import type { Overview, ServerInfo } from '#shared/contract/home.ts'
import { Home } from './Home.tsx'
import { applySavedOrder } from './useHomeCards.ts'

const workspace: Workspace = {
  id: 'w1',
  connectionId: 'builtin',
  templateName: '企业站',
  folder: 'company',
  localPath: '/home/me/company',
  state: 'offline',
  message: '',
  renamedTo: null,
  files: 12,
  waiting: 3,
  conflicts: 1,
  failed: 0,
  lastSync: '',
  halt: null,
}
const SETTINGS = aSettings({ theme: 'system' })
const aServer: ServerInfo = {
  cpuUsage: 0.123456,
  memoryUsed: 1024,
  memoryTotal: 4096,
  diskUsage: [71.5],
  serverIp: '192.0.2.1',
  javaVersion: '17.0.2',
  fileSeparator: '/',
  jvmTotalMemory: 1024,
  cpuCoresCount: 8,
  cpuProcessorCount: 8,
  cpuName: 'Xeon',
  osName: 'Linux',
}
const anOverview: Overview = {
  recent: [
    {
      title: '行业周报',
      note: '集团官网 / 行业动态',
      path: '/admin/model_manage/203?key=x',
      time: '2026-11-22 09:30:10',
    },
  ],
  drafts: [],
  draftCount: 0,
  published: [{ siteId: 1, title: '集团官网', count: 3 }],
  stale: [{ siteId: 1, title: '集团官网', count: 5 }],
  server: aServer,
}
const host = (): FakeBridge =>
  aHost()
    .on('home.overview', () => anOverview)
    .on('localDrafts.find', () => [])
    .on('workspaces.list', () => [workspace])
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '海洋科技')]))
    .on('session.setCurrentSite', ({ siteId }) => aSession({ currentSiteId: siteId }))

describe('the home page', () => {
  it('greets by the time of day [C-032] [C-387] [A-329]', async () => {
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
    await screen.findByText('当前站点')
    expect(screen.queryByRole('region', { name: '本地同步' })).toBeNull()
    expect(screen.queryByRole('button', { name: '打开模板列表' })).toBeNull()
  })

  it('shows why the sites are not there', async () => {
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

  it('says how many approval tasks wait, and leads to them; nothing to who has no part in it [B-007] [B-341] [C-033] [C-034] [C-349]', async () => {
    const bridge = host().on('approval.taskingCount', () => 3)
    const { unmount } = renderUi(<Home />, { host: bridge })
    await screen.findByText('有 3 项内容待审批')
    expect(bridge.inputsOf('approval.taskingCount')).toEqual([{ seeAll: false }])
    await userEvent.click(screen.getByRole('button', { name: '立即处理' }))
    expect(address()).toBe('/U176/U179')
    unmount()
    const asked = bridge.inputsOf('approval.taskingCount').length
    renderUi(<Home />, { host: bridge.on('session.status', () => aSession({ groupId: 9 })) })
    await screen.findByText('当前站点')
    expect(bridge.inputsOf('approval.taskingCount')).toHaveLength(asked)
    expect(screen.queryByRole('button', { name: '立即处理' })).toBeNull()
  })

  it('shows how the server is: three bars and its table [C-008] [C-035] [C-036] [C-182] [C-348] [C-388]', async () => {
    renderUi(<Home />, { host: host() })
    const card = within(await screen.findByRole('region', { name: '服务器信息' }))
    const bar = (name: string) => card.getByRole('progressbar', { name }).getAttribute('aria-valuetext')
    expect([bar('CPU 使用率'), bar('内存使用率'), bar('磁盘使用率')]).toEqual(['12.35%', '25.00%', '71.50%'])
    const names = [...card.getAllByRole('term')].map((each) => each.textContent)
    expect(names).toEqual(['IP', 'Java 版本', '文件路径分隔符', 'JVM 内存', 'CPU 核数和名称', '操作系统'])
    expect(card.getByText('8 核，Xeon')).toBeTruthy()
  })

  it('reports a disk that cannot be read', async () => {
    const bridge = host().on('home.overview', () => ({ ...anOverview, server: { ...aServer, diskUsage: [] } }))
    renderUi(<Home />, { host: bridge })
    const bar = await screen.findByRole('progressbar', { name: '磁盘使用率' })
    expect(bar.getAttribute('aria-valuetext')).toBe('无法读取')
  })

  it('asks the server once for all its cards, and leads back to work', async () => {
    const bridge = host()
    renderUi(<Home />, { host: bridge })
    await userEvent.click(await screen.findByRole('button', { name: '行业周报' }))
    expect(address()).toBe('/admin/model_manage/203?key=x')
    expect(screen.getByText('3 篇')).toBeTruthy()
    expect(screen.getByText('5 个静态页面待更新')).toBeTruthy()
    expect(bridge.inputsOf('home.overview')).toHaveLength(1)
    expect(bridge.inputsOf('system.info')).toHaveLength(0)
  })

  it('links outdated pages to 静态生成, if the account may open it', async () => {
    const bridge = host().on('home.overview', () => ({
      ...anOverview,
      stale: [{ siteId: 2, title: '海洋科技', count: 5 }],
    }))
    const { unmount } = renderUi(<Home />, { host: bridge })
    await userEvent.click(await screen.findByRole('button', { name: '5 个静态页面待更新' }))
    expect(address()).toBe('/site/static-pages')
    await waitFor(() => expect(bridge.inputsOf('session.setCurrentSite')).toEqual([{ siteId: 2 }]))
    unmount()
    renderUi(<Home />, { host: bridge.on('session.status', () => aSession({ groupId: 9 })) })
    await screen.findByText('5 个静态页面待更新')
    expect(screen.queryByRole('button', { name: '5 个静态页面待更新' })).toBeNull()
  })

  it('lists forms that were left without saving', async () => {
    const kept = [{ key: 'content/203/0', writer: '', savedAt: '2026-11-23 09:00:00' }]
    renderUi(<Home />, { host: host().on('localDrafts.find', () => kept) })
    await userEvent.click(await screen.findByRole('button', { name: '栏目 203' }))
    expect(address()).toBe('/admin/model_manage/203')
  })

  it('lets cards be hidden and moved, and keeps that for the account', async () => {
    const kept: unknown[] = []
    const bridge = host().on('settings.set', (change) => {
      kept.push(change.homeCards)
      return { ...SETTINGS, ...change }
    })
    renderUi(<Home />, { host: bridge })
    await userEvent.click(await screen.findByRole('button', { name: '调整首页' }))
    const HIDDEN = { hidden: true }
    await userEvent.click(await screen.findByRole('checkbox', { name: '服务器信息', ...HIDDEN }))
    await waitFor(() => expect(kept).toHaveLength(1))
    expect(kept[0]).toMatchObject([{ hidden: ['server'] }])
    await userEvent.click(screen.getByRole('button', { name: '上移 快捷入口', ...HIDDEN }))
    await waitFor(() => expect(kept).toHaveLength(2))
    expect((kept[1] as { order: string[] }[])[0]?.order.slice(0, 2)).toEqual(['quick', 'tasks'])
  })
})

describe('the order of the cards', () => {
  it('appends new cards to the saved ones, and drops unknown cards', () => {
    expect(applySavedOrder(['tasks', 'quick', 'recent'], ['recent', 'old', 'tasks'])).toEqual([
      'recent',
      'tasks',
      'quick',
    ])
  })
})
