import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PASSWORDS } from '../app.ts'
import { expect, test } from '../fixtures.ts'
import { Login } from '../pages/login.ts'
import { notAGroup } from '../pages/shell.ts'

interface Column {
  id: number
  setting: number[]
  child: Column[]
}
type Grant = { menuId: number; settingList: number[] }

const flat = (columns: readonly Column[]): Column[] => columns.flatMap((column) => [column, ...flat(column.child)])
const bare = (...menuIds: number[]): Grant[] => menuIds.map((menuId) => ({ menuId, settingList: [] }))

/** What is done to one entry of a list. */
const ROW_ACTIONS = ['编辑', '删除', '更多'] as const

/** Each kind of role: its system menus, and which permissions it has on the columns of the first site. */
const KINDS = [
  { kind: '只读', menus: bare(2, 13), codes: [1105], offered: ['首页', '发布统计'], buttons: [], rows: [] },
  {
    kind: '编辑',
    menus: bare(2, 13, 179),
    codes: [1101, 1102, 1104],
    offered: ['首页', '发布统计', '待审批列表'],
    buttons: ['新增'],
    rows: ['编辑', '更多'],
  },
  {
    kind: '设计师',
    menus: bare(2, 21, 30, 31),
    codes: [],
    offered: ['首页', '站点列表', '模板列表'],
    buttons: [],
    rows: [],
  },
  {
    kind: '站点管理员',
    menus: bare(2, 13, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 37, 51, 52, 53, 54, 55, 56, 57, 92),
    codes: null,
    offered: [
      '首页',
      '发布统计',
      '站点列表',
      '栏目管理',
      '频道管理',
      '模板列表',
      '字典管理',
      '敏感词',
      '资源库',
      '用户组',
    ],
    buttons: ['新增'],
    rows: ROW_ACTIONS,
  },
] as const
/** What a role sees: the screens of the navigation, and what is done on a list of entries. */
interface Shown {
  kind: string
  offered: readonly string[]
  buttons: readonly string[]
  rows: readonly string[]
}
const ALL = [...new Set(KINDS.flatMap(({ offered }) => offered))]

/** What the page was refused: no screen that is offered may ask for what its role can't have. */
function refusals(page: Page): string[] {
  const seen: string[] = []
  page.on('response', async (response) => {
    const body = await response.text().catch(() => '')
    if (/"code":"forbidden"/.test(body)) seen.push(`${response.request().postData() ?? response.url()}: ${body}`)
  })
  return seen
}

test('what a role can’t do is not offered, and what is offered works; the menus follow a changed role without a reload [A-012] [C-270] [C-271]', async ({
  shell,
  page,
  app,
  remote,
}) => {
  test.setTimeout(240_000)
  const roles = await remote.post('api/cebest-cms/role/page', { page: 1, size: 100 })
  const { id } = (roles.data as { content: { id: number; name: string }[] }).content.find(
    ({ name }) => name === '站点编辑',
  ) ?? { id: 0 }
  const tree = await remote.post('api/cms/menu/getTree', { siteId: 1 })
  const columns = flat(tree.data as Column[])
  const become = async ({ menus, codes }: (typeof KINDS)[number]): Promise<void> => {
    const ofSite = columns.map(({ id: menuId, setting }) => ({
      menuId,
      settingList: setting.filter((code) => !codes || codes.some((own) => own === code)),
    }))
    const authority = [
      { siteId: 0, menuItemDTOList: menus },
      { siteId: 1, menuItemDTOList: ofSite },
    ]
    const saved = await remote.post('api/cebest-cms/role/save', { id, name: '站点编辑', authority })
    expect(saved.msg).toBe('保存成功')
  }

  await become(KINDS[0])
  await shell.signOut()
  const login = new Login(page, join(app.dataDir, 'server'))
  await login.fill('editor', PASSWORDS.demo)
  await login.submit.click()
  await shell.expectSignedIn('editor')
  const refused = refusals(page)
  const shows = async (kind: Shown): Promise<void> => {
    const link = (title: string) =>
      shell.navigation.getByRole('button', { name: title, exact: true }).and(notAGroup(page))
    for (const title of ALL) {
      const count = kind.offered.some((each) => each === title) ? 1 : 0
      await expect(link(title), `${kind.kind}: ${title}`).toHaveCount(count)
    }
    refused.length = 0
    for (const title of kind.offered) {
      await link(title).click()
      await expect(shell.tab(title), `${kind.kind}: ${title}`).toHaveAttribute('aria-current', 'page')
      // Nothing loads any more; the home page has bars of its own.
      await expect(page.locator('.fui-Spinner:visible')).toHaveCount(0)
    }
    const news = shell.navigation.getByRole('button', { name: '人才招聘', exact: true })
    await news.click()
    await expect(page.getByRole('heading', { name: '人才招聘' }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: '新增', exact: true }), `${kind.kind}: 新增`).toHaveCount(
      kind.buttons.length,
    )
    for (const action of ROW_ACTIONS) {
      const buttons = page.getByRole('button', { name: new RegExp(`^${action} `) })
      if (kind.rows.some((each) => each === action))
        await expect(buttons.first(), `${kind.kind}: ${action}`).toBeVisible()
      else await expect(buttons, `${kind.kind}: ${action}`).toHaveCount(0)
    }
    expect(refused, kind.kind).toEqual([])
  }
  for (const kind of KINDS) {
    await become(kind)
    // Coming back to the window is a call of the page: with its answer it learns of the change.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await shows(kind)
  }
  await shell.signOut()
  await page.getByText('自动登录内置服务器').click()
  await shell.expectSignedIn('admin')
  const everything = { offered: ALL, buttons: ['新增'], rows: ROW_ACTIONS } as const
  await shows({ kind: '超级管理员', ...everything })
  const system = ['账号管理', '会员组', '会员等级', '回收站']
  for (const title of system)
    await expect(shell.navigation.getByRole('button', { name: title, exact: true })).toBeVisible()
})
