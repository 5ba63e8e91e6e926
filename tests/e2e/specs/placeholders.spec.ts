import { expect, test } from '../fixtures.ts'
import { violations } from '../pages/violations.ts'

test('the screens to come stand in the menu and say so, in both themes [A-128] [A-129] [A-130] [A-131] [A-132]', async ({
  shell,
  page,
}) => {
  for (const title of ['301跳转', '菜单信息', '栏目类型', '网站地图', '死链']) {
    await shell.open(title)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('heading', { name: '这个功能还没有开放' })).toBeVisible()
    expect(await violations(page), title).toEqual([])
  }
  await shell.setTheme('深色')
  expect(await violations(page), 'dark').toEqual([])
})
