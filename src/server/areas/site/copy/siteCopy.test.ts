import { expect, it } from 'vitest'
import type { Column } from '#shared/contract/column.ts'
import type { Job } from '#shared/contract/job.ts'
import type { RunningJob } from '#server/http/jobWork.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { copySite } from './copy.ts'

/** Waits until a job has ended. */
async function ended(client: TestClient, jobId: number): Promise<Job> {
  await expect
    .poll(async () => (await client.ok('job.findById', { id: jobId })).endDate, { timeout: 20_000 })
    .not.toBe('')
  return client.ok('job.findById', { id: jobId })
}

/** A tree without what each site has of its own. */
const shape = (columns: readonly Column[]): unknown =>
  columns.map(({ title, code, sort, menuType, setting, child }) => ({
    title,
    code,
    sort,
    menuType,
    setting,
    child: shape(child ?? []),
  }))

let made = 0
const form = (id = 1) => {
  const name = `copy${Date.now().toString(36)}${++made}`
  return { id, title: '复制站', symbol: name, folder: name, domain: `${name}.example` }
}

onBothDatabases('copying a site', (server) => {
  it('copies columns, settings and the template files into the new folder [A-147] [A-230]', async () => {
    const admin = await server().as('admin')
    await admin.ok('site.updateBaseInfo', { id: 1, title: '集团官网', icp: '京ICP备1号', grayscale: true })
    const wanted = { ...form(), domain: 'HTTP://Copy.Example/' }
    const answer = await admin.call('site.copy', wanted)
    expect(answer).toMatchObject({ code: 200 })
    expect(answer.msg).toContain('重新登录')
    const job = await ended(admin, answer.data.jobId)
    expect(job).toMatchObject({ state: 'done', progress: 100, message: '已完成', kind: 'site.copy', siteId: 1 })
    const copy = await admin.ok('site.findById', { id: job.resultId })
    const { symbol, title } = wanted
    expect(copy).toMatchObject({ symbol, title, domain: 'copy.example', icp: '京ICP备1号', grayscale: true })
    expect(copy.isStatus).toBe(false)
    const tree = await admin.ok('column.getTree', { siteId: copy.id, showHiddenMenu: true })
    expect(tree.length).toBeGreaterThan(3)
    expect(shape(tree)).toEqual(shape(await admin.ok('column.getTree', { siteId: 1, showHiddenMenu: true })))
    const template = await admin.ok('template.findById', { id: copy.templateId })
    expect(template).toMatchObject({ folder: wanted.folder, siteId: copy.id, relationSiteIds: [copy.id] })
    const files = async (folder: string) =>
      (await admin.ok('templateSync.manifest', { folder })).entries.map(({ path, sha256 }) => [path, sha256])
    expect(await files(wanted.folder)).toEqual(await files('corporate'))
  })

  it('gives each copied column its fields and an address of its own', async () => {
    const admin = await server().as('admin')
    const { resultId } = await ended(admin, (await admin.ok('site.copy', form(2))).jobId)
    const of = (siteId: number) =>
      server().deps.db.selectFrom('site_column').selectAll().where('siteId', '=', siteId).execute()
    const rows = await of(resultId)
    const fields = async (siteId: number) => (await of(siteId)).map((row) => `${row.title} ${row.fields}`).toSorted()
    expect(await fields(resultId)).toEqual(await fields(2))
    expect(rows.length).toBeGreaterThan(3)
    for (const row of rows) if (row.manageUrl) expect(row.manageUrl).toMatch(new RegExp(`/${row.id}$`))
  })

  it.each([
    [{ title: '' }, '请输入站点名称', '[A-175]'],
    [{ symbol: '' }, '请输入站点标识符', '[A-176]'],
    [{ folder: '' }, '请输入站点模板文件夹', '[A-177]'],
    [{ domain: '' }, '请输入站点域名', '[A-178]'],
    [{ folder: '../x' }, '模板文件夹只能用', ''],
    [{ domain: 'a.cn:80' }, '不要带端口', ''],
    [{ symbol: 'ocean' }, '已被站点“海洋科技”使用', ''],
    [{ folder: 'Portfolio' }, '已被模板“风尚作品集”使用', ''],
    [{ domain: 'www.group.example' }, '已绑定到站点“集团官网”', ''],
    [{ id: 99_999 }, '99999', ''],
  ])('is refused at once with %j: %s %s', async (change, message, _row) => {
    const admin = await server().as('admin')
    const answer = await admin.call('site.copy', { ...form(), ...change })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.msg).toContain(message)
  })

  it('leaves nothing behind when it fails, and takes nothing that is not its own', async () => {
    const { deps, as } = server()
    const admin = await as('admin')
    const counts = async () =>
      Promise.all([
        admin.ok('site.page', {}).then((page) => page.totalElements),
        admin.ok('template.list', {}).then((page) => page.totalElements),
        deps.db
          .selectFrom('site_column')
          .select('id')
          .execute()
          .then((rows) => rows.length),
      ])
    const clash = form()
    // The folder is taken between the call and the job.
    const jobId = await deps.db.transaction().execute(async (db) => {
      const { folder } = clash
      const job = {
        kind: 'site.copy',
        title: '复制',
        state: 'queued',
        siteId: 1,
        accountId: 1,
        username: 'admin',
      } as const
      const rest = { progress: 0, message: '', resultId: 0, attempts: 0, cancelAsked: 0, leaseUntil: 0 } as const
      const row = { ...job, ...rest, input: JSON.stringify(clash), createTime: Date.now() }
      const { id } = await db.insertInto('job').values(row).returning('id').executeTakeFirstOrThrow()
      const template = { name: '先来', folder, folderKey: folder, templatePic: '', title: '', siteId: 0 }
      await db
        .insertInto('template')
        .values({ ...template, sort: 0, version: 1, createTime: Date.now(), feedEpoch: 'e' })
        .execute()
      return id
    })
    const before = await counts()
    await buildTemplate(admin)
    await admin.ok('site.copy', { ...form(), id: 2 }).then(({ jobId: other }) => ended(admin, other))
    const failed = await ended(admin, jobId)
    expect(failed).toMatchObject({ state: 'failed', resultId: 0 })
    expect(failed.message).toContain(`模板文件夹“${clash.folder}”已被另一个模板使用`)
    const [sites, templates] = await counts()
    expect([sites, templates]).toEqual([before[0] + 1, before[1] + 2])
    expect((await admin.ok('site.page', { key: clash.symbol })).totalElements).toBe(0)
  })

  it('copies one site twice at once: what one copy holds does not count as a change of the files', async () => {
    const { deps, as } = server()
    const admin = await as('admin')
    const before = (await admin.ok('site.page', {})).totalElements
    const job = (report: () => Promise<void>) => ({
      id: 0,
      input: form(2),
      accountId: 1,
      username: 'admin',
      report,
      finish: (change: Parameters<RunningJob['finish']>[0]) =>
        deps.db.transaction().execute(async (db) => void (await change(db))),
    })
    const copy = () =>
      copySite(
        deps,
        job(async () => undefined),
      )
    await Promise.all([copy(), copy()])
    expect((await admin.ok('site.page', {})).totalElements).toBe(before + 2)
  })
})
