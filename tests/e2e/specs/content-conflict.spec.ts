import { expect, test } from '../fixtures.ts'
import { columnOfAllTypes, ContentForm, entryOf } from '../pages/contentForm.ts'

test('a text that two have changed is merged piece by piece, also where their paragraphs stand side by side', async ({
  page,
  remote,
  shell: _in,
}) => {
  const classId = await columnOfAllTypes(remote)
  const save = (id: number, content: string) =>
    remote.post(`api/cebest-cms/content/${classId}/save`, {
      classId,
      id,
      isStatus: false,
      fieldList: Object.entries({ title: '公告', content }).map(([fieldName, fieldValue]) => ({
        fieldName,
        fieldValue,
      })),
    })
  const { data } = await save(0, '<p>第一段</p><p>第二段</p><p>第三段</p>')
  const { id } = data as { id: number }
  await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
  const form = new ContentForm(page)
  await page.getByRole('button', { name: '编辑 公告' }).click()
  await form.group('正文').locator('p', { hasText: '第二段' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type('是我的')
  await save(id, '<p>别人的第一段</p><p>别人的第二段</p><p>第三段</p>')
  await form.button('保存到草稿').click()

  const conflict = page.getByRole('alertdialog', { name: '保存冲突' })
  const body = conflict.getByRole('region', { name: '正文', exact: true })
  await body.getByRole('radio', { name: '逐段合并' }).check()
  const place = (at: number) => body.getByRole('radiogroup', { name: `正文第 ${at} 处保留哪一个` })
  await expect(place(1).getByRole('radio', { name: '使用对方的内容' })).toBeChecked()
  const result = body.getByRole('region', { name: '正文合并结果' })
  await expect(result).toHaveText('还有未选择的修改')
  await place(2).getByRole('radio', { name: '使用我的内容' }).check()
  await expect(place(3)).toHaveCount(0)
  await expect(result).toContainText('别人的第一段')
  await expect(result).toContainText('第二段是我的')
  await conflict.getByRole('button', { name: '合并保存' }).click()
  // Behind it the form can't be seen by its role.
  await expect(conflict).toHaveCount(0)
  await expect(form.dialog).toHaveCount(0)
  // Without its tags, as lists answer it.
  expect((await entryOf(remote, classId, '公告'))['content']).toBe('别人的第一段 第二段是我的 第三段')
})
