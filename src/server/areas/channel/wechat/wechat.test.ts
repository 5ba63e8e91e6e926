import { beforeEach, expect, it } from 'vitest'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { pngOf, upload } from '#tests/builders/upload.ts'
import { type FakeWechat, startFakeWechat } from '#tests/fakes/wechat.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

const RULES = JSON.stringify({
  title: 'title',
  author: 'author',
  digest: 'summary',
  thumb_media_id: '',
  content: 'content',
})
let wechat: FakeWechat

interface Stage {
  admin: TestClient
  classId: number
  configId: number
}

async function stage(server: TestServer): Promise<Stage> {
  const { db } = server.deps
  for (const table of ['wechat_rule', 'wechat_config', 'job'] as const) await db.deleteFrom(table).execute()
  server.deps.wechatUrl = wechat.url
  const admin = await server.as('admin')
  const { id: classId } = await emptyColumn(admin)
  const config = { siteId: 1, title: '集团公众号', appId: wechat.appId, appSecret: wechat.secret }
  return { admin, classId, configId: (await admin.ok('wechatConfig.save', config)).id }
}
const ruleOf = ({ admin, classId }: Stage, more: object = {}) =>
  admin.ok('wechatRule.save', {
    title: '新闻',
    ruleType: 1,
    isRun: false,
    siteId: 1,
    classId,
    rules: RULES,
    ...more,
  })
/** Runs the rule to its end. */
async function run({ admin }: Stage, id: number) {
  const { jobId } = await admin.ok('wechatRule.run', { id })
  await expect
    .poll(async () => (await admin.ok('job.findById', { id: jobId })).endDate, { timeout: 20_000 })
    .not.toBe('')
  return admin.ok('job.findById', { id: jobId })
}
const picture = async (admin: TestClient, name: string, width: number): Promise<string> => {
  const query = { siteId: '1', register: '1' }
  return (await upload(admin, { kind: 'image', name, content: pngOf(width, 8), query })).data.accessPath
}

onBothDatabases('official accounts', (server) => {
  beforeEach(async () => {
    wechat = await startFakeWechat()
    return () => wechat.close()
  })
  it('are kept with a sealed secret that nobody is answered [C-174] [C-235] [C-236] [C-237] [C-327] [C-328] [C-329] [C-330]', async () => {
    const { admin, configId } = await stage(server())
    const row = await server().deps.db.selectFrom('wechat_config').selectAll().executeTakeFirstOrThrow()
    expect(row.appSecret).not.toContain(wechat.secret)
    const found = await admin.ok('wechatConfig.findById', { id: configId })
    expect(found).toMatchObject({ title: '集团公众号', appId: wechat.appId, hasSecret: true })
    expect(JSON.stringify(found)).not.toContain(wechat.secret)
    expect(JSON.stringify(await admin.ok('log.page', { size: 50 }))).not.toContain(wechat.secret)
    const changed = await admin.ok('wechatConfig.save', { ...found, title: '新名称' })
    expect(changed).toMatchObject({ title: '新名称', version: 2 })
    expect((await admin.call('wechatConfig.save', { ...found, title: '旧' })).status).toBe(409)
    const said = async (more: object) =>
      (await admin.call('wechatConfig.save', { siteId: 1, title: '一', appId: 'a', appSecret: 'b', ...more })).msg
    expect(await said({ title: '' })).toBe('请输入标题')
    expect(await said({ appId: '' })).toBe('请输入appId')
    expect(await said({ appSecret: '' })).toBe('请输入appSecret')
    expect(await said({ ...changed, appId: 'wx-other', appSecret: '' })).toBe('更换了appId，请重新填写appSecret')
    expect((await admin.ok('wechatConfig.page', { siteId: 1, key: '新名' })).totalElements).toBe(1)
    await admin.ok('wechatConfig.deleteByIdList', [configId])
    expect((await admin.call('wechatConfig.findById', { id: configId })).status).toBe(404)
  })
  it('have rules that report missing values [C-175] [C-176] [C-200] [C-238] [C-239] [C-240] [C-241] [C-242] [C-331] [C-332] [C-333] [C-334]', async () => {
    const given = await stage(server())
    const { admin, classId } = given
    const rule = await ruleOf(given, { ruleType: 0 })
    expect(rule).toMatchObject({ ruleType: 0, isRun: false, siteTitle: '集团官网', rules: RULES })
    expect((await admin.ok('wechatRule.page', { siteId: 1 })).content).toEqual([rule])
    const form = { title: '一', ruleType: 1, siteId: 1, classId, rules: RULES }
    const said = async (more: object) => (await admin.call('wechatRule.save', { ...form, ...more })).msg
    expect(await said({ title: '' })).toBe('请输入账号')
    expect(await said({ siteId: 0 })).toBe('请选择源站点')
    expect(await said({ classId: 0 })).toBe('请选择源站栏目')
    expect(await said({ ruleType: null })).toBe('请选择数据规则')
    expect(await said({ rules: '{}' })).toBe('请为标题和正文选择字段')
    expect(await said({ rules: RULES.replace('summary', 'nothing') })).toContain('没有字段“nothing”')
    const page = await server()
      .deps.db.selectFrom('site_column')
      .select('id')
      .where('siteId', '=', 1)
      .where('menuType', '=', 0)
      .executeTakeFirstOrThrow()
    expect(await said({ classId: page.id })).toBe('只能选择列表栏目')
    await admin.ok('wechatRule.updateRun', { id: rule.id, isRun: true })
    expect(await admin.ok('wechatRule.findById', { id: rule.id })).toMatchObject({ isRun: true, version: 2 })
    await admin.ok('wechatRule.deleteByIdList', [rule.id])
    expect((await admin.call('wechatRule.findById', { id: rule.id })).status).toBe(404)
  })
  it('get the published entries as drafts, with their pictures and whole links, each once', async () => {
    const given = await stage(server())
    const { admin, classId } = given
    const [cover, inner] = [await picture(admin, '封面.png', 9), await picture(admin, '图.png', 10)]
    const rules = RULES.replace('"thumb_media_id":""', '"thumb_media_id":"photo"')
    const content = `<p>正文<img src="${inner}"><a href="/about">关于</a></p>`
    await saveArticle(admin, classId, { title: '年报', author: '张三', summary: '摘要', photo: cover, content })
    await saveArticle(admin, classId, { title: '草稿' }, { isStatus: false })
    const rule = await ruleOf(given, { rules })
    expect(await run(given, rule.id)).toMatchObject({ state: 'done' })
    expect(wechat.drafts).toMatchObject([{ title: '年报', author: '张三', digest: '摘要' }])
    const [draft] = wechat.drafts
    expect(draft?.content).toContain('https://mmbiz.qpic.cn/')
    expect(draft?.content).not.toContain(inner)
    expect(draft?.content).not.toContain('href="/about"')
    expect(wechat.pictures.map(({ path }) => path).toSorted()).toEqual(['material/add_material', 'media/uploadimg'])
    await saveArticle(admin, classId, { title: '第二篇', photo: cover, content })
    await run(given, rule.id)
    expect(wechat.drafts.map(({ title }) => title)).toEqual(['年报', '第二篇'])
    expect(wechat.pictures, 'the account has them already').toHaveLength(2)
    expect(wechat.tokens, 'one token for all of it').toEqual(['token-1'])
    expect(await admin.ok('wechatRule.findById', { id: rule.id })).toMatchObject({ done: 2, failed: 0 })
  })
  it('log why an article failed, and retry it in the next run', async () => {
    const given = await stage(server())
    const { admin, classId } = given
    const inner = await picture(admin, '图.png', 11)
    const { id, version } = await saveArticle(admin, classId, { title: '无图', content: '<p>没有图片</p>' })
    await saveArticle(admin, classId, { title: '有图', content: `<p><img src="${inner}">好</p>` })
    const rule = await ruleOf(given)
    await run(given, rule.id)
    const log = async () => (await admin.ok('wechatLog.page', { ruleId: rule.id })).content
    expect(await log()).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ title: '无图', state: 'failed', reason: expect.stringContaining('没有封面图') }),
        expect.objectContaining({ title: '有图', state: 'done', reason: '' }),
      ]),
    )
    await saveArticle(admin, classId, { title: '无图', content: `<p><img src="${inner}">有了</p>` }, { id, version })
    await run(given, rule.id)
    expect(wechat.drafts.map(({ title }) => title)).toEqual(['有图', '无图'])
    expect((await log()).every(({ state }) => state === 'done')).toBe(true)
  })
  it('report the refusals of WeChat; an expired token is renewed, and an invalid response is doubtful until it is reviewed', async () => {
    const given = await stage(server())
    const { admin, classId } = given
    const inner = await picture(admin, '图.png', 12)
    await saveArticle(admin, classId, { title: '一', content: `<p><img src="${inner}">好</p>` })
    const rule = await ruleOf(given)
    wechat.refusals.set('draft/add', { errcode: 45009, errmsg: 'reach max api daily quota limit' })
    expect(await run(given, rule.id)).toMatchObject({ state: 'failed', message: expect.stringContaining('已达上限') })
    wechat.tokens.push('made by another program')
    wechat.refusals.set('draft/add', 'drop')
    await run(given, rule.id)
    const [doubtful] = (await admin.ok('wechatLog.page', { ruleId: rule.id })).content
    expect(doubtful).toMatchObject({ state: 'doubtful', reason: expect.stringContaining('可能已有该文章') })
    await run(given, rule.id)
    expect(wechat.drafts, 'it is not sent again by itself').toEqual([])
    await admin.ok('wechatLog.retry', { id: doubtful?.id ?? 0 })
    expect(await run(given, rule.id)).toMatchObject({ state: 'done' })
    expect(wechat.drafts).toHaveLength(1)
    expect(wechat.tokens.at(-1)).toBe('token-3')
  })
  it('push by themselves what is published while the rule is on', async () => {
    const given = await stage(server())
    const { admin, classId } = given
    const inner = await picture(admin, '图.png', 13)
    await ruleOf(given, { isRun: true })
    await saveArticle(admin, classId, { title: '自动', content: `<p><img src="${inner}">好</p>` })
    await expect.poll(() => wechat.drafts.map(({ title }) => title), { timeout: 20_000 }).toEqual(['自动'])
  })
  it('give their published articles to the column as drafts, with the pictures in the library, each once', async () => {
    const given = await stage(server())
    const { admin, classId } = given
    wechat.files.set('a.png', pngOf(31, 9))
    const src = `${wechat.url}mmbiz/a.png`
    const article = (title: string, content: string) => ({
      article_id: title,
      content: { news_item: [{ title, author: '微信', digest: '摘要', content, thumb_url: src, is_deleted: false }] },
    })
    wechat.published.push(
      article('文章一', `<p onclick="x()">正文<img data-src="${src}"><script>1</script></p>`),
      article('缺图', `<p><img src="${wechat.url}mmbiz/gone.png"></p>`),
    )
    const rule = await ruleOf(given, {
      ruleType: 0,
      rules: RULES.replace('"thumb_media_id":""', '"thumb_media_id":"photo"'),
    })
    await run(given, rule.id)
    const list = async () => (await admin.ok('content.page', { classId })).content
    const [entry] = await list()
    const found = await admin.ok('content.findById', { classId, id: entry?.id ?? 0 })
    expect(JSON.stringify(found)).toContain('微信')
    expect(JSON.stringify(found)).not.toMatch(/onclick|script|mmbiz/)
    expect(JSON.stringify(found).match(/\/files\/[\w/.-]+png/g)?.length).toBeGreaterThanOrEqual(2)
    expect((await admin.ok('wechatLog.page', { ruleId: rule.id, state: 'failed' })).content).toMatchObject([
      { title: '缺图', reason: expect.stringContaining('无法下载') },
    ])
    wechat.files.set('gone.png', pngOf(32, 9))
    await run(given, rule.id)
    await run(given, rule.id)
    expect((await list()).length).toBe(2)
  })
})
