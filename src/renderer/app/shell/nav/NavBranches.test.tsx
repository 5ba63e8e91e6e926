import { ClipboardRegular } from '@fluentui/react-icons'
import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { NavBranch } from '#renderer/ui/page/navigation.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { TaskBadge } from '#renderer/features/approval/TaskBadge.tsx'
import { TabsContext } from '#renderer/app/tabs/useTabs.ts'
import { NavContent } from './NavContent.tsx'
import { NavFlyouts } from './NavFlyouts.tsx'
import { NavLeaf } from './NavLeaf.tsx'

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

const GROUP = { key: '10', title: '内容管理', leaves: [], tree: TREE }

function open(active = '/index', collapsed = false) {
  const ui = (
    <TabsContext value={{ tabs: [], active, close: nothing, reload: nothing }}>
      {collapsed ? <NavFlyouts groups={[GROUP]} active={active} /> : <NavContent group={GROUP} active={active} />}
    </TabsContext>
  )
  renderUi(ui, { host: aHost() })
  return { user: userEvent.setup() }
}
const names = () =>
  screen
    .getAllByRole('button')
    .map((each) => each.getAttribute('aria-label') ?? each.textContent)
    .filter((name) => name !== '清空')
const press = (name: string) => screen.getByRole('button', { name })

describe('columns in the navigation', () => {
  it('are folded at first; a group unfolds, a list opens', async () => {
    const { user } = open()
    expect(names()).toEqual(['内容管理', '新闻中心', '人才招聘'])
    await user.click(press('新闻中心'))
    expect(names()).toEqual(['内容管理', '新闻中心', '公司新闻 的下级栏目', '公司新闻', '行业动态', '人才招聘'])
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

  it('are unfolded and folded by the keys too', async () => {
    const { user } = open()
    press('新闻中心').focus()
    await user.keyboard('{ArrowRight}')
    expect(press('新闻中心').getAttribute('aria-expanded')).toBe('true')
    press('公司新闻').focus()
    await user.keyboard('{ArrowRight}')
    expect(press('图片新闻')).toBeTruthy()
    await user.keyboard('{ArrowLeft}')
    expect(screen.queryByRole('button', { name: '图片新闻' })).toBeNull()
  })

  it('are filtered by a part of their names or by pinyin, with those above them, and say how many', async () => {
    const { user } = open()
    const filter = screen.getByRole('searchbox', { name: '筛选栏目' })
    await user.type(filter, '图片')
    await waitFor(() => expect(names()).toContain('图片新闻'))
    expect(names()).not.toContain('行业动态')
    expect(names()).not.toContain('人才招聘')
    expect(screen.getAllByRole('status').map((each) => each.textContent)).toContain('找到 1 个栏目')
    await user.clear(filter)
    await user.type(filter, 'hydt')
    await waitFor(() => expect(names()).toContain('行业动态'))
    await user.clear(filter)
    await user.type(filter, '没有的')
    await screen.findByText('没有名称包含“没有的”的栏目')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(names()).toContain('人才招聘'))
  })

  it('open next to their icon in the narrow navigation, and close when a page is chosen', async () => {
    const { user } = open('/index', true)
    expect(names()).toEqual(['内容管理'])
    await user.click(press('内容管理'))
    expect(await screen.findByRole('searchbox', { name: '筛选栏目' })).toBe(document.activeElement)
    await user.click(press('人才招聘'))
    expect(address()).toBe('/admin/model_manage/5')
    await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull())
  })
})

describe('a screen in the navigation', () => {
  const leaf = { path: '/U176/U179', title: '待审批列表', icon: ClipboardRegular, badge: TaskBadge }
  it.each([
    [3, '待审批列表3'],
    [0, '待审批列表'],
  ])('with %i things that wait there is called %s [B-341]', async (count, text) => {
    const host = aHost().on('approval.taskingCount', () => count)
    const ui = (
      <TabsContext value={{ tabs: [], active: '', close: nothing, reload: nothing }}>
        <NavLeaf leaf={leaf} active={false} />
      </TabsContext>
    )
    renderUi(ui, { host })
    await waitFor(() => expect(host.inputsOf('approval.taskingCount')).toEqual([{ seeAll: false }]))
    await waitFor(() => expect(screen.getByRole('button').textContent).toBe(text))
  })
})
