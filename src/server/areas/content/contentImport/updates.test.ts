import { expect, it } from 'vitest'
import { groupOf } from '#tests/builders/account.ts'
import { ended } from '#tests/builders/builtSite.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, pairs } from '#tests/builders/content.ts'
import { begun, into, linesOf } from '#tests/builders/contentImport.ts'
import { sheetOf } from '#tests/builders/sheet.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

/** What has to be there for an article to be public. */
const WHOLE = { publishTime: '2026-03-01 09:00:00', content: '<p>正文</p>' }

/** A column with two entries out of a sheet that names number, title and source, and what a second sheet does to them. */
async function stage(server: TestServer) {
  const admin = await server.as('admin')
  const { id: classId } = await emptyColumn(admin)
  const bring = async (client: TestClient, rows: readonly (readonly string[])[], again: 'skip' | 'update') => {
    const content = await sheetOf([['编号', '名称', '出处'], ...rows.map((row) => [...row])])
    const { id } = await begun(client, 'sheet', `${classId}.xlsx`, content)
    const columns = [
      { title: '名称', fieldName: 'title' },
      { title: '出处', fieldName: 'source' },
    ]
    const answer = await client.call('contentImport.run', {
      id,
      groups: into(classId, ''),
      columns,
      keyTitle: '编号',
      again,
    })
    if (answer.status !== 200) return answer.msg
    await ended(client, answer.data.jobId)
    return (await linesOf(client, id)).map(({ outcome, reason }) => [outcome, reason])
  }
  const keyed = `${classId}`
  await bring(
    admin,
    [
      [`${keyed}-1`, '甲', '旧'],
      [`${keyed}-2`, '乙', '旧'],
    ],
    'skip',
  )
  const { content } = await admin.ok('content.page', { classId, size: 10 })
  const idOf = (title: string) => content.find((entry) => entry.title === title)?.id ?? 0
  const [first, second] = [idOf('甲'), idOf('乙')]
  const save = (id: number, values: Record<string, string>, isStatus: boolean) =>
    admin.ok('content.save', { classId, id, isStatus, fieldList: pairs(values) })
  const entry = (id: number) => admin.ok('content.findById', { classId, id })
  const update = (client: TestClient) =>
    bring(
      client,
      [
        [`${keyed}-1`, '甲二', '新'],
        [`${keyed}-2`, '乙二', '新'],
      ],
      'update',
    )
  return { admin, classId, first, second, save, entry, update, db: server.deps.db }
}

onBothDatabases('an import that updates', (server) => {
  it('submits updates of public entries where approval is required; nothing changes publicly until then', async () => {
    const { admin, classId, first, second, save, entry, update, db } = await stage(server())
    await save(first, WHOLE, true)
    await linkWorkflow(admin, classId, await buildWorkflow(admin, { nodes: [[await groupOf(db, 'editor')]] }))
    await save(second, WHOLE, true)
    expect((await entry(second)).approveInstanceId).not.toBe('')
    expect(await update(admin)).toEqual([
      ['updated', '已提交审批，同意后公开'],
      ['updated', '已撤回原审批申请'],
    ])
    // What is public stays as it was; what waited with the old words waits no more, and nobody agrees to them by mistake.
    expect(await entry(first)).toMatchObject({
      isStatus: true,
      source: '旧',
      approveInstanceId: expect.stringMatching(/./),
    })
    expect(await entry(second)).toMatchObject({ isStatus: false, source: '新', approveInstanceId: '' })
    const { content } = await admin.ok('approval.taskList', { state: 0, seeAll: true, pageSize: 50 })
    const task = content.find(({ dataId }) => dataId === first)
    expect(content.some(({ dataId }) => dataId === second)).toBe(false)
    await admin.ok('approval.approve', { taskId: task?.taskId ?? 0, pass: true })
    expect(await entry(first)).toMatchObject({
      isStatus: true,
      title: '甲二',
      source: '新',
      publishTime: WHOLE.publishTime,
    })
  })

  it('leaves pending entries alone where their application cannot be withdrawn', async () => {
    const { admin, classId, first, save, entry, update } = await stage(server())
    await linkWorkflow(admin, classId, await buildWorkflow(admin, { revocability: false }))
    await save(first, WHOLE, true)
    expect(await update(admin)).toEqual([
      ['failed', expect.stringContaining('不允许撤回')],
      ['updated', ''],
    ])
    expect(await entry(first)).toMatchObject({ source: '旧', approveInstanceId: expect.stringMatching(/./) })
  })

  it('changes nothing public for accounts that may not publish, and nothing at all for accounts that may not edit', async () => {
    const { classId, first, second, save, entry, update, db } = await stage(server())
    await save(first, WHOLE, true)
    // 1121 is 导入, 1102 编辑.
    await grantExactly(db, 'editor', [{ siteId: 1, menuId: classId, settings: [1121] }])
    expect(await update(await server().as('editor'))).toContain('编辑')
    await grantExactly(db, 'editor', [{ siteId: 1, menuId: classId, settings: [1121, 1102] }])
    expect(await update(await server().as('editor'))).toEqual([
      ['failed', expect.stringContaining('发布')],
      ['updated', ''],
    ])
    expect(await entry(first)).toMatchObject({ title: '甲', source: '旧', isStatus: true })
    expect(await entry(second)).toMatchObject({ title: '乙二', source: '新', isStatus: false })
  })

  it('asks nobody’s agreement for a sensitive word in public: it names the word and leaves the entry', async () => {
    const { admin, first, save, entry, update } = await stage(server())
    await save(first, WHOLE, true)
    const { id } = await admin.ok('sensitive.save', { sensitiveWord: '甲二' })
    const [line] = (await update(admin)) as string[][]
    await admin.ok('sensitive.deleteByIdList', [id])
    expect(line).toEqual(['failed', expect.stringContaining('甲二')])
    expect(await entry(first)).toMatchObject({ title: '甲', isStatus: true })
  })

  it('leaves what its sheet does not name, also where the column has a default for it', async () => {
    const { admin, classId, first, save, entry, update } = await stage(server())
    const { menuFieldDTOList } = await admin.ok('column.getSettingField', { id: classId })
    const fields = menuFieldDTOList.map((field) =>
      field.fieldName === 'author' ? { ...field, defaultValue: '编辑部' } : field,
    )
    await admin.ok('column.settingField', { id: classId, menuFieldDTOList: fields })
    await save(first, { ...WHOLE, author: '王小明' }, true)
    await update(admin)
    expect(await entry(first)).toMatchObject({ source: '新', author: '王小明', isStatus: true })
  })
})
