import { expect, it } from 'vitest'
import { ended } from '#tests/builders/builtSite.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { begun, into, linesOf, NEWS } from '#tests/builders/contentImport.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { wxrOf } from '#tests/builders/wxr.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { ImportMapping } from '#shared/contract/contentImport.ts'

let made = 90_000

/** Imports one post as a draft; `change` imports it again with another text. */
async function imported(client: TestClient, classId: number) {
  const post = { id: ++made, title: '原来的', content: '<p>原来的</p>' }
  const once = async (who: TestClient, title: string, more: Partial<ImportMapping> = {}) => {
    const text = wxrOf([{ ...post, title, content: `<p>${title}</p>` }])
    const { id } = await begun(who, 'wxr', `${title}.xml`, text)
    const answer = await who.call('contentImport.run', { id, groups: into(classId, NEWS), ...more })
    if (answer.code !== 200) return { refused: answer.msg }
    await ended(who, answer.data.jobId)
    return { line: (await linesOf(who, id))[0] }
  }
  await once(client, post.title)
  const { content } = await client.ok('content.page', { classId, size: 10 })
  const { id = 0 } = content.find(({ title }) => title === post.title) ?? {}
  return { id, change: (who: TestClient, title: string) => once(who, title, { again: 'update' }) }
}

const titleOf = async (client: TestClient, classId: number, id: number) =>
  (await client.ok('content.findById', { classId, id })).title

onBothDatabases('an import that updates', (server) => {
  it('needs the right to edit, and for what is public the right to publish', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id, change } = await imported(admin, classId)
    const grant = async (...settings: number[]) => {
      await grantExactly(server().deps.db, 'editor', [{ siteId: 1, menuId: classId, settings }])
      return server().as('editor')
    }
    expect(await change(await grant(1121), '不许的')).toMatchObject({ refused: expect.stringContaining('编辑') })
    const editor = await grant(1121, 1102)
    expect((await change(editor, '草稿里的')).line).toMatchObject({ outcome: 'updated' })
    await admin.ok('content.publish', { classId, idList: [id] })
    expect((await change(editor, '公开的')).line).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('发布'),
    })
    expect(await titleOf(admin, classId, id)).toBe('草稿里的')
    expect((await change(await grant(1121, 1102, 1104), '公开的')).line).toMatchObject({ outcome: 'updated' })
    expect(await titleOf(admin, classId, id)).toBe('公开的')
  })

  it('shows no sensitive word, and nothing that a workflow has not agreed to', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id, change } = await imported(admin, classId)
    await admin.ok('content.publish', { classId, idList: [id] })
    await admin.ok('sensitive.save', { sensitiveWord: '绝密词' })
    expect((await change(admin, '有绝密词的')).line).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('绝密词'),
    })
    await linkWorkflow(admin, classId, await buildWorkflow(admin))
    expect((await change(admin, '等同意的')).line).toMatchObject({
      outcome: 'updated',
      reason: expect.stringContaining('已提交审批'),
    })
    expect(await titleOf(admin, classId, id)).toBe('原来的')
    expect((await admin.ok('content.form', { classId, id })).fields).toContainEqual(
      expect.objectContaining({ fieldName: 'title', value: '等同意的' }),
    )
  })

  it('leaves what the source does not know, defaults too', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { menuFieldDTOList } = await admin.ok('column.getSettingField', { id: classId })
    await admin.ok('column.settingField', {
      id: classId,
      menuFieldDTOList: menuFieldDTOList.map((field) =>
        field.fieldName === 'seoTitle' || field.fieldName === 'source' ? { ...field, defaultValue: '默认' } : field,
      ),
    })
    const name = menuFieldDTOList.find(({ fieldName }) => ['seoTitle', 'source'].includes(fieldName))?.fieldName ?? ''
    expect(name).not.toBe('')
    const { id, change } = await imported(admin, classId)
    await saveArticle(admin, classId, { title: '原来的', [name]: '手写的' }, { id, isStatus: false })
    await change(admin, '改过的')
    expect(await admin.ok('content.findById', { classId, id })).toMatchObject({ title: '改过的', [name]: '手写的' })
  })
})
