import { expect, it } from 'vitest'
import { pairs } from '#tests/builders/content.ts'
import { aField } from '#tests/builders/field.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { columnNamed } from '#tests/builders/column.ts'

const OTHER_SITE = 2

onBothDatabases('copies of content on another site', (server) => {
  const fields = [
    aField('title'),
    aField('labels', { fieldType: 'RelationLabel', fieldAlias: '标签' }),
    aField('related', { fieldType: 'RelationContent', fieldAlias: '相关内容' }),
  ]
  async function columns(admin: TestClient) {
    const like = await columnNamed(admin, '集团新闻')
    const made = async (toSiteId: number) => {
      const column = await admin.ok('column.copy', { copyIdFrom: like.id, toMenuParentId: 0, toSiteId })
      await admin.ok('column.settingField', { id: column.id, menuFieldDTOList: fields })
      return column
    }
    return { from: await made(like.siteId), beside: await made(like.siteId), to: await made(OTHER_SITE) }
  }
  const label = async (admin: TestClient, siteId: number, category: string, title: string): Promise<number> => {
    const found = await admin.ok('labelCategory.page', { siteId, key: category })
    const at = found.content[0] ?? (await admin.ok('labelCategory.save', { title: category, siteId }))
    return (await admin.ok('label.save', { title, classId: at.id, siteId })).id
  }
  const save = async (admin: TestClient, classId: number, values: Record<string, string>): Promise<number> =>
    (await admin.ok('content.save', { classId, fieldList: pairs(values) })).id

  it('get only labels and related entries of that site, and the message names what was dropped', async () => {
    const admin = await server().as('admin')
    const { from, beside, to } = await columns(admin)
    const [named, alone, elsewhere] = [
      await label(admin, from.siteId, '行业甲', '气象'),
      await label(admin, from.siteId, '行业甲', '只在本站'),
      await label(admin, from.siteId, '行业甲', '改了分类'),
    ]
    await label(admin, OTHER_SITE, '地区甲', '气象')
    const there = await label(admin, OTHER_SITE, '行业甲', '气象')
    const moved = await label(admin, OTHER_SITE, '地区甲', '改了分类')

    const copiedBefore = await save(admin, from.id, { title: '已复制过去的' })
    const [copy] = (await admin.ok('content.copy', { classId: from.id, copyIdsFrom: [copiedBefore], toMenuId: to.id }))
      .ids
    const stays = await save(admin, from.id, { title: '没有复制过去的' })
    const values = {
      title: '带关联的',
      labels: [named, alone, elsewhere].join(','),
      related: [stays, copiedBefore, 99_999_999_999].join(','),
    }
    const id = await save(admin, from.id, values)

    const order = { classId: from.id, copyIdsFrom: [id], toMenuId: to.id, toSiteId: OTHER_SITE }
    const answer = await admin.call('content.copy', order)
    expect(answer.msg).toBe('复制成功；字段“标签”、“相关内容”中目标站点没有的标签或关联内容未复制')
    const made = await admin.ok('content.findById', { classId: to.id, id: answer.data.ids[0] ?? 0 })
    expect(made).toMatchObject({ labels: `${there},${moved}`, related: String(copy), labelIds: [there, moved] })
    // On its own site nothing is taken from it.
    const same = await admin.call('content.copy', { classId: from.id, copyIdsFrom: [id], toMenuId: beside.id })
    expect(same.msg).toBe('复制成功')
    expect(await admin.ok('content.findById', { classId: beside.id, id: same.data.ids[0] ?? 0 })).toMatchObject(values)
    expect(await admin.ok('content.findById', { classId: from.id, id })).toMatchObject(values)
  })

  it('lose labels and related entries that the site lacks when moved; the history keeps them', async () => {
    const admin = await server().as('admin')
    const { from, to } = await columns(admin)
    const alone = await label(admin, from.siteId, '行业乙', '只在本站')
    const values = { title: '搬走的', labels: String(alone) }
    const id = await save(admin, from.id, values)
    const order = { classId: from.id, copyIdsFrom: [id], toMenuId: to.id, isCut: true }
    expect((await admin.call('content.copy', order)).msg).toBe(
      '移动成功，已存为草稿；字段“标签”中目标站点没有的标签或关联内容已移除，可在历史版本中查看',
    )
    expect(await admin.ok('content.findById', { classId: to.id, id })).toMatchObject({ labels: '', labelIds: [] })
    const [, first] = (await admin.ok('content.revisions', { classId: to.id, id })).content
    const revision = await admin.ok('content.revision', { classId: to.id, id, revisionId: first?.id ?? 0 })
    expect(JSON.stringify(revision)).toContain(String(alone))
  })
  it('restore from an earlier revision what this site has, and the message names the rest', async () => {
    const admin = await server().as('admin')
    const { from, to } = await columns(admin)
    const [both, alone] = [
      await label(admin, from.siteId, '行业丙', '两站都有'),
      await label(admin, from.siteId, '行业丙', '只在原站'),
    ]
    const there = await label(admin, OTHER_SITE, '行业丙', '两站都有')
    const related = await save(admin, from.id, { title: '留在原站的' })
    const values = { title: '第一版', labels: `${both},${alone}`, related: String(related) }
    const id = await save(admin, from.id, values)
    await admin.ok('content.copy', { classId: from.id, copyIdsFrom: [id], toMenuId: to.id, isCut: true })
    const { content } = await admin.ok('content.revisions', { classId: to.id, id })
    const restored = await admin.call('content.restoreRevision', {
      classId: to.id,
      id,
      revisionId: content.at(-1)?.id ?? 0,
    })
    expect(restored.msg).toBe('还原成功；字段“标签”、“相关内容”中当前站点没有的标签或关联内容未还原')
    expect(await admin.ok('content.findById', { classId: to.id, id })).toMatchObject({
      title: '第一版',
      labels: String(there),
      labelIds: [there],
      related: '',
    })
  })
})
