import { expect, it } from 'vitest'
import { buildTemplate, hashOf, putFile } from '#tests/builders/template.ts'
import { upload } from '#tests/builders/upload.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const put = async (folder: string, path: string, text: string, expected: string | null) => ({
  folder,
  path,
  expected,
  sha256: await hashOf(text),
  content: base64(text),
})

onBothDatabases('the sync calls', (server, start) => {
  it('contain every file with its hash, the folders, and a growing version', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'css/a.css': 'a', 'empty.js': '' } })
    await admin.ok('templateFile.newFolder', { path: folder, folderName: 'img' })
    const first = await admin.ok('templateSync.manifest', { folder })
    const byPath = first.entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))
    expect(byPath.map((e) => [e.path, e.kind, e.size, e.sha256])).toEqual([
      ['css', 'folder', 0, ''],
      ['css/a.css', 'file', 1, await hashOf('a')],
      ['empty.js', 'file', 0, await hashOf('')],
      ['img', 'folder', 0, ''],
    ])
    for (const change of [
      () => admin.ok('templateFile.save', { path: folder, saveFileName: 'empty.js', content: 'x' }),
      () => admin.ok('templateFile.rename', { path: folder, sourceFileName: 'empty.js', rename: 'b.js' }),
      () => admin.ok('templateFile.remove', { path: folder, deleteFileName: 'b.js' }),
      () => admin.ok('templateFile.newFile', { path: folder, filename: 'c.js' }),
    ]) {
      const { version } = await admin.ok('templateSync.manifest', { folder })
      await change()
      expect((await admin.ok('templateSync.manifest', { folder })).version).toBe(version + 1)
    }
  })
  it('write only over what the caller knows [S11]', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin)
    const first = await admin.ok('templateSync.put', await put(folder, 'css/a.css', 'one', null))
    const taken = await admin.call('templateSync.put', await put(folder, 'css/a.css', 'two', null))
    expect(taken).toMatchObject({ status: 409, data: { facts: { current: await hashOf('one') } } })
    const second = await admin.ok('templateSync.put', await put(folder, 'css/a.css', 'two', await hashOf('one')))
    expect(second.version).toBe(first.version + 1)
    const gone = await admin.call('templateSync.put', await put(folder, 'css/b.css', 'x', await hashOf('one')))
    expect(gone).toMatchObject({ status: 409, data: { facts: { current: 'none' } } })
    const onFolder = await admin.call('templateSync.put', await put(folder, 'css', 'x', null))
    expect(onFolder).toMatchObject({ status: 409, data: { facts: { current: 'folder' } } })
    const open = await admin.ok('templateFile.open', { path: `${folder}/css`, openFileName: 'a.css' })
    expect(open.content).toBe('two')
  })
  it('let exactly one of fifty writers through at a time [S11]', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin)
    const before = (await admin.ok('templateSync.manifest', { folder })).version
    let known: string | null = null
    for (const round of [1, 2]) {
      const texts = Array.from({ length: 50 }, (_, i) => `round ${round} writer ${i}`)
      const inputs = await Promise.all(texts.map((text) => put(folder, 'a.css', text, known)))
      const answers = await Promise.all(inputs.map((input) => admin.call('templateSync.put', input)))
      const won = answers.flatMap((answer, i) => (answer.code === 200 ? [inputs[i]?.sha256 ?? ''] : []))
      expect(won).toHaveLength(1)
      const [winner = ''] = won
      for (const answer of answers.filter((a) => a.code !== 200)) {
        expect(answer).toMatchObject({ status: 409, data: { facts: { current: winner } } })
      }
      known = winner
    }
    const { version, entries } = await admin.ok('templateSync.manifest', { folder })
    expect([version, entries.map((e) => e.sha256)]).toEqual([before + 2, [known]])
  })
  it('take what is large as an upload that only they can use [S26]', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin)
    const bytes = Buffer.alloc(3 * 1024 * 1024, 'abc')
    const sha256 = await hashOf(bytes)
    const { data } = await upload(admin, { name: 'photo.psd', content: bytes, fields: { dir: 'sync' } })
    expect((await server().nobody.fetch(data.accessPath)).status).toBe(404)
    const at = { folder, path: 'img/photo.psd', expected: null, sha256, accessPath: data.accessPath }
    expect(await admin.call('templateSync.put', { ...at, sha256: await hashOf('other') })).toMatchObject({
      status: 400,
      msg: expect.stringContaining('校验值'),
    })
    await admin.ok('templateSync.put', at)
    expect((await admin.ok('templateSync.manifest', { folder })).entries.at(-1)).toMatchObject({
      size: bytes.length,
      sha256,
    })
    expect(await admin.call('templateSync.put', { ...at, expected: sha256 })).toMatchObject({ status: 404 })
  })
  it('refuse bytes that are not those of the hash, and calls without bytes', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin)
    const good = await put(folder, 'a.css', 'one', null)
    expect(await admin.call('templateSync.put', { ...good, content: base64('two') })).toMatchObject({ status: 400 })
    expect(await admin.call('templateSync.put', { ...good, content: undefined })).toMatchObject({ status: 400 })
    expect(await admin.call('templateSync.put', { ...good, content: '%%%' })).toMatchObject({ status: 400 })
    const { data } = await upload(admin, { name: 'a.css', content: 'one' })
    const wrong = { ...good, content: undefined, accessPath: data.accessPath }
    expect(await admin.call('templateSync.put', wrong)).toMatchObject({
      status: 400,
      msg: expect.stringContaining('dir=sync'),
    })
    expect((await admin.ok('templateSync.manifest', { folder })).entries).toEqual([])
  })
  it('remove what the caller knows, into the trash; folders only when empty [S10] [S11]', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'css/a.css': 'one' } })
    const remove = (path: string, expected: string | null, folderEntry = false) =>
      admin.call('templateSync.remove', { folder, path, expected, folderEntry })
    const one = await hashOf('one')
    expect(await remove('css/a.css', await hashOf('two'))).toMatchObject({
      status: 409,
      data: { facts: { current: one } },
    })
    expect(await remove('css/a.css', null)).toMatchObject({ status: 409 })
    expect(await remove('css', null)).toMatchObject({ status: 409 })
    expect(await remove('css', null, true)).toMatchObject({ status: 409, msg: expect.stringContaining('不是空的') })
    expect(await remove('css/a.css', one)).toMatchObject({ code: 200 })
    expect(await remove('css/a.css', one)).toMatchObject({ status: 409, data: { facts: { current: 'none' } } })
    expect(await remove('css', null, true)).toMatchObject({ code: 200 })
    expect((await admin.ok('templateSync.manifest', { folder })).entries).toEqual([])
  })
  it('make folders, again too, but not over a file', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { file: 'x' } })
    for (let i = 0; i < 2; i++) await admin.ok('templateSync.makeFolder', { folder, path: 'a/b' })
    expect((await admin.ok('templateSync.manifest', { folder })).entries.map((e) => e.path)).toEqual([
      'a',
      'a/b',
      'file',
    ])
    expect(await admin.call('templateSync.makeFolder', { folder, path: 'file' })).toMatchObject({ status: 409 })
  })
  it('refuse names that other systems can not hold, and paths that leave the template [S33] [S34] [S36]', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'Logo.png': 'x' } })
    expect(await admin.call('templateSync.put', await put(folder, 'logo.png', 'y', null))).toMatchObject({
      status: 409,
      data: { facts: { collision: 'Logo.png' } },
    })
    for (const path of ['aux.css', 'a:b', '../starter/x', '/..', 'a\\b', 'a/../../x']) {
      expect(await admin.call('templateSync.put', await put(folder, path, 'y', null)), path).toMatchObject({
        status: 400,
      })
      expect(await admin.call('templateSync.makeFolder', { folder, path }), path).toMatchObject({ status: 400 })
    }
    for (const bad of ['..', 'starter/../portfolio', '.sitecraft', '']) {
      expect([400, 404]).toContain((await admin.call('templateSync.manifest', { folder: bad })).status)
    }
  })
  it('wait for the next change, or for the time given', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin)
    const { version } = await admin.ok('templateSync.manifest', { folder })
    const waiting = admin.ok('templateSync.wait', { folder, since: version, timeoutMs: 20_000 })
    await putFile(admin, folder, 'a.css', 'x')
    expect(await waiting).toEqual({ version: version + 1 })
    expect(await admin.ok('templateSync.wait', { folder, since: version, timeoutMs: 20_000 })).toEqual({
      version: version + 1,
    })
    expect(await admin.ok('templateSync.wait', { folder, since: version + 1, timeoutMs: 50 })).toEqual({
      version: version + 1,
    })
    const silent = performance.now()
    await admin.ok('templateSync.wait', { folder, since: version + 1, timeoutMs: 400 })
    expect(performance.now() - silent).toBeGreaterThanOrEqual(390)
    expect(await admin.call('templateSync.wait', { folder: 'none', since: 0 })).toMatchObject({ status: 404 })
  })
  it('do not hold up a server that stops', async () => {
    const other = await start()
    const admin = await other.as('admin')
    const { version } = await admin.ok('templateSync.manifest', { folder: 'starter' })
    const waiting = admin.call('templateSync.wait', { folder: 'starter', since: version, timeoutMs: 25_000 })
    const outcome = waiting.then(
      () => 'answered',
      (error: Error) => error.message,
    )
    await admin.ok('templateSync.manifest', { folder: 'starter' })
    const started = performance.now()
    await other.close()
    expect(performance.now() - started).toBeLessThan(5000)
    expect(await outcome).toMatch(/fetch failed/)
  })
})
