import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { buildSite } from '#tests/builders/site.ts'
import { buildTemplate, hashOf, putFile } from '#tests/builders/template.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const LINES = 'one\ntwo\nthree\nfour\nfive\n'

/** All files of a folder with their text. */
async function textsOf(client: TestClient, folder: string): Promise<Record<string, string>> {
  const { entries } = await client.ok('templateSync.manifest', { folder })
  const texts: Record<string, string> = {}
  for (const { path, kind } of entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const at = path.lastIndexOf('/')
    const place = { path: [folder, path.slice(0, Math.max(at, 0))].filter(Boolean).join('/') }
    if (kind === 'file')
      texts[path] = (await client.ok('templateFile.open', { ...place, openFileName: path.slice(at + 1) })).content
  }
  return texts
}

async function change(client: TestClient, folder: string, path: string, from: string, to: string): Promise<void> {
  const content = Buffer.from(to).toString('base64')
  const input = { folder, path, expected: await hashOf(from), sha256: await hashOf(to), content }
  await client.ok('templateSync.put', input)
}
const remove = async (client: TestClient, folder: string, path: string, text: string) =>
  client.ok('templateSync.remove', { folder, path, expected: await hashOf(text) })

/** A template with a draft; answers both folders. */
async function drafted(client: TestClient, files: Record<string, string>) {
  const { id, folder } = await buildTemplate(client, { files })
  const { draft } = await client.ok('templateDraft.create', { id })
  return { id, live: folder, draft: draft?.folder ?? '' }
}

async function publish(client: TestClient, id: number, answers: { path: string; take: 'draft' | 'live' }[] = []) {
  const { signature } = await client.ok('templateDraft.changes', { id })
  return client.call('templateDraft.publish', { id, signature, answers })
}

onBothDatabases('drafts of templates', (server) => {
  it('are copies that the file and sync calls work on, and that no list shows', async () => {
    const admin = await server().as('admin')
    const { id, live, draft } = await drafted(admin, { 'css/a.css': 'a', 'index.html': '<p>' })
    expect(draft).toMatch(new RegExp(`^${live}~`))
    expect(await textsOf(admin, draft)).toEqual({ 'css/a.css': 'a', 'index.html': '<p>' })
    await change(admin, draft, 'css/a.css', 'a', 'b')
    expect(await textsOf(admin, live)).toEqual({ 'css/a.css': 'a', 'index.html': '<p>' })
    const lists = [
      await admin.ok('template.list', { size: 1000 }),
      await admin.ok('templateSite.page', { size: 1000 }),
      await admin.ok('templateFile.list', { path: '' }),
    ]
    expect(JSON.stringify(lists)).toContain(live)
    expect(JSON.stringify(lists)).not.toContain('~')
    const state = { templateId: id, folder: live, draft: { folder: draft, createdBy: 'admin' } }
    for (const folder of [live, draft]) expect(await admin.ok('templateDraft.find', { folder })).toMatchObject(state)
    expect(await admin.call('templateDraft.create', { id })).toMatchObject({
      status: 409,
      msg: expect.stringContaining('已有草稿（由 admin 创建）'),
    })
  })

  it('are published in one step, and undone in one', async () => {
    const admin = await server().as('admin')
    const { id, live, draft } = await drafted(admin, { 'a.css': 'a', 'old/b.css': 'b', 'same.css': 's' })
    await change(admin, draft, 'a.css', 'a', 'a2')
    await remove(admin, draft, 'old/b.css', 'b')
    await admin.ok('templateSync.remove', { folder: draft, path: 'old', folderEntry: true, expected: null })
    await putFile(admin, draft, 'new/c.css', 'c')
    const { changes } = await admin.ok('templateDraft.changes', { id })
    expect(changes.map(({ path, kind, change: what, way }) => [path, kind, what, way])).toEqual([
      ['a.css', 'file', 'changed', 'publish'],
      ['new/c.css', 'file', 'added', 'publish'],
      ['old/b.css', 'file', 'removed', 'publish'],
    ])
    expect(await admin.ok('templateDraft.file', { id, path: 'a.css' })).toMatchObject({
      draft: { text: 'a2' },
      live: { text: 'a' },
      base: { text: 'a' },
    })
    const before = await admin.ok('templateSync.manifest', { folder: live })
    const { data } = await publish(admin, id)
    const published = { 'a.css': 'a2', 'new/c.css': 'c', 'same.css': 's' }
    expect(await textsOf(admin, live)).toEqual(published)
    // Whoever follows the template sees all of it at one version.
    const { entries } = await admin.ok('templateSync.changes', {
      folder: live,
      since: before.version,
      epoch: before.epoch,
    })
    expect(entries.map(({ path, kind }) => `${kind} ${path}`).toSorted()).toEqual([
      'file a.css',
      'file new/c.css',
      'folder new',
      'gone old',
      'gone old/b.css',
    ])
    expect((await admin.ok('templateDraft.changes', { id })).changes).toEqual([])

    const { files, signature, moment } = await admin.ok('templateMoment.files', { id: data.momentId })
    expect(moment).toMatchObject({ kind: 'publish', by: 'admin', files: 3, changed: 5 })
    expect(files.filter(({ touched }) => touched).map(({ path, state, since }) => [path, state, since])).toEqual([
      ['a.css', 'changed', false],
      ['new/c.css', 'added', false],
      ['old/b.css', 'missing', false],
    ])
    const back = { id: data.momentId, signature, whole: true, undo: true }
    expect(await admin.ok('templateMoment.restore', back)).toMatchObject({ restored: 3 })
    expect(await textsOf(admin, live)).toEqual({ 'a.css': 'a', 'old/b.css': 'b', 'same.css': 's' })
    // The draft has them still, to be published once more.
    expect(await textsOf(admin, draft)).toEqual(published)
    expect((await admin.ok('templateDraft.changes', { id })).changes.map(({ way }) => way)).toEqual(
      Array.from({ length: 3 }, () => 'publish'),
    )
    await publish(admin, id)
    expect(await textsOf(admin, live)).toEqual(published)
    const kinds = (await admin.ok('templateMoment.page', { templateId: id })).content.map(({ kind }) => kind)
    expect(kinds).toEqual(['publish', 'undo', 'publish'])
  })

  it('never overwrite what the template got meanwhile: it is taken, merged or asked about [S9] [S10]', async () => {
    const admin = await server().as('admin')
    const { id, live, draft } = await drafted(admin, {
      'merge.css': LINES,
      'ask.css': 'a',
      'live.css': 'l',
      'gone.css': 'g',
    })
    await change(admin, live, 'merge.css', LINES, LINES.replace('one', 'ONE'))
    await change(admin, draft, 'merge.css', LINES, LINES.replace('five', 'FIVE'))
    await change(admin, live, 'ask.css', 'a', 'of live')
    await change(admin, draft, 'ask.css', 'a', 'of draft')
    await change(admin, live, 'live.css', 'l', 'l2')
    await putFile(admin, live, 'fresh.css', 'f')
    await change(admin, live, 'gone.css', 'g', 'g2')
    await remove(admin, draft, 'gone.css', 'g')
    const { changes } = await admin.ok('templateDraft.changes', { id })
    expect(changes.map(({ path, way, change: what }) => [path, way, what])).toEqual([
      ['ask.css', 'ask', 'changed'],
      ['fresh.css', 'take', 'added'],
      ['gone.css', 'ask', 'removed'],
      ['live.css', 'take', 'changed'],
      ['merge.css', 'merge', 'changed'],
    ])
    expect(await publish(admin, id)).toMatchObject({ status: 409, msg: expect.stringContaining('ask.css') })
    expect((await textsOf(admin, live))['ask.css']).toBe('of live')
    const answers = [
      { path: 'ask.css', take: 'draft' as const },
      { path: 'gone.css', take: 'live' as const },
    ]
    expect(await publish(admin, id, answers)).toMatchObject({ status: 200, data: { published: 2, taken: 4 } })
    const both = {
      'ask.css': 'of draft',
      'fresh.css': 'f',
      'gone.css': 'g2',
      'live.css': 'l2',
      'merge.css': LINES.replace('one', 'ONE').replace('five', 'FIVE'),
    }
    expect(await textsOf(admin, live)).toEqual(both)
    expect(await textsOf(admin, draft)).toEqual(both)
    expect((await admin.ok('templateDraft.changes', { id })).changes).toEqual([])
    // What the publication took from the template, and what it took from the draft.
    const { content } = await admin.ok('templateMoment.page', { templateId: id })
    expect(content.map(({ kind }) => kind)).toEqual(['publish', 'draft'])
    const [ofLive, ofDraft] = content
    const then = async (momentId = 0, path = '') =>
      (await admin.ok('templateMoment.file', { id: momentId, path })).before
    expect(await then(ofLive?.id, 'ask.css')).toMatchObject({ text: 'of live' })
    expect(await then(ofDraft?.id, 'merge.css')).toMatchObject({ text: LINES.replace('five', 'FIVE') })
    expect(await then(ofDraft?.id, 'gone.css')).toMatchObject({ exists: false })
  })

  it('are not published when a file has changed after it was shown [S11]', async () => {
    const admin = await server().as('admin')
    const { id, live, draft } = await drafted(admin, { 'a.css': 'a', 'b.css': 'b' })
    await change(admin, draft, 'a.css', 'a', 'a2')
    const { signature } = await admin.ok('templateDraft.changes', { id })
    await change(admin, live, 'a.css', 'a', 'by hand')
    expect(await admin.call('templateDraft.publish', { id, signature })).toMatchObject({
      status: 409,
      msg: expect.stringContaining('文件刚刚有新的变化'),
    })
    expect(await textsOf(admin, live)).toEqual({ 'a.css': 'by hand', 'b.css': 'b' })
    expect((await admin.ok('templateMoment.page', { templateId: id })).content).toEqual([])
    expect((await admin.ok('templateDraft.changes', { id })).changes).toMatchObject([{ path: 'a.css', way: 'ask' }])
  })

  it('become files from folders, folders from files, and names in another case [S33]', async () => {
    const admin = await server().as('admin')
    const { id, live, draft } = await drafted(admin, {
      file: 'f',
      'folder/a.css': 'a',
      'Logo.svg': '<svg/>',
      'CSS/x.css': 'x',
    })
    const rename = (sourceFileName: string, to: string) =>
      admin.ok('templateFile.rename', { path: draft, sourceFileName, rename: to })
    await rename('file', 'away')
    await rename('folder', 'file')
    await rename('away', 'folder')
    await rename('Logo.svg', 'logo.svg')
    await rename('CSS', 'css')
    const wanted = { 'css/x.css': 'x', 'file/a.css': 'a', folder: 'f', 'logo.svg': '<svg/>' }
    expect(await textsOf(admin, draft)).toEqual(wanted)
    expect(await publish(admin, id)).toMatchObject({ status: 200 })
    expect(await textsOf(admin, live)).toEqual(wanted)
    const [moment] = (await admin.ok('templateMoment.page', { templateId: id })).content
    const { signature } = await admin.ok('templateMoment.files', { id: moment?.id ?? 0 })
    await admin.ok('templateMoment.restore', { id: moment?.id ?? 0, signature, whole: true })
    expect(await textsOf(admin, live)).toEqual({
      'CSS/x.css': 'x',
      'Logo.svg': '<svg/>',
      file: 'f',
      'folder/a.css': 'a',
    })
  })

  it('keep bytes of other encodings and binary files as they are [S3] [S37]', async () => {
    const admin = await server().as('admin')
    const { id, live, draft } = await drafted(admin, {})
    const gbk = iconv.encode('<p>海洋科技有限公司</p>\r\n', 'gbk')
    const picture = Buffer.from([0x89, 0x50, 0, 1, 2, 255])
    const hashes = [await putFile(admin, draft, 'gbk.html', gbk), await putFile(admin, draft, 'a.png', picture)]
    await publish(admin, id)
    const { entries } = await admin.ok('templateSync.manifest', { folder: live })
    expect(entries.map(({ sha256 }) => sha256).toSorted()).toEqual(hashes.toSorted())
    expect(await admin.ok('templateDraft.file', { id, path: 'a.png' })).toMatchObject({
      draft: { exists: true, size: 6, text: null },
    })
  })

  it('that were given up can be put into another one, file by file', async () => {
    const admin = await server().as('admin')
    const { id, live, draft } = await drafted(admin, { 'a.css': 'a', 'b.css': 'b' })
    await change(admin, draft, 'a.css', 'a', 'a2')
    await change(admin, draft, 'b.css', 'b', 'b2')
    await admin.ok('templateDraft.discard', { id })
    expect(await admin.ok('templateDraft.find', { folder: live })).toMatchObject({ draft: null })
    expect(await admin.call('templateSync.manifest', { folder: draft })).toMatchObject({ status: 404 })
    const [moment] = (await admin.ok('templateMoment.page', { templateId: id })).content
    expect(moment).toMatchObject({ kind: 'discard', files: 2 })
    const at = { id: moment?.id ?? 0 }
    const none = await admin.ok('templateMoment.files', at)
    expect(await admin.call('templateMoment.restore', { ...at, ...none, whole: true })).toMatchObject({
      status: 409,
      msg: expect.stringContaining('请先新建草稿'),
    })
    const second = await admin.ok('templateDraft.create', { id })
    const { signature } = await admin.ok('templateMoment.files', at)
    await admin.ok('templateMoment.restore', { ...at, signature, paths: ['a.css'] })
    expect(await textsOf(admin, second.draft?.folder ?? '')).toEqual({ 'a.css': 'a2', 'b.css': 'b' })
    expect(await textsOf(admin, live)).toEqual({ 'a.css': 'a', 'b.css': 'b' })
  })

  it('report which files of a publication were changed again since, and restore only the chosen ones', async () => {
    const admin = await server().as('admin')
    const { id, live, draft } = await drafted(admin, { 'a.css': 'a', 'b.css': 'b' })
    await change(admin, draft, 'a.css', 'a', 'a2')
    await change(admin, draft, 'b.css', 'b', 'b2')
    const { data } = await publish(admin, id)
    await change(admin, live, 'a.css', 'a2', 'a3')
    const { files, signature } = await admin.ok('templateMoment.files', { id: data.momentId })
    expect(files.map(({ path, since }) => [path, since])).toEqual([
      ['a.css', true],
      ['b.css', false],
    ])
    const stale = await admin.ok('templateMoment.files', { id: data.momentId })
    await admin.ok('templateMoment.restore', { id: data.momentId, signature, paths: ['b.css'], undo: true })
    expect(await textsOf(admin, live)).toEqual({ 'a.css': 'a3', 'b.css': 'b' })
    expect(
      await admin.call('templateMoment.restore', { id: data.momentId, signature: stale.signature, whole: true }),
    ).toMatchObject({ status: 409, msg: expect.stringContaining('文件刚刚有新的变化') })
  })

  it('belong to who may change the template, on all its sites', async () => {
    const admin = await server().as('admin')
    const { db } = server().deps
    const sites = [await buildSite(db), await buildSite(db)]
    const columns = await Promise.all(
      sites.map(async (siteId) => (await admin.ok('column.saveBase', { siteId, title: '栏目', menuType: 1 })).id),
    )
    const [siteId = 0] = sites
    const menus = SYSTEM_MENUS.map((menu) => ({ siteId: 0, menuId: menu.id }))
    await grantExactly(db, 'editor', [...menus, { siteId, menuId: columns[0] ?? 0 }])
    const editor = await server().as('editor')
    const { id, live, draft } = await drafted(admin, { 'a.css': 'a' })
    await admin.ok('templateSite.bind', { templateId: id, siteIds: sites })
    await change(admin, draft, 'a.css', 'a', 'b')
    const { signature } = await admin.ok('templateDraft.changes', { id })
    const { data } = await publish(admin, id)
    const moment = await admin.ok('templateMoment.files', { id: data.momentId })
    // Of one of its two sites: the files may be seen, and none changed.
    for (const [name, input] of [
      ['templateDraft.changes', { id }],
      ['templateDraft.file', { id, path: 'a.css' }],
      ['templateMoment.files', { id: data.momentId }],
      ['templateMoment.file', { id: data.momentId, path: 'a.css' }],
      ['templateSync.manifest', { folder: draft }],
    ] as const)
      expect((await editor.call(name, input)).status, name).toBe(200)
    for (const [name, input] of [
      ['templateDraft.publish', { id, signature }],
      ['templateDraft.discard', { id }],
      ['templateMoment.restore', { id: data.momentId, signature: moment.signature, whole: true }],
      ['templateSync.makeFolder', { folder: draft, path: 'x' }],
    ] as const)
      expect(await editor.call(name, input), name).toMatchObject({
        status: 403,
        msg: expect.stringMatching(/没有权限/),
      })
    expect(await textsOf(admin, live)).toEqual({ 'a.css': 'b' })
    // Nothing that is meant for a template itself is done to its copy.
    const row = await server()
      .deps.db.selectFrom('template')
      .select('id')
      .where('folder', '=', draft)
      .executeTakeFirst()
    for (const [name, input] of [
      ['template.deleteByIdList', [row?.id]],
      ['template.save', { id: row?.id, name: 'x', folder: 'taken-over' }],
      ['template.copy', { id: row?.id, name: 'x', folder: 'x-copy' }],
      ['templateDraft.create', { id: row?.id }],
    ] as const)
      expect(await admin.call(name, input), name).toMatchObject({ status: 404 })
  })

  it('wait with their template in the recycle area, and go with it', async () => {
    const admin = await server().as('admin')
    const { id, draft } = await drafted(admin, { 'a.css': 'a' })
    await admin.ok('template.deleteByIdList', [id])
    expect(await admin.call('templateSync.manifest', { folder: draft })).toMatchObject({ status: 404 })
    await admin.ok('template.restore', [id])
    expect(await textsOf(admin, draft)).toEqual({ 'a.css': 'a' })
    const { removeExpired } = await import('../recycle/repo.ts')
    await admin.ok('template.deleteByIdList', [id])
    await server().deps.db.updateTable('template').set({ deleteTime: 1 }).where('id', '=', id).execute()
    await removeExpired(server().deps)
    const rows = await server().deps.db.selectFrom('template').select('id').where('draftOf', '=', id).execute()
    expect(rows).toEqual([])
  })

  it('keep their states by age, number and size, and drop contents that nothing names', async () => {
    const admin = await server().as('admin')
    const { id, draft } = await drafted(admin, { 'a.css': '0' })
    for (let n = 1; n <= 4; n++) {
      await change(admin, draft, 'a.css', String(n - 1), String(n))
      await publish(admin, id)
    }
    const { pruneRestorePoints, RESTORE_POINT_LIMITS } = await import('./prune.ts')
    const momentsOf = async () => (await admin.ok('templateMoment.page', { templateId: id })).content
    await pruneRestorePoints(server().deps)
    expect(await momentsOf()).toHaveLength(4)
    await pruneRestorePoints(server().deps, { ...RESTORE_POINT_LIMITS, moments: 3 })
    expect(await momentsOf()).toHaveLength(3)
    await pruneRestorePoints(server().deps, { ...RESTORE_POINT_LIMITS, bytes: 2 })
    const left = await momentsOf()
    expect(left).toHaveLength(2)
    // A content that is gone is said, and nothing else is harmed.
    await rm(join(server().deps.dataDir, 'uploads', 'bytes'), { recursive: true })
    const { signature } = await admin.ok('templateMoment.files', { id: left[0]?.id ?? 0 })
    expect(await admin.call('templateMoment.restore', { id: left[0]?.id ?? 0, signature, whole: true })).toMatchObject({
      status: 404,
      msg: expect.stringContaining('内容已不在服务器上'),
    })
  })
})
