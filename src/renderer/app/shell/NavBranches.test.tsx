import { configure, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { NavBranch } from '#renderer/kit/navigation.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { TabsContext } from '../tabs/useTabs.ts'
import { NavSection } from './NavSection.tsx'

configure({ defaultHidden: true })

const list = (id: number, title: string, ...child: NavBranch[]): NavBranch => ({
  key: String(id),
  title,
  path: `/admin/model_manage/${id}`,
  child,
})
const TREE = [
  { key: '1', title: '新闻中心', child: [list(2, '公司新闻', list(3, '图片新闻')), list(4, '行业动态')] },
  list(5, '人才招聘'),
]
const nothing = () => Promise.resolve()

function open(active = '/index', collapsed = false) {
  const seen = { expanded: 0 }
  const ui = (
    <TabsContext value={{ tabs: [], active, close: nothing, reload: nothing }}>
      <NavSection
        group={{ key: '10', title: '内容管理', leaves: [], tree: TREE }}
        active={active}
        collapsed={collapsed}
        onExpand={() => (seen.expanded += 1)}
      />
    </TabsContext>
  )
  renderUi(ui, { host: aHost() })
  return { user: userEvent.setup(), seen }
}
const names = () => screen.getAllByRole('button').map((each) => each.getAttribute('aria-label') ?? each.textContent)
const press = (name: string) => screen.getByRole('button', { name })

describe('columns in the navigation', () => {
  it('are folded at first; a group unfolds, a list opens', async () => {
    const { user } = open()
    expect(names()).toEqual(['内容管理', '新闻中心', '人才招聘'])
    await user.click(press('新闻中心'))
    expect(names()).toEqual(['内容管理', '新闻中心', '公司新闻', '公司新闻 的下级栏目', '行业动态', '人才招聘'])
    await user.click(press('公司新闻 的下级栏目'))
    await user.click(press('图片新闻'))
    expect(address()).toBe('/admin/model_manage/3')
    await user.click(press('新闻中心'))
    expect(names()).toEqual(['内容管理', '新闻中心', '人才招聘'])
  })

  it('unfold down to the page in front', () => {
    open('/admin/model_manage/3')
    expect(press('图片新闻').getAttribute('aria-current')).toBe('page')
    expect(press('新闻中心').getAttribute('aria-expanded')).toBe('true')
  })

  it('stand behind one icon in the narrow navigation, which makes it wide', async () => {
    const { user, seen } = open('/index', true)
    expect(names()).toEqual(['内容管理'])
    await user.click(press('内容管理'))
    expect(seen.expanded).toBe(1)
  })
})
