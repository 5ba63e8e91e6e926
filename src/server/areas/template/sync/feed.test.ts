import { expect, it } from 'vitest'
import type { OutputOf } from '#shared/contract/registry.ts'
import { buildTemplate, hashOf, putBatchBody } from '#tests/builders/template.ts'
import { upload } from '#tests/builders/upload.ts'
import { zipOf } from '#tests/builders/zip.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { deleteOldestTombstones } from '#server/storage/templates/rows.ts'

type Changes = OutputOf<'templateSync.changes'>
const said = ({ entries }: Changes) =>
  Object.fromEntries(entries.map((entry) => [entry.path, entry.kind === 'file' ? entry.sha256 : entry.kind]))

onBothDatabases('the changes of a template', (server) => {
  const at = async (client: TestClient, folder: string) => {
    const { version: since, epoch } = await client.ok('templateSync.manifest', { folder })
    return { folder, since, epoch }
  }

  it('name what every call touched, and nothing else', async () => {
    const admin = await server().as('admin')
    const files = { 'a.css': 'a', 'd/b.css': 'b', 'd/e/c.css': 'c', 'other/x': 'x' }
    const { id, folder } = await buildTemplate(admin, { files })
    const zip = await upload(admin, {
      name: 'z.zip',
      content: zipOf([
        { name: 'd/b.css', content: 'z' },
        { name: 'zip/n.css', content: 'n' },
      ]),
    })
    const css = await upload(admin, { name: 'u.css', content: 'u' })
    const inside = `${folder}/d`
    const hash = await hashOf('a')
    const calls: [string, () => Promise<unknown>, Record<string, string>][] = [
      [
        'save',
        () => admin.ok('templateFile.save', { path: folder, saveFileName: 'a.css', content: 'A' }),
        { 'a.css': await hashOf('A') },
      ],
      [
        'newFile',
        () => admin.ok('templateFile.newFile', { path: inside, filename: 'n.css' }),
        { 'd/n.css': await hashOf('') },
      ],
      [
        'newFolder',
        () => admin.ok('templateFile.newFolder', { path: inside, folderName: 'new' }),
        { 'd/new': 'folder' },
      ],
      [
        'upload',
        () => admin.ok('templateFile.upload', { path: folder, realName: 'u.css', accessPath: css.data.accessPath }),
        { 'u.css': await hashOf('u') },
      ],
      [
        'upload of a zip',
        () => admin.ok('templateFile.upload', { path: folder, realName: 'z.zip', accessPath: zip.data.accessPath }),
        { 'z.zip': expect.any(String) as string },
      ],
      [
        'unzip',
        () => admin.ok('templateFile.unzip', { path: folder, unzipFileName: 'z.zip' }),
        { 'd/b.css': await hashOf('z'), zip: 'folder', 'zip/n.css': await hashOf('n') },
      ],
      [
        'rename of a folder',
        () => admin.ok('templateFile.rename', { path: inside, sourceFileName: 'e', rename: 'f' }),
        { 'd/e': 'gone', 'd/e/c.css': 'gone', 'd/f': 'folder', 'd/f/c.css': await hashOf('c') },
      ],
      [
        'rename of case alone',
        () => admin.ok('templateFile.rename', { path: folder, sourceFileName: 'u.css', rename: 'U.css' }),
        { 'u.css': 'gone', 'U.css': await hashOf('u') },
      ],
      [
        'remove of a folder',
        () => admin.ok('templateFile.remove', { path: inside, deleteFileName: 'f' }),
        { 'd/f': 'gone', 'd/f/c.css': 'gone' },
      ],
      [
        'put',
        async () =>
          admin.ok('templateSync.put', {
            folder,
            path: 'p/q/r.css',
            expected: null,
            sha256: hash,
            content: Buffer.from('a').toString('base64'),
          }),
        { p: 'folder', 'p/q': 'folder', 'p/q/r.css': hash },
      ],
      [
        'put over a file',
        async () =>
          admin.ok('templateSync.put', {
            folder,
            path: 'p/q/r.css',
            expected: hash,
            sha256: await hashOf('b'),
            content: Buffer.from('b').toString('base64'),
          }),
        { 'p/q/r.css': await hashOf('b') },
      ],
      [
        'syncRemove',
        async () => admin.ok('templateSync.remove', { folder, path: 'p/q/r.css', expected: await hashOf('b') }),
        { 'p/q/r.css': 'gone' },
      ],
      [
        'makeFolder',
        () => admin.ok('templateSync.makeFolder', { folder, path: 'm/n' }),
        { m: 'folder', 'm/n': 'folder' },
      ],
      [
        'putBatch',
        () => admin.call('templateSync.putBatch', putBatchBody(folder, [{ path: 'k/l.css', content: 'l' }])),
        { k: 'folder', 'k/l.css': await hashOf('l') },
      ],
      [
        'removeBatch',
        async () =>
          admin.ok('templateSync.removeBatch', {
            folder,
            paths: [{ path: 'k/l.css', folderEntry: false, expected: await hashOf('l') }],
          }),
        { 'k/l.css': 'gone' },
      ],
      [
        'recycle and restore',
        async () => {
          await admin.ok('template.deleteByIdList', [id])
          await admin.ok('template.restore', [id])
        },
        {},
      ],
      ['a change of the form', () => admin.ok('template.save', { id, name: '改名', folder, siteId: 0 }), {}],
    ]
    for (const [name, call, expected] of calls) {
      const since = await at(admin, folder)
      await call()
      const changes = await admin.ok('templateSync.changes', since)
      expect([changes.reset, said(changes)], name).toEqual([false, expected])
      expect(changes.version, name).toBeGreaterThan(since.since)
    }
  })
  it('come with the answer of a waiting call', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'a.css': 'a' } })
    const since = await at(admin, folder)
    const waiting = admin.ok('templateSync.wait', { ...since, timeoutMs: 20_000 })
    await admin.ok('templateFile.save', { path: folder, saveFileName: 'a.css', content: 'b' })
    const { version, changes } = await waiting
    expect([version, changes && said(changes)]).toEqual([since.since + 1, { 'a.css': await hashOf('b') }])
    const quiet = await admin.ok('templateSync.wait', { ...since, since: version, timeoutMs: 20 })
    expect(quiet).toMatchObject({ version, changes: { reset: false, entries: [] } })
  })
  it('say who made them, and where', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'a.css': 'a' } })
    const since = await at(admin, folder)
    await admin.call(
      'templateSync.putBatch',
      putBatchBody(folder, [{ path: 'b.css', content: 'b' }], { machine: '设计部-3' }),
    )
    await admin.ok('templateFile.newFile', { path: folder, filename: 'c.css' })
    const { entries } = await admin.ok('templateSync.changes', since)
    expect(entries.map(({ path, changedBy, machine }) => [path, changedBy, machine])).toEqual([
      ['b.css', 'admin', '设计部-3'],
      ['c.css', 'admin', ''],
    ])
  })
  it('is refused for another epoch, a future version, or one older than the tombstones', async () => {
    const admin = await server().as('admin')
    const { id, folder } = await buildTemplate(admin, { files: { a: '1', b: '2', c: '3', d: '4' } })
    const since = await at(admin, folder)
    for (const name of ['a', 'b', 'c']) await admin.ok('templateFile.remove', { path: folder, deleteFileName: name })
    const reset = async (more: object) => (await admin.ok('templateSync.changes', { ...since, ...more })).reset
    expect(said(await admin.ok('templateSync.changes', since))).toEqual({ a: 'gone', b: 'gone', c: 'gone' })
    expect(await reset({ epoch: 'another' })).toBe(true)
    expect(await reset({ since: since.since + 100 })).toBe(true)
    await deleteOldestTombstones(server().deps.db, id, 1)
    expect(await reset({})).toBe(true)
    expect(said(await admin.ok('templateSync.changes', { ...since, since: since.since + 2 }))).toEqual({ c: 'gone' })
    const { count } = await server()
      .deps.db.selectFrom('template_file')
      .where('templateId', '=', id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(2)
  })
})
