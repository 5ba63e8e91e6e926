import { join } from 'node:path'
import { PASSWORDS } from '../app.ts'
import { expect, test } from '../fixtures.ts'
import { Channels } from '../pages/channels.ts'
import { Login } from '../pages/login.ts'
import { question } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

test('a channel is added with its module and positions, set, switched, found after a reload, and deleted [A-041] [A-042] [A-044] [A-046] [A-049] [A-054] [A-171] [A-172] [A-242] [A-302]', async ({
  shell,
  page,
}) => {
  const channels = new Channels(page)
  await channels.open()
  await channels.action('新增子频道', '新闻中心').click()
  const dialog = channels.dialog('新增“新闻中心”的子频道')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('请输入栏目名称')).toBeVisible()
  await expect(dialog.getByText('请选择栏目模块')).toBeVisible()
  await dialog.getByRole('textbox', { name: '栏目名称' }).fill('海上风电展')
  await dialog.getByRole('textbox', { name: '英文名称' }).fill('Wind expo')
  await channels.choose(dialog, '专题')
  await dialog.getByRole('checkbox', { name: '右上角' }).check()
  await dialog.getByRole('checkbox', { name: '热门排行' }).check()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(question(page)).toContainText('请退出后重新登录')
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(channels.row('海上风电展')).toHaveAttribute('aria-level', '2')
  await expect(channels.row('海上风电展')).toContainText('右上角、热门排行')

  await channels.action('设置', '海上风电展').click()
  const settings = channels.dialog('频道设置：海上风电展')
  await settings.getByRole('textbox', { name: '栏目名称' }).fill('风电博览会')
  await settings.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
  await channels.switch('前台显示', '风电博览会').click()
  await expect(channels.switch('前台显示', '风电博览会')).not.toBeChecked()

  await channels.reload()
  await expect(channels.row('风电博览会')).toContainText('Wind expo')
  await expect(channels.row('风电博览会')).toContainText('右上角、热门排行')
  await expect(channels.switch('前台显示', '风电博览会')).not.toBeChecked()

  await channels.action('删除', '风电博览会').click()
  await expect(question(page)).toContainText('确认删除？ 操作不可撤销！')
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('删除成功')).toBeVisible()
  await expect(channels.row('风电博览会')).toHaveCount(0)
})

test('SEO and the front address stand where a list page is; positions where a mark is [A-043] [A-053] [A-056]', async ({
  shell,
  page,
}) => {
  const channels = new Channels(page)
  await channels.open()
  await expect(channels.link('人才招聘')).toHaveAttribute('href', 'https://www.group.example/careers/index.html')
  await expect(channels.row('首页轮播图')).toBeVisible()
  await expect(channels.action('设置SEO', '首页轮播图')).toHaveCount(0)
  await expect(channels.link('首页轮播图')).toHaveCount(0)

  await channels.action('设置SEO', '人才招聘').click()
  await channels
    .dialog(/^设置SEO/)
    .getByRole('textbox', { name: 'SEO 标题' })
    .fill('加入我们')
  await channels
    .dialog(/^设置SEO/)
    .getByRole('button', { name: '确定' })
    .click()
  await expect(shell.toast('设置成功')).toBeVisible()

  await channels.action('设置', '首页轮播图').click()
  const settings = channels.dialog('频道设置：首页轮播图')
  await expect(settings.getByRole('checkbox')).toHaveCount(4)
  await settings.getByRole('checkbox', { name: '左侧' }).check()
  await settings.getByRole('button', { name: '确定' }).click()
  await expect(channels.row('首页轮播图')).toContainText('左侧')

  await channels.reload()
  await expect(channels.row('首页轮播图')).toContainText('左侧')
  await channels.action('设置SEO', '人才招聘').click()
  await expect(channels.dialog(/^设置SEO/).getByRole('textbox', { name: 'SEO 标题' })).toHaveValue('加入我们')
})

test('two people change the same channel: the second sees who did what, and merges', async ({
  shell,
  page,
  remote,
}) => {
  const channels = new Channels(page)
  await channels.open()
  await channels.action('设置', '联系我们').click()
  const settings = channels.dialog('频道设置：联系我们')
  await settings.getByRole('textbox', { name: '英文名称' }).fill('Contact us')
  const id = await idOf(remote.post, '联系我们')
  expect((await remote.post('api/cms/menu/update-title', { id, title: '联系方式' })).code).toBe(200)

  await settings.getByRole('button', { name: '确定' }).click()
  const meanwhile = page.getByRole('alertdialog', { name: '保存冲突' })
  await expect(meanwhile).toContainText('admin')
  await expect(meanwhile.getByRole('textbox', { name: '栏目名称：对方的内容' })).toHaveValue('联系方式')
  expect(await violations(page), 'conflict').toEqual([])
  await meanwhile.getByRole('button', { name: '合并保存' }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
  await expect(channels.row('联系方式')).toContainText('Contact us')
})

test('an account without the menu neither sees nor opens it', async ({ shell, page, app }) => {
  await shell.signOut()
  const login = new Login(page, join(app.dataDir, 'server'))
  await login.fill('designer', PASSWORDS.demo)
  await login.submit.click()
  await shell.expectSignedIn('designer')
  await expect(shell.navigation.getByRole('button', { name: '模板列表' })).toBeVisible()
  await expect(shell.navigation.getByText('频道管理')).toHaveCount(0)
  await page.goto(new URL('/site/column/channel', page.url()).href)
  await expect(page).toHaveURL(/\/403/)
})

for (const theme of ['浅色', '深色'] as const) {
  test(`the channel view and its dialogs are accessible, ${theme}`, async ({ shell, page }) => {
    await shell.setTheme(theme)
    const channels = new Channels(page)
    await channels.open()
    expect(await violations(page), 'tree').toEqual([])
    await page.getByRole('button', { name: '新增频道' }).click()
    await channels.choose(channels.dialog('新增频道'), '专题')
    expect(await violations(page), 'add').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '放弃' }).click()
    await channels.action('设置', '首页轮播图').click()
    await expect(channels.dialog(/^频道设置/)).toBeVisible()
    expect(await violations(page), 'settings').toEqual([])
    await page.keyboard.press('Escape')
    await channels.action('设置SEO', '人才招聘').click()
    await expect(channels.dialog(/^设置SEO/)).toBeVisible()
    expect(await violations(page), 'seo').toEqual([])
  })
}

interface Node {
  id: number
  title: string
  child: Node[]
}

async function idOf(post: (path: string, body: object) => Promise<{ data: unknown }>, title: string): Promise<number> {
  const { data } = await post('api/cms/menu/getTree', { siteId: 1, showHiddenMenu: true })
  const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.child)])
  return flat(data as Node[]).find((node) => node.title === title)?.id ?? 0
}
