import { expect, test } from '../fixtures.ts'
import { violations } from '../pages/violations.ts'

const ROWS = [
  '序号',
  '操作人',
  '操作名称',
  '操作时间',
  '响应时间(ms)',
  '请求地址',
  '请求方式',
  '请求方法',
  '请求参数',
  '响应结果',
]

test('the operation log shows what was changed, and one line whole [C-007] [C-147] [C-148] [C-346] [C-347] @smoke', async ({
  shell,
  page,
  remote,
}) => {
  const save = async (form: object) => {
    const { code, data } = await remote.post('api/cms/dict/save', { siteId: 1, value: ['甲'], ...form })
    expect(code).toBe(200)
    return data as { id: number; version: number }
  }
  const { id } = await save({ title: '城市' })
  const { data } = await remote.get(`api/cms/dict/findDicById/${id}`)
  await save({ id, title: '省份', version: (data as { version: number }).version })
  await shell.open('操作日志')
  const rows = page.getByRole('row', { name: /保存字典/ })
  await expect(rows).toHaveCount(2)
  expect(await violations(page), 'list').toEqual([])
  await page.getByRole('main').getByRole('searchbox').fill('没有的')
  await expect(page.getByText('没有找到')).toBeVisible()
  await page.getByRole('main').getByRole('searchbox').fill('字典')
  await expect(rows).toHaveCount(2)
  await rows.first().getByRole('button', { name: /^详情/ }).click()
  const detail = page.getByRole('table', { name: '日志详情' })
  await expect(detail.getByRole('rowheader')).toHaveText(ROWS)
  await expect(page.getByRole('table', { name: '修改前后：修改“省份”' })).toContainText('城市')
  expect(await violations(page), 'detail').toEqual([])
})
