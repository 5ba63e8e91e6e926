import { expect, it } from 'vitest'
import { queueAutoBuilds } from '../statics/auto.ts'
import { buildStatics, ended, visit } from '#tests/builders/builtSite.ts'
import { columnNamed } from '#tests/builders/column.ts'
import { saveArticle } from '#tests/builders/content.ts'
import { deployTo, folderTarget, makeTargetFolder, readTarget } from '#tests/builders/publishTarget.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const WAIT = { timeout: 30_000, interval: 50 }
const PAGE = /^https:\/\/www\.group\.example\/news\/group\/\d+\.html$/

async function stateOf(client: TestClient, classId: number, id: number) {
  const [state = null] = await client.ok('publicState.list', { classId, ids: [id] })
  return state
}

async function published(client: TestClient, title: string) {
  const { id: classId } = await columnNamed(client, '集团新闻')
  const { id } = await saveArticle(client, classId, { title }, { isStatus: true })
  return { classId, id, state: () => stateOf(client, classId, id) }
}

onBothDatabases('the public state of an entry', (_server, start) => {
  it('is that of the page at the server when there is no target', async () => {
    const admin = await (await start()).as('admin')
    const entry = await published(admin, '第一篇')
    expect(await entry.state()).toEqual({
      id: entry.id,
      kind: 'waiting',
      reason: '自动生成未开启',
      url: '',
      needsBuild: true,
    })
    await buildStatics(admin)
    expect(await entry.state()).toMatchObject({ kind: 'live', reason: '', url: expect.stringMatching(PAGE) })
    const row = { classId: entry.classId, idList: [entry.id] }
    await admin.ok('content.unpublish', row)
    expect(await entry.state()).toMatchObject({ kind: 'leaving', url: expect.stringMatching(PAGE), needsBuild: true })
    await buildStatics(admin)
    expect(await entry.state()).toMatchObject({ kind: 'gone', url: '' })
    await admin.ok('content.publish', row)
    await buildStatics(admin)
    await admin.ok('content.deleteByIdList', { ...row, final: false })
    expect(await entry.state()).toMatchObject({ kind: 'leaving' })
    await buildStatics(admin)
    expect(await entry.state()).toMatchObject({ kind: 'gone' })
    await admin.ok('content.deleteByIdList', { ...row, final: true })
    expect(await entry.state()).toBeNull()
  })

  it('is that of the target which the domain names, when there is one', async () => {
    const admin = await (await start()).as('admin')
    const folder = await makeTargetFolder()
    const test = await makeTargetFolder()
    await admin.ok('publishTarget.save', folderTarget(test, { name: '测试', origin: 'https://test.group.example' }))
    const { id: targetId } = await admin.ok('publishTarget.save', folderTarget(folder, { basePath: '/bureau' }))
    const entry = await published(admin, '第一篇')
    await buildStatics(admin)
    expect(await entry.state()).toMatchObject({
      kind: 'undeployed',
      reason: '“正式”没有开启自动发布，请在“发布目标”中发布',
      url: '',
    })
    await deployTo(admin, targetId)
    const url = `https://www.group.example/bureau/news/group/${entry.id}.html`
    expect(await entry.state()).toMatchObject({ kind: 'live', url })
    await saveArticle(admin, entry.classId, { title: '改过的标题' }, { id: entry.id, isStatus: true })
    expect(await entry.state()).toMatchObject({ kind: 'waiting', url })
    await buildStatics(admin)
    expect(await entry.state()).toMatchObject({ kind: 'undeployed', url })
    await deployTo(admin, targetId)
    expect(await entry.state()).toMatchObject({ kind: 'live', url })
    expect((await readTarget(folder)).get(`news/group/${entry.id}.html`)).toContain('改过的标题')
    await admin.ok('content.unpublish', { classId: entry.classId, idList: [entry.id] })
    await buildStatics(admin)
    expect(await entry.state()).toMatchObject({ kind: 'leaving', url, needsBuild: false })
    await deployTo(admin, targetId)
    expect(await entry.state()).toMatchObject({ kind: 'gone', url: '' })
    expect((await readTarget(folder)).has(`news/group/${entry.id}.html`)).toBe(false)
  })

  it('says why a build failed', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const entry = await published(admin, '第一篇')
    await server.deps.db.updateTable('site').set({ templateId: 0 }).where('id', '=', 1).execute()
    const reason = '站点没有选择模板，请在“站点模板关联”中选择'
    expect(await entry.state()).toMatchObject({ kind: 'waiting', reason, needsBuild: false })
    const { ended: job } = await buildStatics(admin)
    expect(job.state).toBe('failed')
    expect(await entry.state()).toMatchObject({ kind: 'failed', reason: job.message, url: '', needsBuild: false })
  })

  it('says why a deployment failed, and goes live when the target is right', async () => {
    const admin = await (await start()).as('admin')
    const folder = await makeTargetFolder()
    await buildStatics(admin, 2)
    const other = await admin.ok('publishTarget.save', folderTarget(folder, { siteId: 2 }))
    await deployTo(admin, other.id)
    const form = folderTarget(folder, { isAuto: true })
    const { id, version } = await admin.ok('publishTarget.save', form)
    const entry = await published(admin, '第一篇')
    await buildStatics(admin)
    await expect.poll(async () => (await entry.state())?.kind, WAIT).toBe('deployFailed')
    expect((await entry.state())?.reason).toMatch(/^这个目标已用于站点“/)
    await admin.ok('publishTarget.save', { ...form, id, version, folder: await makeTargetFolder() })
    await deployTo(admin, id)
    expect(await entry.state()).toMatchObject({ kind: 'live', reason: '' })
  })

  it('tells a column without pages from one whose pages are to come', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const entry = await published(admin, '第一篇')
    const column = server.deps.db.updateTable('site_column').where('id', '=', entry.classId)
    await column.set({ frontDetailUrl: '[]' }).execute()
    await buildStatics(admin)
    expect(await entry.state()).toMatchObject({
      kind: 'noPage',
      reason: '栏目“集团新闻”没有设置详情页地址，内容没有网页',
      needsBuild: false,
    })
  })

  it('is never more than is there: drafts have none, and a cleared site waits again', async () => {
    const admin = await (await start()).as('admin')
    const entry = await published(admin, '第一篇')
    const draft = await saveArticle(admin, entry.classId, { title: '草稿' }, { isStatus: false })
    await buildStatics(admin)
    expect(await stateOf(admin, entry.classId, draft.id)).toBeNull()
    await ended(admin, (await admin.ok('statics.cleanAllHTML', { id: 1 })).jobId)
    expect(await entry.state()).toMatchObject({ kind: 'waiting', url: '' })
    const { id: other } = await columnNamed(admin, '行业动态')
    expect(await stateOf(admin, other, entry.id)).toBeNull()
  })

  it('changes by itself on new sites, which build automatically', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const copy = { id: 1, title: '新站点', symbol: 'fresh', folder: 'fresh', domain: 'fresh.example' }
    const { jobId } = await admin.ok('site.copy', copy)
    const { resultId: siteId } = await ended(admin, jobId)
    expect(await admin.ok('statics.state', { id: siteId })).toMatchObject({ isAuto: true })
    await admin.ok('site.publish', [{ id: siteId }])
    const { id: classId } = await columnNamed(admin, '集团新闻', siteId)
    const { id } = await saveArticle(admin, classId, { title: '自动上线' }, { isStatus: true })
    expect(await stateOf(admin, classId, id)).toMatchObject({ needsBuild: false, url: '' })
    await queueAutoBuilds(server.deps)
    await expect.poll(async () => (await stateOf(admin, classId, id))?.kind, WAIT).toBe('live')
    const { url = '' } = (await stateOf(admin, classId, id)) ?? {}
    expect(url).toBe(`https://fresh.example/news/group/${id}.html`)
    expect((await visit(server, 'fresh.example', new URL(url).pathname)).text).toContain('自动上线')
  })
})
