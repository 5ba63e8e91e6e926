import { describe, expect, it } from 'vitest'
import { type ApiName, apiNames, operations } from '#shared/contract/registry.ts'
import { SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { buildSite } from '#tests/builders/site.ts'
import { buildTemplate, hashOf, putBatchBody } from '#tests/builders/template.ts'
import { upload } from '#tests/builders/upload.ts'
import { zipOf } from '#tests/builders/zip.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { snapshot } from '#tests/integration/server/harness/snapshot.ts'

interface Subject {
  id: number
  folder: string
  siteId: number
  /** Sites of the template, and one that is not. */
  sites: readonly [number, number]
  foreign: number
  /** A site that is to be bound. */
  adds: number
  /** An upload of the asker's own, for the calls that take one. */
  accessPath: string
}
type Input = (subject: Subject) => unknown
const file =
  (more: object): Input =>
  ({ folder }) => ({ path: folder, ...more })
const CSS = 'p {}'
const sha256 = await hashOf(CSS)

/** Every call that changes a template, right for one that is there. */
const WRITES: Partial<Record<ApiName, Input>> = {
  'template.save': ({ id, folder, siteId }) => ({ id, name: '改名', folder, siteId }),
  'template.deleteByIdList': ({ id }) => [id],
  'templateFile.save': file({ saveFileName: 'a.css', content: 'h1 {}' }),
  'templateFile.newFile': file({ filename: 'b.css' }),
  'templateFile.newFolder': file({ folderName: 'img' }),
  'templateFile.remove': file({ deleteFileName: 'a.css' }),
  'templateFile.rename': file({ sourceFileName: 'a.css', rename: 'c.css' }),
  'templateFile.unzip': file({ unzipFileName: 'a.zip' }),
  'templateFile.upload': ({ folder, accessPath }) => ({ path: folder, realName: 'a.css', accessPath }),
  'templateDraft.create': ({ id }) => ({ id }),
  'templateSync.put': ({ folder }) => ({
    folder,
    path: 'a.css',
    expected: sha256,
    sha256,
    content: Buffer.from(CSS).toString('base64'),
  }),
  'templateSync.remove': ({ folder }) => ({ folder, path: 'a.css', expected: sha256 }),
  'templateSync.makeFolder': ({ folder }) => ({ folder, path: 'fonts' }),
  'templateSync.putBatch': ({ folder }) => putBatchBody(folder, [{ path: 'b.css', content: 'b' }]),
  'templateSync.removeBatch': ({ folder }) => ({ folder, paths: [{ path: 'a.css', expected: sha256 }] }),
}
/** Every call that reads one. */
const READS: Partial<Record<ApiName, Input>> = {
  'template.findById': ({ id }) => ({ id }),
  'template.copy': ({ id, folder }) => ({ id, name: '副本', folder: `${folder}-2` }),
  'templateFile.list': file({}),
  'templateFile.templateList': ({ id }) => ({ templateId: id }),
  'templateFile.open': file({ openFileName: 'a.css' }),
  'templateFile.download': file({ downloadFileName: 'a.css' }),
  'templateFile.exportZip': ({ id }) => ({ id }),
  'templateDraft.find': ({ folder }) => ({ folder }),
  'templateMoment.page': ({ id }) => ({ templateId: id }),
  'templateRevision.page': ({ folder }) => ({ path: `${folder}/a.css` }),
  'templateRevision.removed': ({ folder }) => ({ path: folder }),
  'templateSync.manifest': ({ folder }) => ({ folder }),
  'templateSync.changes': ({ folder }) => ({ folder, since: 0, epoch: '' }),
  'templateSync.readBatch': ({ folder }) => ({ folder, paths: ['a.css'] }),
  'templateSync.wait': ({ folder }) => ({ folder, since: 0, timeoutMs: 0 }),
  // Adds one's own site to it; those of others stay.
  'templateSite.bind': ({ id, adds }) => ({ templateId: id, siteIds: [adds] }),
  'templateData.preview': ({ folder }) => ({ folder, path: 'index.html' }),
}
/** Why the others stand in neither. */
const OTHER: Partial<Record<ApiName, string>> = {
  'template.list': 'shows what may be read',
  'templateSite.page': 'as template.list',
  'template.recycled': 'as template.list',
  'templateSite.ofSite': 'asks for the site',
  'template.restore': 'below, of a deleted one',
  'templateData.read': 'gives what the sites of the caller publish, and no other',
  'templateFile.importZip': 'makes one, see the tests of the zip files',
  'templateDraft.changes': 'needs a draft, see the tests of the drafts',
  'templateDraft.file': 'as templateDraft.changes',
  'templateDraft.publish': 'as templateDraft.changes',
  'templateDraft.discard': 'as templateDraft.changes',
  'templateMoment.files': 'as templateDraft.changes',
  'templateMoment.file': 'as templateDraft.changes',
  'templateMoment.restore': 'as templateDraft.changes',
  'templateRevision.file': 'needs a version, see the tests of the history',
  'templateRevision.restore': 'as templateRevision.file',
  'templateRevision.limits': 'of the installation',
  'templateRevision.saveLimits': 'as templateRevision.limits',
  'templateData.names': 'asks for the site',
}

const MENUS = SYSTEM_MENUS.map(({ id }) => ({ siteId: 0, menuId: id }))
/** An account with all menus and these sites. */
async function holding(server: TestServer, sites: readonly number[]): Promise<TestClient> {
  await grantExactly(server.deps.db, 'editor', [
    ...MENUS,
    ...(await Promise.all(sites.map(async (siteId) => ({ siteId, menuId: await columnOf(server, siteId) })))),
  ])
  const client = signedIn.get(server) ?? server.as('editor')
  signedIn.set(server, client)
  return client
}
const signedIn = new WeakMap<TestServer, Promise<TestClient>>()
const columns = new Map<number, number>()
async function columnOf(server: TestServer, siteId: number): Promise<number> {
  const known = columns.get(siteId)
  if (known) return known
  const admin = await server.as('admin')
  const { id } = await admin.ok('column.saveBase', { siteId, title: '栏目', menuType: 1 })
  columns.set(siteId, id)
  return id
}

/** What a refused call must leave alone; the rights of the asker are changed between calls. */
async function unchanged(server: TestServer): Promise<Record<string, string>> {
  const { role: _version, role_grant: _rights, ...all } = await snapshot(server)
  return all
}

describe('the calls of templates', () => {
  it('each change or read one, or say why not', () => {
    const all = apiNames.filter((name) => name.startsWith('template'))
    expect(all.filter((name) => !WRITES[name] && !READS[name] && !OTHER[name])).toEqual([])
    for (const name of Object.keys(READS) as ApiName[])
      if (!['template.copy', 'templateSite.bind', 'templateData.preview'].includes(name))
        expect(operations[name].effect, name).toBe('read')
  })
})

onBothDatabases('a template that serves two sites', (server) => {
  /** `own`: of the first site and bound to the second; `shared`: of no site and bound to both. */
  async function subjectOf(kind: 'own' | 'shared'): Promise<Subject> {
    const admin = await server().as('admin')
    const { db } = server().deps
    // One that is enabled keeps its templates from being deleted.
    const closed = () => buildSite(db, { isStatus: 0 })
    const sites = [await closed(), await closed()] as const
    const foreign = await buildSite(db)
    const siteId = kind === 'own' ? sites[0] : 0
    const { id, folder } = await buildTemplate(admin, { siteId, files: { 'a.css': CSS } })
    await admin.ok('templateSite.bind', { templateId: id, siteIds: [...sites] })
    const zip = zipOf([{ name: 'a.css', content: 'h2 {}' }])
    const sent = await upload(admin, { name: 'a.zip', content: zip })
    await admin.ok('templateFile.upload', { path: folder, realName: 'a.zip', accessPath: sent.data.accessPath })
    return { id, folder, siteId, sites, foreign, adds: foreign, accessPath: '/files/none' }
  }
  const withUpload = async (client: TestClient, subject: Subject, siteId: number): Promise<Subject> => {
    const sent = await upload(client, {
      name: 'a.css',
      content: 'h3 {}',
      query: { dir: 'sync', siteId: String(siteId) },
    })
    return { ...subject, accessPath: sent.data.accessPath }
  }

  describe.each(['own', 'shared'] as const)('%s', (kind) => {
    it.each(Object.entries(WRITES))('%s needs every site', async (name, input) => {
      const subject = await subjectOf(kind)
      const [one, two] = subject.sites
      const few = [[], [subject.foreign], [one, subject.foreign], [two, subject.foreign]]
      const withFile = new Map<readonly number[], Subject>()
      for (const sites of [...few, subject.sites]) {
        const client = await holding(server(), sites)
        const takesFile = name === 'templateFile.upload' && sites[0] !== undefined
        withFile.set(sites, takesFile ? await withUpload(client, subject, sites[0]) : subject)
      }
      const call = async (sites: readonly number[]) =>
        (await holding(server(), sites)).call(name as ApiName, input(withFile.get(sites) ?? subject))
      const before = await unchanged(server())
      for (const sites of few)
        expect(await call(sites), `${name} ${sites.length}`).toMatchObject({
          status: 403,
          // A form that names a site is refused by the contract already.
          ...(sites.length === 2 && { msg: expect.stringMatching(/不能修改|没有该站点的权限/) }),
        })
      expect(await unchanged(server()), name).toEqual(before)
      const allowed = await call(subject.sites)
      expect(allowed.status, allowed.msg).toBe(200)
    })
    it.each(Object.entries(READS))('%s needs one site', async (name, input) => {
      const subject = await subjectOf(kind)
      // What is for all sites can be seen from each.
      const few = kind === 'own' ? [[], [subject.foreign]] : [[]]
      const call = async (sites: readonly number[]) => {
        const asked = { ...subject, adds: sites[0] ?? subject.foreign }
        return (await (await holding(server(), sites)).call(name as ApiName, input(asked))).status
      }
      // The first look at a site makes a column in it.
      for (const sites of [...few, [subject.sites[1]]]) await holding(server(), sites)
      const before = await unchanged(server())
      for (const sites of few) expect(await call(sites), `${name} ${sites.length}`).toBe(403)
      expect(await unchanged(server()), name).toEqual(before)
      expect(await call([subject.sites[1]])).toBe(200)
    })
    it('comes back from the recycle area by who holds every site', async () => {
      const subject = await subjectOf(kind)
      await (await server().as('admin')).ok('template.deleteByIdList', [subject.id])
      const restore = async (sites: readonly number[]) =>
        (await (await holding(server(), sites)).call('template.restore', [subject.id])).status
      expect([await restore([]), await restore([subject.sites[0]]), await restore(subject.sites)]).toEqual([
        403, 403, 200,
      ])
    })
  })
  it('copied by one of its sites, is that site’s', async () => {
    const { id, folder, sites } = await subjectOf('own')
    const client = await holding(server(), [sites[1]])
    const copy = await client.ok('template.copy', { id, name: '副本', folder: `${folder}-2` })
    expect(copy.siteId).toBe(sites[1])
    await client.ok('templateFile.newFile', { path: copy.folder, filename: 'b.css' })
  })
  it('for all sites and used by none, is changed by who holds them all; without a site nobody sees or makes any', async () => {
    const admin = await server().as('admin')
    const { id, folder } = await buildTemplate(admin, { siteId: 0 })
    const one = await holding(server(), [1])
    expect(await one.call('templateFile.newFile', { path: folder, filename: 'a.css' })).toMatchObject({ status: 403 })
    const none = await holding(server(), [])
    expect((await none.ok('template.list', {})).content).toEqual([])
    expect((await none.ok('templateSite.page', {})).content).toEqual([])
    expect(await none.ok('templateFile.list', { path: '' })).toEqual([])
    const made = await none.call('template.save', { name: '新', folder: `${folder}-new`, siteId: 0 })
    expect(made).toMatchObject({ status: 403, msg: expect.stringContaining('任何站点') })
    const zip = { accessPath: '/files/none.zip', folder: `${folder}-new` }
    expect(await none.call('templateFile.importZip', zip)).toMatchObject({
      status: 403,
      msg: expect.stringContaining('任何站点'),
    })
    // A site that is not there.
    const gone = [
      await admin.call('template.save', { name: '新', folder: `${folder}-new`, siteId: 999_999 }),
      await admin.call('templateFile.importZip', { ...zip, siteId: 999_999 }),
    ]
    for (const answer of gone) expect(answer).toMatchObject({ status: 404, msg: expect.stringContaining('站点') })
    const all = await server().deps.db.selectFrom('site').select('id').where('deleteTime', 'is', null).execute()
    const every = await holding(
      server(),
      all.map((site) => site.id),
    )
    await every.ok('template.save', { id, name: '改名', folder })
  })
})

onBothDatabases('names that the caller may not see', (server) => {
  it('are not revealed by a conflict of folder, symbol, domain or mark, nor by a list', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const mark = `m${crypto.randomUUID().slice(0, 8)}`
    const [code, own] = [`c${mark}`, await buildSite(db)]
    const siteId = await buildSite(db, { title: `站点 ${mark}`, symbol: code, domain: `${code}.example.com` })
    const { folder } = await buildTemplate(admin, { siteId, name: `模板 ${mark}`, folder: `t${mark}` })
    await admin.ok('column.saveBase', { siteId: own, title: `栏目 ${mark}`, menuType: 1, identifies: code })
    const shared = await buildTemplate(admin, { siteId: 0, name: '公用' })
    await admin.ok('templateSite.bind', { templateId: shared.id, siteIds: [siteId, own] })
    const client = await holding(server(), [own])
    const calls: [ApiName, unknown][] = [
      ['template.save', { name: '新', folder, siteId: own }],
      ['template.copy', { id: shared.id, name: '新', folder }],
      ['site.save', { id: own, title: '改名', symbol: code }],
      ['site.updateDomain', { id: own, domainList: [`${code}.example.com`] }],
      ['site.copy', { id: own, title: '副本', symbol: 'x', folder: 'x', domain: `${code}.example.com` }],
      ['site.copy', { id: own, title: '副本', symbol: code, folder: 'x', domain: 'x.example.com' }],
      ['site.copy', { id: own, title: '副本', symbol: 'x', folder, domain: 'x.example.com' }],
      ['column.saveBase', { siteId: own, title: '栏目', identifies: code }],
    ]
    for (const [name, input] of calls) {
      const answer = await client.call(name, input)
      expect(answer.status, `${name}: ${answer.msg}`).toBe(409)
      expect(JSON.stringify(answer).replaceAll(code, '').replaceAll(folder, ''), name).not.toContain(mark)
      const told = await admin.call(name, input)
      expect(told.msg, name).toContain(
        `“${name === 'column.saveBase' ? '栏目' : told.msg.includes('模板“') ? '模板' : '站点'} ${mark}”`,
      )
    }
    const [row] = (await client.ok('templateSite.page', { key: '公用' })).content
    expect(row?.relationSiteTitles).toContain('其他站点')
    expect(JSON.stringify(row)).not.toContain(mark)
  })
})
