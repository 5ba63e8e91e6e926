import { expect, test } from '../fixtures.ts'
import { ContentList } from '../pages/content.ts'
import { question } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

const NEWS = '首届职工技能大赛圆满落幕，百名选手同台竞技'
const NOTICE = '关于召开下半年工作会议的通知'

test('columns of the site lead to their content: list fields, status, search, pages [B-008] [B-009] [B-029]', async ({
  shell,
  page,
}) => {
  const list = new ContentList(page)
  await list.open('新闻中心', '集团新闻')
  await expect(page.getByRole('navigation', { name: '当前位置' })).toHaveText('内容管理新闻中心集团新闻')
  await expect(page.getByRole('columnheader', { name: '来源' })).toBeVisible()
  await expect(page.getByText('共 14 条')).toBeVisible()
  await expect(list.row(NOTICE)).toContainText('未发布')
  await list.row('集团新闻发言人答记者问').getByText('已驳回').hover()
  await expect(page.getByText('审批人：管理员')).toBeVisible()

  await page.getByRole('searchbox', { name: '标题' }).fill('大赛')
  await expect(list.row(NEWS)).toBeVisible()
  await expect(page.getByText('共 1 条')).toBeVisible()
  await page.reload()
  await expect(page.getByText('共 1 条')).toBeVisible()
  await page.getByRole('searchbox', { name: '标题' }).fill('没有这样的内容')
  await page.getByRole('button', { name: '清除条件' }).click()
  await page.getByRole('combobox', { name: '发布状态' }).click()
  await page.getByRole('option', { name: '未发布' }).click()
  await expect(page.getByText('共 2 条')).toBeVisible()
  await list.button('清除条件').waitFor({ state: 'detached' })

  await shell.open('行业动态')
  await expect(page.getByRole('heading', { name: '行业动态' })).toBeVisible()
  await expect(shell.tab('集团新闻')).toBeVisible()
})

test('entries are added, edited, published, put forward, ordered, copied, deleted and restored [B-001] [B-002] [B-003] [B-013] [B-017] [B-019] [B-181] [B-182] @smoke', async ({
  shell,
  page,
}) => {
  const list = new ContentList(page)
  await list.open('新闻中心', '集团新闻')

  await list.button('新增').click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: '标题', exact: true }).fill('春节放假安排')
  await form.getByRole('button', { name: '保存到草稿' }).click()
  await expect(list.row('春节放假安排')).toContainText('未发布')
  await list.action('编辑', '春节放假安排').click()
  await form.getByRole('textbox', { name: '标题', exact: true }).fill('春节放假通知')
  await form.getByRole('button', { name: '保存到草稿' }).click()
  await expect(list.row('春节放假通知')).toBeVisible()

  await list.tick(NOTICE)
  await list.batch('发布').click()
  await list.agree('确认发布数据？', '发布成功')
  await expect(list.row(NOTICE)).toContainText('已发布')
  await list.tick(NOTICE)
  await list.batch('取消发布').click()
  await list.agree('取消发布数据？', '操作成功')
  await expect(list.row(NOTICE)).toContainText('未发布')

  await list.tick(NOTICE)
  await list.batch('推荐与置顶').click()
  await page.getByRole('menuitem', { name: '首页置顶' }).click()
  await page.getByRole('menuitem', { name: '设置首页置顶' }).click()
  await expect(list.row(NOTICE).getByTitle('首页置顶')).toHaveText('首顶')
  for (const [flag, short, title] of [
    ['首页热门', '首热', '春节放假通知'],
    ['首页推荐', '首荐', '集团新闻发言人答记者问'],
  ] as const) {
    await list.tick(title)
    await list.batch('推荐与置顶').click()
    await page.getByRole('menuitem', { name: flag }).click()
    await page.getByRole('menuitem', { name: `设置${flag}` }).click()
    await expect(list.row(title).getByTitle(flag)).toHaveText(short)
  }

  const sort = page.getByRole('textbox', { name: `排序 ${NOTICE}` })
  await sort.fill('99')
  await sort.press('Enter')
  await expect(page.getByRole('row').nth(1)).toContainText(NOTICE)

  await list.more(NOTICE, '复制')
  await page.getByRole('button', { name: /^目标栏目/ }).click()
  await page.getByRole('row', { name: /新闻中心/ }).click()
  await page.getByRole('row', { name: /行业动态/ }).click()
  await list.button('复制').click()
  await list.agree('确认复制数据？', '复制成功')
  await shell.open('行业动态')
  await expect(list.row(NOTICE)).toContainText('未发布')
  await list.action('删除', NOTICE).click()
  await list.agree('确认删除？', '删除成功')
  await expect(list.row(NOTICE)).toHaveCount(0)
  await list.restore(NOTICE)
})

test('what is deleted comes back from the recycle bin; drafts are deleted for good [B-014] [B-015] [B-047] [B-050] [B-180] [B-184]', async ({
  shell,
  page,
}) => {
  const list = new ContentList(page)
  await list.open('新闻中心', '集团新闻')
  await list.action('删除', NOTICE).click()
  await list.agree('确认删除？', '删除成功')
  await expect(list.row(NOTICE)).toHaveCount(0)
  await list.restore(NOTICE)

  await list.button('草稿箱').click()
  const drafts = page.getByRole('table', { name: '草稿箱' })
  await expect(drafts.getByRole('row')).toHaveCount(3)
  await list.action('删除', NOTICE).last().click()
  await list.agree('确认删除？ 操作不可撤销！', '删除成功')
  await expect(drafts.getByRole('row')).toHaveCount(2)
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).first().click()
  await expect(page.getByText('共 13 条')).toBeVisible()
  await expect(shell.tab('集团新闻')).toBeVisible()
})

test('variant B rejects with a reason and forwards [B-036] [B-053] [B-054] [B-219] [B-220]', async ({
  shell,
  page,
}) => {
  const list = new ContentList(page)
  await list.open('新闻中心', '集团新闻')
  await list.button('内容审核').click()
  await expect(shell.tab('集团新闻（审核）')).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('navigation', { name: '当前位置' })).toHaveText('内容管理新闻中心集团新闻（审核）')
  await expect(shell.tab('集团新闻').last()).toBeVisible()
  await page.getByRole('searchbox', { name: '标题' }).fill('大赛')
  await list.more(NEWS, '驳回')
  await page.getByRole('textbox', { name: /驳回原因/ }).fill('照片模糊\n请更换')
  await list.button('驳回').click()
  await expect(shell.toast('驳回成功')).toBeVisible()
  await expect(list.row(NEWS)).toContainText('已驳回')

  await list.more(NEWS, '转发')
  await page.getByRole('button', { name: /^目标栏目/ }).click()
  await page.getByRole('row', { name: /新闻中心/ }).click()
  await page.getByRole('row', { name: /行业动态/ }).click()
  await list.button('转发').click()
  await expect(shell.toast('转发成功')).toBeVisible()
  await expect(list.row(NEWS)).toHaveCount(0)
})

test('list and dialogs of content are accessible, and work by keyboard', async ({ shell, page }) => {
  const list = new ContentList(page)
  await list.open('新闻中心', '集团新闻')
  for (const theme of ['浅色', '深色'] as const) {
    await shell.setTheme(theme)
    expect(await violations(page), theme).toEqual([])
  }
  await page.getByRole('row').nth(1).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect(question(page)).toContainText('确认删除？')
  await page.keyboard.press('Escape')
  for (const name of ['回收站', '草稿箱']) {
    await list.button(name).click()
    await expect(page.getByRole('table', { name })).toHaveAttribute('aria-busy', 'false')
    expect(await violations(page), name).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await list.more(NEWS, '复制')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations(page), 'copy').toEqual([])
})
