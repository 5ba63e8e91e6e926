import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { pruneRevisions } from './limits.ts'
import { storesOf } from '#server/storage/stores.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { buildSite } from '#tests/builders/site.ts'
import { buildTemplate, hashOf, putBatchBody, putFile } from '#tests/builders/template.ts'
import { upload } from '#tests/builders/upload.ts'
import { zipOf } from '#tests/builders/zip.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

/** Versions of a file, the newest first: how each came, by whom, and its text where it is kept. */
async function historyOf(client: TestClient, path: string): Promise<string[]> {
  const { content } = await client.ok('templateRevision.page', { path, page: 1, size: 100 })
  const lines: string[] = []
  for (const { id, kind, by, isCurrent, isKept, machine } of content) {
    const text = isKept || isCurrent ? (await client.ok('templateRevision.file', { id })).version.text : '-'
    lines.push([kind, by, machine, isCurrent ? 'now' : '', text].filter(Boolean).join(' '))
  }
  return lines
}
const save = (client: TestClient, path: string, name: string, content: string) =>
  client.ok('templateFile.save', { path, saveFileName: name, content })
const textOf = async (client: TestClient, path: string, openFileName: string) =>
  (await client.ok('templateFile.open', { path, openFileName })).content
const latest = async (client: TestClient, path: string, at = 0) =>
  (await client.ok('templateRevision.page', { path, page: 1, size: 100 })).content[at]?.id ?? 0

onBothDatabases('versions of template files', (server) => {
  it('are kept by each save, with who made them', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'css/a.css': 'one' } })
    await save(admin, `${folder}/css`, 'a.css', 'two')
    await save(admin, `${folder}/css`, 'a.css', 'three')
    // The same bytes again are no version.
    await save(admin, `${folder}/css`, 'a.css', 'three')
    expect(await historyOf(admin, `${folder}/css/a.css`)).toEqual([
      'save admin now three',
      'save admin two',
      'sync admin one',
    ])
    const { version, before, now } = await admin.ok('templateRevision.file', {
      id: await latest(admin, `${folder}/css/a.css`, 1),
    })
    expect([version.text, before.text, now.text]).toEqual(['two', 'one', 'three'])
  })

  it('are put back as a new save, unless the file has changed since', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'a.css': 'one' } })
    await save(admin, folder, 'a.css', 'two')
    const id = await latest(admin, `${folder}/a.css`, 1)
    const { hash } = await admin.ok('templateRevision.file', { id })
    await save(admin, folder, 'a.css', 'meanwhile')
    expect(await admin.call('templateRevision.restore', { id, expected: hash })).toMatchObject({ status: 409 })
    expect(await textOf(admin, folder, 'a.css')).toBe('meanwhile')
    await admin.ok('templateRevision.restore', { id, expected: await hashOf('meanwhile') })
    expect(await textOf(admin, folder, 'a.css')).toBe('one')
    expect(await historyOf(admin, `${folder}/a.css`)).toEqual([
      'restore admin now one',
      'save admin meanwhile',
      'save admin two',
      'sync admin one',
    ])
  })

  it('come of uploads, archives and sync batches too', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'a.css': 'one', 'b.css': 'b' } })
    const { data } = await upload(admin, { name: 'a.css', content: Buffer.from('uploaded') })
    await admin.ok('templateFile.upload', { path: folder, realName: 'a.css', accessPath: data.accessPath })
    await putFile(admin, folder, 'z.zip', zipOf([{ name: 'a.css', content: 'unpacked' }]))
    await admin.ok('templateFile.unzip', { path: folder, unzipFileName: 'z.zip' })
    const batch = putBatchBody(
      folder,
      [
        { path: 'a.css', content: 'batched', expected: 'unpacked' },
        { path: 'b.css', content: 'stale', expected: 'another' },
      ],
      { machine: 'PC-7' },
    )
    expect(await admin.call('templateSync.putBatch', batch)).toMatchObject({ code: 200 })
    expect(await historyOf(admin, `${folder}/a.css`)).toEqual([
      'sync admin PC-7 now batched',
      'unzip admin unpacked',
      'upload admin uploaded',
      'sync admin one',
    ])
    expect(await historyOf(admin, `${folder}/b.css`)).toEqual(['sync admin now b'])
  })

  it('follow a file that is renamed, also with its folder', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { '样式/a.css': 'one', '样式2/b.css': 'b' } })
    await save(admin, `${folder}/样式`, 'a.css', 'two')
    await admin.ok('templateFile.rename', { path: `${folder}/样式`, sourceFileName: 'a.css', rename: 'main.css' })
    await admin.ok('templateFile.rename', { path: folder, sourceFileName: '样式', rename: 'css' })
    expect(await historyOf(admin, `${folder}/css/main.css`)).toEqual([
      'rename admin -',
      'save admin now two',
      'sync admin one',
    ])
    expect(await historyOf(admin, `${folder}/样式2/b.css`)).toEqual(['sync admin now b'])
  })

  it('bring back what was deleted, alone or with its folder', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'css/a.css': 'one', 'css/b.css': 'b', 'c.css': 'c' } })
    await admin.ok('templateFile.remove', { path: folder, deleteFileName: 'css' })
    await admin.ok('templateSync.removeBatch', {
      folder,
      paths: [{ path: 'c.css', expected: await hashOf('c'), folderEntry: false }],
    })
    const removed = async (path: string) =>
      (await admin.ok('templateRevision.removed', { path, page: 1, size: 10 })).content
    expect((await removed(folder)).map((each) => each.path).toSorted()).toEqual(
      ['c.css', 'css/a.css', 'css/b.css'].map((path) => `${folder}/${path}`),
    )
    const [, a] = (await removed(`${folder}/css`)).toSorted((x, y) => (x.path < y.path ? 1 : -1))
    expect(a).toMatchObject({ path: `${folder}/css/a.css`, size: 3, by: 'admin' })
    await admin.ok('templateRevision.restore', { id: a?.id ?? 0, expected: 'none' })
    expect(await textOf(admin, `${folder}/css`, 'a.css')).toBe('one')
    expect(await historyOf(admin, `${folder}/css/a.css`)).toEqual([
      'restore admin now one',
      'remove admin -',
      'sync admin one',
    ])
    expect((await removed(`${folder}/css`)).map((each) => each.path)).toEqual([`${folder}/css/b.css`])
  })

  it('are those of drafts and publications as well', async () => {
    const admin = await server().as('admin')
    const { id, folder } = await buildTemplate(admin, { files: { 'a.css': 'one', 'gone.css': 'g' } })
    const draft = (await admin.ok('templateDraft.create', { id })).draft?.folder ?? ''
    await save(admin, draft, 'a.css', 'two')
    await admin.ok('templateFile.remove', { path: draft, deleteFileName: 'gone.css' })
    expect(await historyOf(admin, `${draft}/a.css`)).toEqual([
      'save admin now two',
      expect.stringMatching(/^found .*one$/),
    ])
    const { signature } = await admin.ok('templateDraft.changes', { id })
    await admin.ok('templateDraft.publish', { id, signature, answers: [] })
    expect(await historyOf(admin, `${folder}/a.css`)).toEqual(['publish admin now two', 'sync admin one'])
    const { content } = await admin.ok('templateRevision.removed', { path: folder, page: 1, size: 10 })
    expect(content.map((each) => each.path)).toEqual([`${folder}/gone.css`])
  })

  it('are refused to who may not use the template, and put back by nobody who may not write it', async () => {
    const admin = await server().as('admin')
    const { db } = server().deps
    const [own, foreign] = [await buildSite(db), await buildSite(db)]
    const column = await admin.ok('column.saveBase', { siteId: own, title: '栏目', menuType: 1 })
    const { id: templateId, folder } = await buildTemplate(admin, { siteId: foreign, files: { 'a.css': 'one' } })
    await save(admin, folder, 'a.css', 'two')
    const id = await latest(admin, `${folder}/a.css`, 1)
    const menus = SYSTEM_MENUS.map((menu) => ({ siteId: 0, menuId: menu.id }))
    await grantExactly(db, 'editor', [...menus, { siteId: own, menuId: column.id }])
    const editor = await server().as('editor')
    const restore = { id, expected: await hashOf('two') }
    for (const call of [
      editor.call('templateRevision.page', { path: `${folder}/a.css`, page: 1, size: 10 }),
      editor.call('templateRevision.file', { id }),
      editor.call('templateRevision.restore', restore),
      editor.call('templateRevision.saveLimits', {}),
    ])
      expect(await call).toMatchObject({ status: 403 })
    await admin.ok('templateSite.bind', { templateId, siteIds: [own] })
    expect(await historyOf(editor, `${folder}/a.css`)).toEqual(['save admin now two', 'sync admin one'])
    expect(await editor.call('templateRevision.restore', restore)).toMatchObject({ status: 403 })
  })

  it('are forgotten past their number, age and the room of a template, and their contents after them', async () => {
    const admin = await server().as('admin')
    const { db, clock } = server().deps
    const { folder } = await buildTemplate(admin, { files: { 'a.css': '0' } })
    for (let at = 1; at <= 8; at++) await save(admin, folder, 'a.css', `version ${at}`)
    expect(await admin.call('templateRevision.saveLimits', { versions: 4, days: 30 })).toMatchObject({ status: 400 })
    await admin.ok('templateRevision.saveLimits', { versions: 5, days: 30 })
    const now = clock.now().getTime()
    await pruneRevisions(db, now)
    const left = [8, 7, 6, 5, 4, 3].map((at) => `save admin ${at === 8 ? 'now ' : ''}version ${at}`)
    expect(await historyOf(admin, `${folder}/a.css`)).toEqual(left)
    await pruneRevisions(db, now, 'version 1'.length * 3)
    expect(await historyOf(admin, `${folder}/a.css`)).toEqual(left.slice(0, 4))

    const { contents } = await storesOf(server().deps)
    const [forgotten, alive] = [await hashOf('version 2'), await hashOf('version 6')]
    await contents.prune(new Date(now))
    expect(await contents.has(forgotten)).toBe(true)
    await contents.prune(new Date(now + DAY_MS + 1))
    expect([await contents.has(forgotten), await contents.has(alive)]).toEqual([false, true])
    await pruneRevisions(db, now + 31 * DAY_MS)
    expect(await historyOf(admin, `${folder}/a.css`)).toEqual(left.slice(0, 1))
    await admin.ok('templateRevision.saveLimits', {})
  })

  it('say when a content is gone, and put nothing else in its place', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'a.css': 'gone soon' } })
    await save(admin, folder, 'a.css', 'two')
    const sha256 = await hashOf('gone soon')
    const { contents } = await storesOf(server().deps)
    await writeFile(await contents.file(sha256, 'a.css'), 'damaged')
    const id = await latest(admin, `${folder}/a.css`, 1)
    expect((await admin.ok('templateRevision.file', { id })).version.text).toBeNull()
    expect(await admin.call('templateRevision.restore', { id, expected: await hashOf('two') })).toMatchObject({
      status: 404,
      msg: expect.stringContaining('未保留'),
    })
    expect(await textOf(admin, folder, 'a.css')).toBe('two')
  })
})
