import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { MOCK_ROUTES } from '#shared/mock/routes.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { PagesPanel } from './gallery/FeedbackPanel.tsx'
import { screen as gallery } from './gallery/screen.ts'
import { openPopup, SOCIAL_KEY, SOCIAL_POLL_MS, waitForSocialCode, writeSocialCode } from './pages/socialLogin.ts'
import { screens as pages } from './pages/screen.ts'
import { DEMO_ROUTES, pagePathOf, useMockAccount } from './shared/demoRoutes.ts'

configure({ defaultHidden: true })

const screens = new Map([gallery, ...pages].map((each) => [each.path, each]))
const show = async (path: string, at = path): Promise<ReturnType<typeof aHost>> => {
  const View = await requireValue(screens.get(path), path).load()
  const host = aHost()
  renderUi(<View />, { host, at })
  return host
}
const NOTE = '演示页面：均为示例数据，修改不会保存，刷新后还原。'
const play = async (name: string): Promise<void> => {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('combobox', { name: '演示账号' }))
  await user.click(await screen.findByRole('option', { name }))
}
const links = (): (string | null)[] =>
  within(screen.getByRole('navigation', { name: '演示页面' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

beforeEach(() => {
  function Reset() {
    useMockAccount().play('admin')
    return null
  }
  renderUi(<Reset />, { host: aHost() }).unmount()
})

describe('the pages of the demonstration', () => {
  it('are all listed in the gallery, the external link among them', () => {
    renderUi(<PagesPanel />, { host: aHost() })
    const all = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(all).toContain('/vab/external-link')
    expect(all).toHaveLength(new Set(DEMO_ROUTES.map(pagePathOf).filter((page) => !page.includes(':'))).size)
  })

  it('have a screen for every route of the mock, and no other [C-150] [C-151] [C-152] [C-153]', () => {
    const wanted = DEMO_ROUTES.map(pagePathOf)
    expect([...screens.keys()].toSorted()).toEqual([...new Set([...wanted, '/vab'])].toSorted())
    const groups = (prefix: string): string[] => wanted.filter((path) => path.startsWith(prefix))
    expect(groups('/setting/').join(' ')).toBe(
      '/setting/personalCenter /setting/userManagement /setting/roleManagement /setting/departmentManagement /setting/menuManagement /setting/systemLog',
    )
    expect(groups('/error/')).toEqual(['/error/403', '/error/404'])
    expect(MOCK_ROUTES.filter(({ hidden }) => hidden).map(({ path }) => path)).toEqual(['/error'])
    expect(wanted).toContain('/mall/goods')
    const components = [
      'icon roles table card list form cropper notice timeline count dynamic-meta dynamic-segment dynamic-segment/:id drag',
      'context-menu editor nested nested/menu1 nested/menu1/menu1-1 loading player upload log cssfx social external-link',
      'iframe excel',
    ]
    expect(groups('/vab/')).toEqual(
      components
        .join(' ')
        .split(' ')
        .map((name) => `/vab/${name}`),
    )
  })
  it('are not in the navigation, and nobody but super administrators is led to them', () => {
    const listed = [...screens.values()].filter(({ listed: shown, frame }) => shown !== false && frame === undefined)
    expect(listed.map(({ path, forSuper }) => ({ path, forSuper }))).toEqual([{ path: '/vab', forSuper: true }])
  })
  const plain = [...screens.values()].filter(({ path, frame }) => path !== '/vab' && frame === undefined)
  it.each(plain.map(({ path, title }) => [path, title]))(
    '%s says that it is one',
    { timeout: 30_000 },
    async (path) => {
      const { title } = requireValue(screens.get(path), path)
      const host = await show(path, path.replace(':id', '7'))
      expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title)
      screen.getByText(NOTE)
      const asked = host.calls.filter(({ name }) => !/^(session|settings|app)\./.test(name)).map(({ name }) => name)
      // These work with the real library; all others ask for nothing.
      if (!['/vab/upload', '/vab/player', '/vab/editor', '/vab/excel'].includes(path)) expect(asked).toEqual([])
    },
  )
})

describe('the roles of the mock', () => {
  it('hide the table from an editor, and leave the external link [C-278] [C-279] [C-280]', async () => {
    await show('/vab/table')
    await screen.findByRole('table', { name: '示例表格' })
    expect(links()).toEqual(expect.arrayContaining(['图标', '表格', '外链', '商品', '系统日志', '转发规则']))
    expect(links()).not.toContain('403')
    await play('editor')
    await screen.findByText('演示账号 editor 的角色不能查看“表格”。')
    expect(links()).toEqual(['全部部件', '外链', '转发规则', '转发记录'])
    await play('test')
    expect(links()).toContain('图标')
    expect(links()).not.toContain('表格')
  })
  it('switch the buttons of 角色权限 with the abilities', async () => {
    await show('/vab/roles')
    const can = async (title: string) =>
      (await screen.findByRole<HTMLButtonElement>('button', { name: title })).disabled
    expect([await can('编辑'), await can('删除')]).toEqual([false, false])
    await play('test')
    expect([await can('查看'), await can('编辑'), await can('删除')]).toEqual([false, true, true])
  })
})

describe('the demonstration of forwarding', () => {
  it('has fixed records in two tabs, with a button that calls nothing [B-088] [B-089]', async () => {
    const host = await show('/system/demo/forwarding-records')
    const user = userEvent.setup()
    await screen.findByRole('table', { name: '失败记录' })
    expect(screen.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      '标题',
      '来源站点',
      '目标站点',
      '转发时间',
      '状态',
      '操作',
    ])
    await user.click(screen.getByRole('button', { name: '同步 海洋科技周开幕' }))
    await screen.findByText('“海洋科技周开幕”是示例，未同步')
    await user.click(screen.getByRole('tab', { name: '成功记录' }))
    await screen.findByRole('row', { name: /三季度经营情况/ })
    expect(host.calls).toEqual([])
  })
  it('has rules and a wizard of two steps without any call to the server [B-090]', async () => {
    const host = await show('/system/demo/forwarding-rules')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '添加规则' }))
    await user.type(await screen.findByLabelText(/^规则名称/), '公告转发')
    await user.click(screen.getByRole('button', { name: '下一步' }))
    await screen.findByLabelText(/^转发方式/)
    await user.click(screen.getByRole('button', { name: '完成' }))
    await screen.findByRole('row', { name: /公告转发/ }, { timeout: 4000 })
    expect(host.calls.filter(({ name }) => name !== 'app.setUnsaved')).toEqual([])
  })
})

describe('the social login', () => {
  const popup = (): { closed: boolean; close: () => void } => {
    const one = { closed: false, close: () => void (one.closed = true) }
    return one
  }
  it('looks into local storage every 200 ms until the code is there [C-378]', async () => {
    expect(SOCIAL_POLL_MS).toBe(200)
    localStorage.setItem(SOCIAL_KEY, 'left over')
    const opened = popup()
    const waited = waitForSocialCode(opened, localStorage)
    expect(localStorage.getItem(SOCIAL_KEY)).toBeNull()
    const code = writeSocialCode(localStorage)
    expect(await waited).toBe(code)
    expect(opened.closed).toBe(true)
    expect(localStorage.getItem(SOCIAL_KEY)).toBeNull()
  })
  it('ends without a code when the window is closed', async () => {
    const opened = popup()
    const waited = waitForSocialCode(opened, localStorage)
    opened.close()
    expect(await waited).toBeNull()
  })
  it('asks in the page where no window may be opened', async () => {
    const open = window.open
    window.open = () => null
    try {
      expect(openPopup(window, localStorage)).toBeNull()
      await show('/vab/social')
      const user = userEvent.setup()
      await user.click(await screen.findByRole('button', { name: '用第三方账号登录' }))
      await user.click(await screen.findByRole('button', { name: '同意并登录' }))
      await screen.findByText(/^已获取授权码 .+，已作为 admin 登录/)
    } finally {
      window.open = open
    }
  })
})
