import { DocumentTextRegular, HomeRegular } from '@fluentui/react-icons'
import { describe, expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { partOf } from '#renderer/ui/search/nameMatch.ts'
import { aSession } from '#tests/builders/session.ts'
import type { Screen } from '#renderer/ui/page/screen.ts'
import { commandsOf, matchCommands } from './commands.ts'
import { branchTrail, contentTree, withContent } from './contentTree.ts'
import type { NavColumn } from './navTree.ts'

const screen = (path: string, more: Partial<Screen> = {}): Screen => ({
  path,
  title: path,
  menu: null,
  icon: HomeRegular,
  load: () => Promise.reject(new Error('not loaded here')),
  ...more,
})
const screens = [
  screen('/index'),
  screen('/admin/model_manage/:menuId', { titleFrom: 'column' }),
  screen('/admin/menu_manage/:menuId', { titleFrom: 'column' }),
]
const column = (id: number, title: string, manageUrl: string, ...child: NavColumn[]): NavColumn => ({
  id,
  title,
  manageUrl,
  child,
})
const COLUMNS = [
  column(
    1,
    '新闻中心',
    '',
    column(2, '公司新闻', '/admin/model_manage/2', column(3, '图片新闻', '/admin/model_manage/3')),
  ),
  column(4, '空栏目', ''),
  column(5, '关于我们', '/admin/menu_manage/5'),
  column(6, '别处', '/site/list'),
]
const tree = contentTree(COLUMNS, screens)

describe('the columns in the navigation', () => {
  it('are those with a screen of content, below the plain columns that group them', () => {
    expect(tree).toEqual([
      {
        key: '1',
        title: '新闻中心',
        child: [
          {
            key: '2',
            title: '公司新闻',
            path: '/admin/model_manage/2',
            child: [{ key: '3', title: '图片新闻', path: '/admin/model_manage/3', child: [] }],
          },
        ],
      },
      { key: '5', title: '关于我们', path: '/admin/menu_manage/5', child: [] },
    ])
  })

  it('stand in the group of content, which is made for a role without another screen of it', () => {
    const home = { key: '1', title: '', leaves: [{ path: '/index', title: '首页', icon: HomeRegular }] }
    const stats = { path: '/content/publish-statistics', title: '发布统计', icon: HomeRegular }
    const site = { key: String(MENU.site), title: '站点管理', leaves: [] }
    const content = { key: String(MENU.content), title: '', leaves: [stats] }
    expect(withContent([home, content, site], tree)[1]).toEqual({ ...content, title: '内容管理', tree })
    expect(withContent([home, site], tree).map((group) => group.title)).toEqual(['', '内容管理', '站点管理'])
    expect(withContent([home, site], [])).toEqual([home, site])
  })

  it('are found from the top down to the one in front', () => {
    expect(branchTrail(tree, '/admin/model_manage/3').map((branch) => branch.title)).toEqual([
      '新闻中心',
      '公司新闻',
      '图片新闻',
    ])
    expect(branchTrail(tree, '/admin/model_manage/9')).toEqual([])
  })

  it('can be gone to by name, after the screens', () => {
    const leaf = { path: '/site/news', title: '新闻设置', icon: DocumentTextRegular }
    const groups = withContent([{ key: 'x', title: '设置', leaves: [leaf] }], tree)
    const commands = commandsOf(groups, [], aSession())
    expect(matchCommands(commands, '新闻', partOf).map(({ title, group }) => [title, group])).toEqual([
      ['新闻设置', '设置'],
      ['公司新闻', '内容管理 / 新闻中心'],
      ['图片新闻', '内容管理 / 新闻中心 / 公司新闻'],
    ])
  })
})
