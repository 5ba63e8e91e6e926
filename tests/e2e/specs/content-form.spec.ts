import { expect, test } from '../fixtures.ts'
import { columnOfAllTypes, ContentForm, entryOf } from '../pages/contentForm.ts'
import { question } from '../pages/templates.ts'

test('what is typed survives the loss of the page, and is offered with its time @smoke', async ({
  page,
  remote,
  shell: _signedIn,
}) => {
  const classId = await columnOfAllTypes(remote)
  await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
  const form = new ContentForm(page)
  const add = page.getByRole('main').getByRole('button', { name: '新增', exact: true })
  await add.click()
  await form.text('标题').fill('写到一半')
  const put = page.waitForResponse((answer) => (answer.request().postData() ?? '').includes('localDrafts.put'))
  await form.group('正文').locator('[contenteditable=true]').click()
  await page.keyboard.type('还没有保存的正文')
  await put
  await expect.poll(() => form.kept(classId)).toContain('还没有保存的正文')
  // No word to the page: it is gone as in a crash.
  await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true))
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()

  await add.click()
  await expect(page.getByText(/您于 .* 编辑的内容未保存/)).toBeVisible()
  await page.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(form.text('标题')).toHaveValue('写到一半')
  await expect(form.group('正文').locator('[contenteditable=true]')).toHaveText('还没有保存的正文')
  await form.save('保存到草稿')
  await expect(page.getByRole('button', { name: '编辑 写到一半' })).toBeVisible()
  await add.click()
  await expect(form.text('标题')).toHaveValue('')
})

test('two editors of one entry choose field by field, and the history leads back', async ({ page, remote, shell }) => {
  const classId = await columnOfAllTypes(remote)
  const save = (id: number, values: Record<string, string>) =>
    remote.post(`api/cebest-cms/content/${classId}/save`, {
      classId,
      id,
      isStatus: false,
      fieldList: Object.entries(values).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue })),
    })
  const { data } = await save(0, { title: '最早的标题', note: '最早的摘要' })
  const { id } = data as { id: number }
  await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
  const form = new ContentForm(page)
  await page.getByRole('button', { name: '编辑 最早的标题' }).click()
  await form.text('标题').fill('我的标题')
  await save(id, { title: '别人的标题', note: '别人的摘要' })
  await form.button('保存到草稿').click()

  const conflict = page.getByRole('alertdialog', { name: '保存冲突' })
  const title = conflict.getByRole('region', { name: '标题' })
  await expect(title).toContainText('双方均已修改')
  await title.getByRole('radio', { name: '我的内容' }).check()
  await expect(conflict.getByRole('region', { name: '摘要' }).getByRole('radio', { name: '对方的内容' })).toBeChecked()
  await conflict.getByRole('button', { name: '合并保存' }).click()
  // Behind it the form can't be seen by its role.
  await expect(conflict).toHaveCount(0)
  await expect(form.dialog).toHaveCount(0)
  expect(await entryOf(remote, classId, '我的标题')).toMatchObject({
    title: '我的标题',
    note: '别人的摘要',
    version: 3,
  })

  await page.getByRole('button', { name: '编辑 我的标题' }).click()
  await form.button('历史版本').click()
  const history = page.getByRole('dialog', { name: '历史版本' })
  await expect(history.getByRole('button', { name: /第 \d 版/ })).toHaveCount(3)
  await expect(history.locator('ins')).toHaveText('我的')
  await history.getByRole('button', { name: /第 1 版/ }).click()
  await history.getByRole('button', { name: '还原到此版本' }).click()
  await question(page).getByRole('button', { name: '还原' }).click()
  await expect(shell.toast('还原成功')).toBeVisible()
  await expect(form.text('标题')).toHaveValue('最早的标题')
  await expect(form.text('摘要')).toHaveValue('最早的摘要')
})

test('sensitive words are marked where they stand, the first of them in view, and replaced in one click each', async ({
  page,
  remote,
  shell,
}) => {
  const classId = await columnOfAllTypes(remote)
  for (const [sensitiveWord, propWord] of [
    ['最高级', '优秀'],
    ['假一赔十', ''],
  ])
    await remote.post('api/cebest-cms/sensitive/save', { id: 0, sensitiveWord, propWord })
  await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
  const form = new ContentForm(page)
  await page.getByRole('main').getByRole('button', { name: '新增', exact: true }).click()
  await form.text('标题').fill('最高级产品')
  const body = form.group('正文').locator('[contenteditable=true]')
  await body.click()
  await page.keyboard.type('我们假一赔十，最高级的服务')
  // Far below what is marked first.
  await form.group('标签').scrollIntoViewIfNeeded()
  await expect(form.text('标题')).not.toBeInViewport()
  await form.button('保存并发布').click()
  await question(page).getByRole('button', { name: '返回修改' }).click()
  await expect(form.dialog.getByRole('list', { name: '标题中的敏感词' })).toBeInViewport()
  // In the text they are marked themselves, and a button leads to each.
  await expect(body.locator('.marked-word')).toHaveText(['假一赔十', '最高级'])
  const chosen = (): Promise<string> => page.evaluate(() => getSelection()?.toString() ?? '')
  await form.button('定位“最高级”').last().click()
  await expect(body).toBeFocused()
  expect(await chosen()).toBe('最高级')
  await form.button('定位“最高级”').first().click()
  await expect(form.text('标题')).toBeFocused()
  expect(await chosen()).toBe('最高级')
  await form.button('替换为“优秀”').first().click()
  await expect(form.text('标题')).toHaveValue('优秀产品')
  await expect(form.dialog.getByRole('list', { name: '正文中的敏感词' })).toBeInViewport()
  await form.button('替换为“优秀”').click()
  await form.button('删除该词').click()
  await expect(body).toHaveText('我们，优秀的服务')
  await expect(body.locator('.marked-word')).toHaveCount(0)
  await form.save('保存并发布')
  await expect(shell.toast('保存成功')).toBeVisible()
  expect(await entryOf(remote, classId, '优秀产品')).toMatchObject({ isStatus: true })
})

test('Escape at once after the first sign of a text asks, and what is typed stays', async ({
  page,
  remote,
  shell: _signedIn,
}) => {
  const classId = await columnOfAllTypes(remote)
  await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
  const form = new ContentForm(page)
  await page.getByRole('main').getByRole('button', { name: '新增', exact: true }).click()
  const text = form.group('正文').locator('[contenteditable=true]')
  await text.click()
  // The editor tells the form after a pause in typing: the key comes before it.
  await text.evaluate(async (element) => {
    document.execCommand('insertText', false, '甲')
    await new Promise((resolve) => setTimeout(resolve, 0))
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  })
  const asked = page.getByRole('alertdialog', { name: '有未保存的内容' })
  await expect(asked).toBeVisible()
  await asked.getByRole('button', { name: '取消' }).click()
  await expect(text).toHaveText('甲')
})
