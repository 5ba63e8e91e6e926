import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { expect, test } from '../fixtures.ts'
import type { ServerApi } from '../serverApi.ts'
import { notAGroup } from '../pages/shell.ts'
import { violations } from '../pages/violations.ts'

const LONG = '集团公司二〇二六年度安全生产专项整治三年行动巩固提升工作通知公告'
/** The folder for pictures of the run, when somebody wants to look at them. */
const PICTURES = process.env.SITECRAFT_PICTURES ?? ''

const ok = async (remote: ServerApi, path: string, body: object): Promise<unknown> => {
  const { code, msg, data } = await remote.post(path, body)
  if (code !== 200) throw new Error(`${path}: ${msg}`)
  return data
}

/** 300 columns in site 1: 12 groups of 24, one with a long name, one list five levels down. */
async function manyColumns(remote: ServerApi): Promise<void> {
  const make = async (title: string, parentId: number, menuType: number): Promise<number> => {
    const column = { id: 0, siteId: 1, parentId, title, menuType, showManage: true }
    const made = (await ok(remote, 'api/cms/menu/save-base', column)) as { id: number }
    return made.id
  }
  const plain = COLUMN_TYPE.plain
  for (let group = 1; group <= 12; group++) {
    const above = await make(`第${group}业务板块`, 0, plain)
    for (let i = 1; i <= 22; i++)
      await make(group === 3 && i === 2 ? LONG : `板块${group}栏目${i}`, above, COLUMN_TYPE.list)
    let deep = above
    for (let level = 1; level <= 2; level++) deep = await make(`板块${group}下层${level}`, deep, plain)
    await make(`板块${group}深处的重庆分公司动态`, deep, COLUMN_TYPE.list)
  }
}

test('300 columns: filtered by name and pinyin, the page in front in sight, no horizontal bar, fly-outs when narrow', async ({
  shell,
  page,
  remote,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 800 })
  await manyColumns(remote)
  await page.reload()
  const nav = shell.navigation
  const content = nav.getByRole('region', { name: '内容管理' })
  const filter = content.getByRole('searchbox', { name: '筛选栏目' })
  const row = (title: string) => content.getByRole('button', { name: title, exact: true })
  const picture = async (name: string): Promise<void> => {
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png` })
  }
  await expect(row('第12业务板块')).toBeAttached()
  await row('第3业务板块').click()
  await picture('nav-open-light')
  // Neither of the parts pushes the other out of the window, and home is always there.
  await expect(nav.getByRole('button', { name: '首页' }).and(notAGroup(page))).toBeInViewport()
  await expect(nav.getByRole('button', { name: '收起导航' })).toBeInViewport()
  await expect(nav.getByRole('button', { name: '站点列表' })).toBeInViewport()
  const wider = () =>
    nav.evaluate(
      (element) =>
        [element, ...element.querySelectorAll('*')].filter(
          (each) =>
            each.scrollWidth > each.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(each).overflowX),
        ).length,
    )
  expect(await wider()).toBe(0)

  await row(LONG).hover()
  await expect(
    page.getByRole('tooltip', { name: LONG }).or(page.locator('.fui-Tooltip__content', { hasText: LONG })),
  ).toBeVisible()
  const texts = await row(LONG)
    .locator('span')
    .last()
    .evaluate((text) => getComputedStyle(text).textOverflow)
  expect(texts).toBe('ellipsis')
  expect(await violations(page), 'light').toEqual([])

  await filter.fill('cqfgs')
  await expect(content.getByRole('button', { name: /深处的重庆分公司动态$/ })).toHaveCount(12)
  await expect(content.getByRole('status')).toHaveText('找到 12 个栏目')
  await filter.fill('板块9深处')
  await row('板块9深处的重庆分公司动态').click()
  await filter.press('Escape')
  await expect(filter).toHaveValue('')
  await expect(row('板块9深处的重庆分公司动态')).toHaveAttribute('aria-current', 'page')
  await expect(row('板块9深处的重庆分公司动态')).toBeInViewport()
  await page.reload()
  await expect(row('板块9深处的重庆分公司动态')).toBeInViewport()

  await shell.setTheme('深色')
  await picture('nav-open-dark')
  expect(await violations(page), 'dark').toEqual([])
  await nav.getByRole('button', { name: '收起导航' }).click()
  await nav.getByRole('button', { name: '内容管理' }).click()
  const flyout = page.getByRole('group', { name: '内容管理' }).or(page.locator('.fui-PopoverSurface'))
  await expect(flyout.getByRole('searchbox', { name: '筛选栏目' })).toBeFocused()
  await expect(flyout.getByRole('button', { name: '板块9深处的重庆分公司动态', exact: true })).toBeInViewport()
  await picture('nav-narrow-dark')
  expect(await violations(page), 'fly-out').toEqual([])
  await page.keyboard.type('板块1栏目22')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await nav.getByRole('button', { name: '站点管理' }).click()
  await picture('nav-narrow-group-dark')
  await page.locator('.fui-PopoverSurface').getByRole('button', { name: '栏目管理' }).click()
  await expect(shell.tab('栏目管理')).toHaveAttribute('aria-current', 'page')
  await shell.setTheme('浅色')
  await nav.getByRole('button', { name: '内容管理' }).click()
  await picture('nav-narrow-light')
})

test('site selectors find by name, host and pinyin initials, by keyboard, and show Chinese hosts as Chinese', async ({
  shell: _signedIn,
  page,
  remote,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 800 })
  for (let i = 1; i <= 20; i++) {
    const title = i === 7 ? '长沙银行' : `第${i}分公司`
    const site = (await ok(remote, 'api/cebest-cms/site-manage/save', { id: 0, title, symbol: `many-${i}` })) as {
      id: number
    }
    if (i === 7)
      await ok(remote, 'api/cebest-cms/site-manage/update-domain', { id: site.id, domainList: ['www.xn--fiqs8s.cn'] })
  }
  await page.reload()
  const current = page.getByRole('combobox', { name: '当前站点' })
  await expect(current).toContainText(/\S/)
  await current.press('ArrowDown')
  const search = page.getByRole('searchbox', { name: '查找当前站点' })
  await expect(search).toBeFocused()
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/sites-light.png` })
  expect(await violations(page)).toEqual([])
  const options = page.getByRole('listbox', { name: '当前站点' }).getByRole('option')
  await search.fill('csyh')
  await expect(options).toHaveText([/长沙银行/])
  await search.fill('中国.cn')
  await expect(options).toHaveText([/www\.中国\.cn/])
  await page.keyboard.press('Enter')
  await expect(current).toHaveText('长沙银行')
  await expect(current).toBeFocused()
})
