import { expect, test } from '../fixtures.ts'
import { columnWith, ContentForm, entryOf } from '../pages/contentForm.ts'
import { question } from '../pages/templates.ts'

const CMS = 'api/cebest-cms/content'

test('what was typed into an entry that others delete for good is saved as a new one: from the form, or after a crash', async ({
  shell: _in,
  page,
  remote,
}) => {
  test.slow()
  const classId = await columnWith(remote, [
    { fieldName: 'title', fieldAlias: '标题', fieldType: 'SingleLine', isList: true },
    { fieldName: 'note', fieldAlias: '摘要', fieldType: 'MultiLine' },
  ])
  const add = async (title: string): Promise<number> => {
    const fieldList = [{ fieldName: 'title', fieldValue: title }]
    const { data } = await remote.post(`${CMS}/${classId}/save`, { classId, id: 0, isStatus: false, fieldList })
    return (data as { id: number }).id
  }
  const removeForGood = async (id: number): Promise<void> => {
    const answer = await remote.post(`${CMS}/${classId}/deleteByIdList`, { classId, idList: [id], final: true })
    expect(answer).toMatchObject({ code: 200 })
  }
  const [first, second] = [await add('第一篇'), await add('第二篇')]
  await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
  const form = new ContentForm(page)

  await page.getByRole('button', { name: '编辑 第一篇' }).click()
  await expect(form.text('标题')).toBeFocused()
  await form.text('摘要').fill('写了很久的摘要')
  await removeForGood(first)
  await form.button('保存到草稿').click()
  await expect(question(page)).toContainText('表单中的内容尚未保存')
  await question(page).getByRole('button', { name: '另存为新内容' }).click()
  await expect(form.dialog).toHaveCount(0)
  expect(await entryOf(remote, classId, '第一篇')).toMatchObject({ title: '第一篇', version: 1 })

  await page.getByRole('button', { name: '编辑 第二篇' }).click()
  const put = page.waitForResponse((answer) => (answer.request().postData() ?? '').includes('localDrafts.put'))
  await form.text('标题').fill('第二篇，改了一半')
  await put
  await removeForGood(second)
  await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true))
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: '未保存的内容（1）' }).click()
  await page.getByRole('button', { name: '打开 第二篇，改了一半' }).click()
  await expect(page.getByText(/已从服务器彻底删除/)).toBeVisible()
  await page.getByRole('button', { name: '作为新内容打开' }).click()
  await expect(form.text('标题')).toHaveValue('第二篇，改了一半')
  await form.save('保存到草稿')
  await expect(page.getByRole('button', { name: /未保存的内容/ })).toHaveCount(0)
  expect(await entryOf(remote, classId, '第二篇')).toMatchObject({ title: '第二篇，改了一半' })
})
