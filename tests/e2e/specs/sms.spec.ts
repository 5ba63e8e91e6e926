import { SMS_KEY } from '#tests/fakes/smsProviders.ts'
import { expect, test } from '../fixtures.ts'
import { question } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

test('a channel of text messages is added, edited and deleted; its secret stays on the server [C-104] [C-105] [C-106] [C-107] [C-108] [C-109] [C-110] @smoke', async ({
  shell,
  page,
}) => {
  await shell.open('短信通道')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增短信通道' })
  await dialog.getByLabel('通道名称').fill('营销')
  await dialog.getByLabel('短信签名').fill('集团')
  await dialog.getByLabel('AccessKeyId').fill(SMS_KEY.id)
  await dialog.getByLabel('AccessKeySecret', { exact: true }).fill(SMS_KEY.secret)
  expect(await violations(page), '新增短信通道').toEqual([])
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: '营销' })
  await expect(row).toContainText('阿里云')
  await page.getByRole('button', { name: '编辑 营销' }).click()
  const edit = page.getByRole('dialog', { name: '编辑短信通道' })
  await expect(edit.getByLabel('AccessKeySecret', { exact: true })).toHaveValue('')
  await edit.getByRole('radio', { name: '腾讯云' }).check()
  await edit.getByRole('button', { name: '确定' }).click()
  await expect(row).toContainText('腾讯云')
  expect(await violations(page), '短信通道').toEqual([])
  await page.getByRole('button', { name: '删除 营销' }).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(row).toHaveCount(0)
})

test('a template of text messages is added with its variables, edited and deleted [C-111] [C-112] [C-113] [C-114] [C-115] [C-116]', async ({
  shell,
  page,
}) => {
  await shell.open('短信模板')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增短信模板' })
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('请输入模板名称')).toBeVisible()
  await dialog.getByLabel('模板名称').fill('活动通知')
  await dialog.getByLabel('模板编码').fill('SMS_2026')
  await dialog.getByLabel('模板内容').fill('${name}您好，活动将于${day}开始')
  await expect(dialog.getByText('变量：name、day。')).toBeVisible()
  expect(await violations(page), '新增短信模板').toEqual([])
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: '活动通知' })
  await expect(row).toContainText('SMS_2026')
  await page.getByRole('button', { name: '编辑 活动通知' }).click()
  const edit = page.getByRole('dialog', { name: '编辑短信模板' })
  await edit.getByLabel('模板编码').fill('SMS_2027')
  await edit.getByRole('button', { name: '确定' }).click()
  await expect(row).toContainText('SMS_2027')
  expect(await violations(page), '短信模板').toEqual([])
  await page.getByRole('button', { name: '删除 活动通知' }).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(row).toHaveCount(0)
})

test('a text message is sent on a date to numbers by hand and members, and called off [C-117] [C-118] [C-119] [C-198] [C-199] [C-249]', async ({
  shell,
  page,
  remote,
}) => {
  const channel = { siteId: 1, channelName: '营销', channelType: 1, signName: '集团', price: 0.045 }
  const keys = { accessKeyId: SMS_KEY.id, accessKeySecret: SMS_KEY.secret }
  await remote.post('api/cebest-cms/sms-channel-manage/save', { ...channel, ...keys })
  const template = { siteId: 1, templateName: '活动通知', templateCode: 'SMS_1', templateContent: '${name}您好' }
  await remote.post('api/cebest-cms/sms-template/save', template)
  await shell.open('短信营销')
  await page.getByRole('button', { name: '发送短信' }).first().click()
  const dialog = page.getByRole('dialog', { name: '发送短信' })
  await dialog.getByRole('combobox', { name: '短信通道' }).click()
  await page.getByRole('option', { name: '营销' }).click()
  await dialog.getByRole('combobox', { name: '短信模板' }).click()
  await page.getByRole('option', { name: '活动通知' }).click()
  await dialog.getByLabel('变量 name').fill('{姓名}')
  await expect(dialog.getByText('【集团】{姓名}您好')).toBeVisible()
  await expect(dialog.getByText(/按 1 条计费/)).toBeVisible()
  await dialog.getByRole('button', { name: '添加号码' }).click()
  const numbers = page.getByRole('dialog', { name: '添加号码' })
  await numbers.getByRole('textbox', { name: '手机号码' }).fill('13812345678|13912345678|')
  await numbers.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('已添加 2 个号码')).toBeVisible()
  await dialog.getByRole('button', { name: '选择会员' }).click()
  const picker = page.getByRole('dialog', { name: '选择会员' })
  await picker.getByRole('row').nth(1).getByRole('checkbox').check()
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('已选 1 个会员')).toBeVisible()
  await expect(dialog.getByText('共 3 个号码，计费 3 条，每条 0.045 元，合计 0.135 元')).toBeVisible()
  await expect(dialog.getByLabel('发送时间日期')).toHaveCount(0)
  await dialog.getByRole('radio', { name: '定时发送' }).check()
  await dialog.getByRole('button', { name: '发送', exact: true }).click()
  await expect(dialog.getByText('请选择发送时间')).toBeVisible()
  await dialog.getByLabel('发送时间时间').fill('23:59:59')
  await dialog.getByLabel('发送时间时间').press('Tab')
  expect(await violations(page), '发送短信').toEqual([])
  await dialog.getByRole('button', { name: '发送', exact: true }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: '活动通知' })
  await expect(row).toContainText('等待发送')
  await page.getByRole('button', { name: '查看 活动通知' }).click()
  const drawer = page.getByRole('dialog', { name: '查看短信' })
  await expect(drawer).toContainText('共 3 个号码，计费 3 条，每条 0.045 元，合计 0.135 元')
  await expect(drawer.getByRole('row').filter({ hasText: '13812345678' })).toContainText('等待')
  expect(await violations(page), '查看短信').toEqual([])
  await drawer.getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '更多 活动通知' }).click()
  await page.getByRole('menuitem', { name: '停止发送' }).click()
  await question(page).getByRole('button', { name: '停止发送' }).click()
  await expect(row).toContainText('已取消')
  expect(await violations(page), '短信营销').toEqual([])
})
