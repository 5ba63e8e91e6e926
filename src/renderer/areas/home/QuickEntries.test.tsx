import { DocumentRegular } from '@fluentui/react-icons'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { COLUMN_TYPE, manageUrlOf } from '#shared/domain/columnType.ts'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { aSession } from '#tests/builders/session.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { type NavGroup, NavigationContext } from '#renderer/ui/page/navigation.ts'
import { QuickEntries } from './QuickEntries.tsx'

const leaf = (path: string, title: string) => ({ path, title, icon: DocumentRegular })
const list = (id: number, title: string) => ({
  key: String(id),
  title,
  path: manageUrlOf(COLUMN_TYPE.list, id),
  child: [],
})
const single = { key: '204', title: '联系我们', path: manageUrlOf(COLUMN_TYPE.article, 204), child: [] }
const GROUPS: NavGroup[] = [
  { key: '1', title: '', leaves: [leaf('/index', '首页')] },
  {
    key: '10',
    title: '内容管理',
    leaves: [leaf('/content/cross-site/copy-log', '复制日志')],
    tree: [{ key: '201', title: '新闻中心', child: [list(202, '集团新闻'), list(203, '行业动态')] }, single],
  },
  { key: '20', title: '站点管理', leaves: [leaf('/site/list', '站点列表'), leaf('/site/template/list', '模板列表')] },
  { key: '90', title: '系统管理', leaves: [leaf('/system/account', '账号管理'), leaf('/system/log', '操作日志')] },
]
const anEditor = aSession({
  groupId: 9,
  siteItemDTOList: [
    {
      siteId: 1,
      menuItemDTOList: [202, 203].map((menuId) => ({ menuId, settingList: [PERMISSION.add] })),
    },
  ],
})
const lately = [
  { title: '周报', note: '', path: `${manageUrlOf(COLUMN_TYPE.list, 203)}?key=x`, time: '2026-11-22 09:30:10' },
]

function draw(session: ReturnType<typeof aSession>, groups: NavGroup[], worked = lately): void {
  const entries = <QuickEntries siteId={1} lately={worked} />
  const host = aHost().on('session.status', () => session)
  renderUi(<NavigationContext value={groups}>{entries}</NavigationContext>, { host })
}
const tiles = (): string[] => {
  const all = within(screen.getByRole('navigation', { name: '快捷入口' })).getAllByRole('button')
  return all.map((button) => button.title)
}

describe('the quick entries', () => {
  it('offer a new entry in the last used column, if the account may add', async () => {
    draw(anEditor, GROUPS.slice(0, 2))
    await waitFor(() => expect(tiles()).toEqual(['行业动态', '集团新闻', '复制日志']))
    await userEvent.click(screen.getByRole('button', { name: /^行业动态/ }))
    expect(address()).toBe('/admin/model_manage/203?begin=1')
  })

  it('offer a designer no new entries, and templates before rarely used screens', async () => {
    draw(aSession({ groupId: 9, siteItemDTOList: [] }), GROUPS.slice(0, 3), [])
    await waitFor(() => expect(tiles()).toEqual(['模板列表', '站点列表', '复制日志']))
  })

  it('offer super administrators sites and accounts first', async () => {
    draw(aSession(), GROUPS, [])
    await waitFor(() =>
      expect(tiles()).toEqual(['集团新闻', '行业动态', '站点列表', '模板列表', '账号管理', '操作日志', '复制日志']),
    )
  })
})
