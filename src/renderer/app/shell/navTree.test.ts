import { HomeRegular } from '@fluentui/react-icons'
import { describe, expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { partOf } from '#renderer/ui/search/nameMatch.ts'
import type { Screen } from '#renderer/ui/page/screen.ts'
import { aSession } from '#tests/builders/session.ts'
import { commandsOf, matchCommands } from './commands.ts'
import { type NavColumn, navTree, builtInColumns } from './navTree.ts'

const screen = (path: string, title: string, menu: number | null, more: Partial<Screen> = {}): Screen => ({
  path,
  title,
  menu,
  icon: HomeRegular,
  load: () => Promise.reject(new Error('not loaded here')),
  ...more,
})
const screens = [
  screen('/index', '首页', null),
  screen('/site/template/list', '模板', MENU.templates),
  screen('/workspace', '本地同步', MENU.templates),
  screen('/site/list', '站点列表', MENU.siteList),
  screen('/settings', '设置', null, { listed: false }),
  screen('/login', '登录', null, { frame: 'open' }),
]
const shape = (groups: ReturnType<typeof navTree>) => groups.map((g) => [g.title, g.leaves.map((l) => l.title)])

describe('the navigation', () => {
  it('holds the columns that have a screen here, in their order and under their names', () => {
    expect(shape(navTree(builtInColumns(), screens, aSession()))).toEqual([
      ['', ['首页']],
      ['站点管理', ['站点列表', '模板列表', '本地同步']],
    ])
  })

  it('leaves out what the role is not granted', () => {
    const designer = aSession({
      groupId: 9,
      siteItemDTOList: [{ siteId: 0, menuItemDTOList: [{ menuId: MENU.templates, settingList: [] }] }],
    })
    expect(shape(navTree(builtInColumns(), screens, designer))).toEqual([
      ['', ['首页']],
      ['站点管理', ['模板列表', '本地同步']],
    ])
  })

  it('passes through columns without a screen of their own to the pages nested in them [A-015]', () => {
    const page: NavColumn = { id: 501, title: '我的模板', manageUrl: '/site/template/list', child: [] }
    const list: NavColumn = { id: 502, title: '站点', manageUrl: '/site/list', child: [] }
    const layout: NavColumn = { id: 503, title: '布局', manageUrl: '/layout', child: [page] }
    const outer: NavColumn = { id: 504, title: '外层', manageUrl: '', child: [layout, list] }
    const two = screens.filter(({ title }) => title === '模板' || title === '站点列表')
    expect(shape(navTree([outer], two, aSession()))).toEqual([['外层', ['我的模板', '站点']]])
  })

  it('follows the names that another server gives', () => {
    const column: NavColumn = { id: 500, title: '我的模板', manageUrl: '/site/template/list', child: [] }
    expect(shape(navTree([column], screens.slice(1, 2), aSession()))).toEqual([['', ['我的模板']]])
  })
})

describe('the command palette', () => {
  const commands = commandsOf(navTree(builtInColumns(), screens, aSession()), screens, aSession())
  const titles = (typed: string): string[] => matchCommands(commands, typed, partOf).map((command) => command.title)

  it('finds screens by any part of their name, the beginning first', () => {
    expect(titles('列表')).toEqual(['站点列表', '模板列表'])
    expect(titles('模')).toEqual(['模板列表'])
    expect(titles('本地')).toEqual(['本地同步'])
    expect(titles('没有')).toEqual([])
  })
  it('finds by the group, and screens that the navigation does not list', () => {
    expect(titles('站点管理')).toHaveLength(3)
    expect(titles('设置')).toEqual(['设置'])
    expect(titles('登录')).toEqual([])
  })
})
