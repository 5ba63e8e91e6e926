import { expect, test } from '../fixtures.ts'

/** Lists by the title of their screen: the call that reads them, and the rows of a page. */
const SIZES = [
  ['发件邮箱', 'emailChannel.page', 20],
  ['邮件发送记录', 'emailSend.page', 20],
  ['短信通道', 'smsChannel.page', 20],
  ['短信模板', 'smsTemplate.page', 20],
  ['短信营销', 'smsMarketing.page', 20],
  ['会员组', 'memberGroup.page', 20],
  ['会员等级', 'memberLevel.page', 20],
  ['站内信', 'siteMail.inbox', 10],
  ['公文流转', 'siteMail.inbox', 10],
  ['操作日志', 'log.page', 10],
  ['站点列表', 'site.page', 10],
] as const

test('lists begin with as many rows a page as the documents say [B-405] [C-383] [C-384]', async ({ shell, page }) => {
  test.slow()
  for (const [title, call, size] of SIZES) {
    const asked = page.waitForRequest((request) => {
      const body = request.postData() ?? ''
      return request.url().endsWith('/invoke') && body.includes(`"${call}"`) && /"size":(10|20)\b/.test(body)
    })
    await shell.open(title)
    expect((await asked).postData(), title).toContain(`"size":${size}`)
  }
})
