import { MAIL_PASSWORD, MAIL_USER, startSmtp } from '#tests/fakes/smtp.ts'
import { expect, test } from '../fixtures.ts'
import { question } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

test('a sender account is added once its server lets it in, and edited, found and deleted [C-092] [C-093] [C-094] [C-095] [C-096] [C-097]', async ({
  shell,
  page,
}) => {
  const smtp = await startSmtp('none')
  await shell.open('发件邮箱')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增发件邮箱' })
  await dialog.getByLabel('常用邮箱').selectOption('QQ邮箱')
  await expect(dialog.getByLabel('SMTP 服务器')).toHaveValue('smtp.qq.com')
  await dialog.getByLabel('发件人名称').fill('集团官网')
  await dialog.getByLabel('账号').fill(MAIL_USER)
  await dialog.getByLabel(/^密码/).fill('wrong')
  await dialog.getByLabel('SMTP 服务器').fill('127.0.0.1')
  await dialog.getByLabel('端口').fill(String(smtp.port))
  await dialog.getByRole('combobox', { name: '加密方式' }).click()
  await page.getByRole('option', { name: /不加密/ }).click()
  expect(await violations(page), '新增发件邮箱').toEqual([])
  await dialog.getByRole('button', { name: '验证并保存' }).click()
  await expect(dialog.getByText(/登录被拒绝：535/)).toBeVisible()
  await dialog.getByLabel(/^密码/).fill(MAIL_PASSWORD)
  await dialog.getByRole('button', { name: '验证并保存' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: MAIL_USER })
  await expect(row).toContainText('集团官网')
  await page.getByRole('button', { name: '编辑 集团官网' }).click()
  const edit = page.getByRole('dialog', { name: '编辑发件邮箱' })
  await expect(edit.getByLabel(/^密码/)).toHaveValue('')
  await edit.getByLabel('发件人名称').fill('集团新闻')
  await edit.getByRole('button', { name: '验证并保存' }).click()
  await expect(edit).toBeHidden()
  await page.getByRole('main').getByRole('searchbox').fill('新闻')
  await expect(page.getByRole('navigation', { name: '分页' })).toContainText('共 1 条')
  expect(await violations(page), '发件邮箱').toEqual([])
  await page.getByRole('button', { name: '删除 集团新闻' }).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('没有找到')).toBeVisible()
  await smtp.close()
})

test('an e-mail is written, tried out, sent to addresses by hand and to members, looked at, sent again and deleted [C-098] [C-099] [C-100] [C-101] [C-102] [C-103]', async ({
  shell,
  page,
  remote,
}) => {
  const smtp = await startSmtp('none')
  smtp.refuse('gone@example.com', (attempt) => (attempt === 1 ? { code: 550, words: 'no such user' } : null))
  const account = { account: MAIL_USER, password: MAIL_PASSWORD, smtp: '127.0.0.1', port: smtp.port, security: 'none' }
  await remote.post('api/cebest-cms/email-channel-manage/save-and-validate', {
    siteId: 1,
    sendName: '集团官网',
    ...account,
  })
  await shell.open('邮件发送记录')
  await page.getByRole('button', { name: '发送邮件' }).first().click()
  const dialog = page.getByRole('dialog', { name: '发送邮件' })
  await dialog.getByLabel('邮件主题').fill('八月通讯')
  await dialog.getByRole('combobox', { name: '发件邮箱' }).click()
  await page.getByRole('option', { name: /集团官网/ }).click()
  await dialog.getByRole('textbox', { name: '收件人邮箱' }).fill('a@example.com|gone@example.com|')
  await dialog.getByRole('button', { name: '选择会员' }).click()
  const picker = page.getByRole('dialog', { name: '选择会员' })
  await picker.getByRole('row').nth(1).getByRole('checkbox').check()
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('已选 1 个会员')).toBeVisible()
  await dialog.getByRole('textbox', { name: '邮件内容' }).fill('本月要闻')
  expect(await violations(page), '发送邮件').toEqual([])
  await dialog.getByRole('textbox', { name: '测试邮箱' }).fill('me@example.com')
  await dialog.getByRole('button', { name: '发送测试邮件' }).click()
  await expect(shell.toast('测试邮件已发送')).toBeVisible()
  expect(smtp.mails.map(({ to }) => to)).toEqual(['me@example.com'])
  await expect(dialog.getByLabel('发送时间日期')).toHaveCount(0)
  await dialog.getByRole('button', { name: '发送', exact: true }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: '八月通讯' })
  await expect(row).toContainText('已完成', { timeout: 20_000 })
  await expect(row).toContainText('2 / 3')
  await expect(row).toContainText('失败 1')
  await page.getByRole('button', { name: '查看 八月通讯' }).click()
  const drawer = page.getByRole('dialog', { name: '查看邮件' })
  await expect(drawer).toContainText('本月要闻')
  await expect(drawer).toContainText(`集团官网 <${MAIL_USER}>`)
  await expect(drawer).toContainText('立即发送')
  await expect(drawer.getByRole('row').filter({ hasText: 'gone@example.com' })).toContainText('550 no such user')
  expect(await violations(page), '查看邮件').toEqual([])
  await drawer.getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '更多 八月通讯' }).click()
  await page.getByRole('menuitem', { name: '重发失败的' }).click()
  await expect(row).toContainText('3 / 3', { timeout: 20_000 })
  expect(await violations(page), '邮件发送记录').toEqual([])
  await page.getByRole('button', { name: '删除 八月通讯' }).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(row).toHaveCount(0)
  await smtp.close()
})
