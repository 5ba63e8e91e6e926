import { zstdCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { operations } from '#shared/contract/registry.ts'
import { MAX_SYNC_BATCH } from '#shared/contract/templateSync.ts'
import { templateText } from '#tests/builders/templateFiles.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { buildTemplate, hashOf, putBatchBody, readBatchAnswer } from '#tests/builders/template.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const PUT = operations['templateSync.putBatch'].path
const ok = { is: 'ok' }

onBothDatabases('many files in one call', (server) => {
  const put = async (client: TestClient, body: Uint8Array) => {
    const answer = await client.call('templateSync.putBatch', body)
    expect(answer).toMatchObject({ code: 200 })
    return answer.data.outcomes
  }
  const disk = (folder: string, path: string) => templateText(server().deps, folder, path)
  const entries = async (client: TestClient, folder: string) => {
    const { entries: all } = await client.ok('templateSync.manifest', { folder })
    return Object.fromEntries(all.map((entry) => [entry.path, entry.kind === 'file' ? entry.sha256 : entry.kind]))
  }

  it('write each path whose expectation holds, and say of each what became of it [S11] [S14]', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, {
      files: { 'a.css': 'a1', 'b.css': 'b1', 'c.css': 'c1', 'd/x': 'x' },
    })
    await admin.ok('templateSync.manifest', { folder })
    const files = [
      { path: 'a.css', content: 'a2', expected: 'a1' },
      { path: 'b.css', content: 'b2', expected: 'older' },
      { path: 'c.css', content: 'c2', expected: null },
      { path: 'n/e/w.css', content: 'w' },
      { path: 'd', content: 'a file over a folder' },
      { path: 'A.CSS', content: 'case' },
      { path: 'aux.css', content: 'forbidden' },
      { path: 'gone.css', content: 'g', expected: 'g0' },
    ]
    const before = await admin.ok('templateSync.manifest', { folder })
    const outcomes = await put(
      admin,
      putBatchBody(folder, files, { folders: ['empty/inside', 'd/x', 'a.css/x', 'd/'] }),
    )
    const collision = { is: 'error', code: 409, msg: expect.stringContaining('a.css') }
    expect(outcomes).toEqual([
      ok,
      { is: 'conflict', current: await hashOf('b1') },
      { is: 'conflict', current: await hashOf('c1') },
      ok,
      { is: 'conflict', current: 'folder' },
      collision,
      { is: 'error', code: 400, msg: expect.stringContaining('aux') },
      { is: 'conflict', current: 'none' },
      ok,
      { is: 'conflict', current: await hashOf('x') },
      { is: 'error', code: 409, msg: expect.any(String) },
      ok,
    ])
    const after = await admin.ok('templateSync.manifest', { folder })
    expect(after.version).toBe(before.version + 1)
    expect(await entries(admin, folder)).toEqual({
      'a.css': await hashOf('a2'),
      'b.css': await hashOf('b1'),
      'c.css': await hashOf('c1'),
      d: 'folder',
      'd/x': await hashOf('x'),
      n: 'folder',
      'n/e': 'folder',
      'n/e/w.css': await hashOf('w'),
      empty: 'folder',
      'empty/inside': 'folder',
    })
    expect(await disk(folder, 'a.css')).toBe('a2')
  })
  it('copy what the template holds already, if it is still that, without its bytes [S25] [S11]', async () => {
    const admin = await server().as('admin')
    const big = 'x'.repeat(MAX_SYNC_BATCH.fileBytes + 1)
    const { folder } = await buildTemplate(admin, { files: { 'a.css': 'a1', 'b.css': 'b1', 'd/x': 'x1', big } })
    const before = await admin.ok('templateSync.manifest', { folder })
    const copies = [
      { path: 'n/a.css', content: 'a1', from: 'a.css' },
      { path: 'b.css', content: 'a1', expected: 'b1', from: 'a.css' },
      { path: 'large', content: big, from: 'big' },
      { path: 'd/x', content: 'a1', expected: 'older', from: 'a.css' },
      { path: 'c', content: 'other', from: 'a.css' },
      { path: 'e', content: 'e', from: 'nothing' },
      { path: 'f', content: 'f', from: 'd' },
    ]
    const gone = { is: 'error', code: 404, msg: expect.stringContaining('已有变化') }
    const expected = [ok, ok, ok, { is: 'conflict', current: await hashOf('x1') }, gone, gone, gone]
    expect(await put(admin, putBatchBody(folder, [], { copies }))).toEqual(expected)
    expect((await admin.ok('templateSync.manifest', { folder })).version).toBe(before.version + 1)
    expect(await entries(admin, folder)).toEqual({
      'a.css': await hashOf('a1'),
      'b.css': await hashOf('a1'),
      big: await hashOf(big),
      d: 'folder',
      'd/x': await hashOf('x1'),
      large: await hashOf(big),
      n: 'folder',
      'n/a.css': await hashOf('a1'),
    })
    expect(await disk(folder, 'n/a.css')).toBe('a1')
    // Made again because the answer was lost: done. What was copied is a file of its own.
    expect(await put(admin, putBatchBody(folder, [], { copies }))).toEqual(expected)
    await admin.ok('templateFile.save', { path: folder, saveFileName: 'a.css', content: 'in place' })
    expect(await disk(folder, 'n/a.css')).toBe('a1')
    const outside = { path: 'stolen', content: 'x', from: '../x' }
    const refused = putBatchBody(folder, [], { copies: [outside] })
    expect((await admin.send(PUT, { method: 'POST', body: refused })).status).toBe(400)
  })
  it('copy what stood at a path before it was removed: a name that changes in case alone [S25] [S33]', async () => {
    const admin = await server().as('admin')
    const big = 'x'.repeat(MAX_SYNC_BATCH.fileBytes + 1)
    const { folder } = await buildTemplate(admin, { files: { 'a.css': 'a1', 'img/big': big, 'b.css': 'b1' } })
    const { folder: other } = await buildTemplate(admin, { files: { 'a.css': 'a1' } })
    const removed = async (path: string, content: string) => ({
      path,
      folderEntry: false,
      expected: await hashOf(content),
    })
    await admin.ok('templateSync.removeBatch', {
      folder,
      paths: [
        await removed('a.css', 'a1'),
        await removed('img/big', big),
        { path: 'img', folderEntry: true, expected: null },
      ],
    })
    const copies = [
      { path: 'A.css', content: 'a1', from: 'a.css' },
      { path: 'Img/big', content: big, from: 'img/big' },
      { path: 'never', content: 'never there', from: 'a.css' },
      { path: 'elsewhere', content: 'a1', from: 'b.css' },
    ]
    const gone = { is: 'error', code: 404, msg: expect.stringContaining('已有变化') }
    expect(await put(admin, putBatchBody(folder, [], { copies }))).toEqual([ok, ok, gone, gone])
    expect(await disk(folder, 'A.css')).toBe('a1')
    expect(await entries(admin, folder)).toEqual({
      'A.css': await hashOf('a1'),
      'b.css': await hashOf('b1'),
      Img: 'folder',
      'Img/big': await hashOf(big),
    })
    // Another template's history is nobody's source.
    const foreign = putBatchBody(other, [], { copies: [{ path: 'stolen', content: big, from: 'img/big' }] })
    expect(await put(admin, foreign)).toEqual([gone])
  })
  it('do the same call again when its answer was lost, and nothing twice', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin, { files: { 'a.css': 'a1', 'b/b.css': 'b1' } })
    const body = putBatchBody(folder, [
      { path: 'a.css', content: 'a2', expected: 'a1' },
      { path: 'new.css', content: 'new' },
    ])
    for (let time = 0; time < 2; time++) expect(await put(admin, body)).toEqual([ok, ok])
    const remove = {
      folder,
      paths: [
        { path: 'b/b.css', folderEntry: false, expected: await hashOf('b1') },
        { path: 'b', folderEntry: true, expected: null },
      ],
    }
    for (let time = 0; time < 2; time++)
      expect((await admin.ok('templateSync.removeBatch', remove)).outcomes).toEqual([ok, ok])
    expect(await entries(admin, folder)).toEqual({ 'a.css': await hashOf('a2'), 'new.css': await hashOf('new') })
  })
  it('remove what the caller knows, in order, and keep all else [S10] [S11] [S20]', async () => {
    const admin = await server().as('admin')
    const files = { 'd/a.css': 'a', 'd/b.css': 'b', 'e/c.css': 'c', 'f/g.css': 'g' }
    const { folder } = await buildTemplate(admin, { files })
    await admin.ok('templateSync.manifest', { folder })
    const file = async (path: string, text: string) => ({ path, folderEntry: false, expected: await hashOf(text) })
    const folderOf = (path: string) => ({ path, folderEntry: true, expected: null })
    const { outcomes } = await admin.ok('templateSync.removeBatch', {
      folder,
      paths: [
        await file('d/a.css', 'a'),
        await file('d/b.css', 'b'),
        folderOf('d'),
        await file('e/c.css', 'other'),
        folderOf('e'),
        { path: 'f/g.css', folderEntry: false, expected: null },
        { path: 'f', folderEntry: false, expected: await hashOf('f') },
        folderOf('f/g.css/'),
      ],
    })
    expect(outcomes).toEqual([
      ok,
      ok,
      ok,
      { is: 'conflict', current: await hashOf('c') },
      { is: 'conflict', current: 'folder' },
      { is: 'conflict', current: await hashOf('g') },
      { is: 'conflict', current: 'folder' },
      { is: 'conflict', current: await hashOf('g') },
    ])
    expect(Object.keys(await entries(admin, folder)).toSorted()).toEqual(['e', 'e/c.css', 'f', 'f/g.css'])
  })
  it('read many, and say of each that can not be read why', async () => {
    const admin = await server().as('admin')
    const big = 'x'.repeat(MAX_SYNC_BATCH.fileBytes + 1)
    const { folder } = await buildTemplate(admin, { files: { 'a.css': 'a', 'd/ä.css': '', big } })
    const paths = ['d/ä.css', 'none', 'a.css', 'd', 'big']
    const { data } = await admin.call('templateSync.readBatch', { folder, paths })
    expect(readBatchAnswer(data as unknown as Uint8Array)).toEqual({
      'd/ä.css': '',
      none: expect.stringMatching(/^404 /),
      'a.css': 'a',
      d: expect.stringMatching(/^404 /),
      big: expect.stringMatching(/^413 /),
    })
  })
  it('let exactly one of two clients through when both write the same files at once [S11]', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin)
    const names = Array.from({ length: 30 }, (_, n) => `${n}.css`)
    const bodies = ['one', 'two'].map((who) =>
      putBatchBody(
        folder,
        names.map((path) => ({ path, content: `${who} ${path}` })),
      ),
    )
    const [one = [], two = []] = await Promise.all(bodies.map((body) => put(admin, body)))
    for (const [at, path] of names.entries()) {
      const won = (await disk(folder, path)) ?? ''
      const [winner, loser] = won.startsWith('one') ? [one[at], two[at]] : [two[at], one[at]]
      expect([winner, loser]).toEqual([ok, { is: 'conflict', current: await hashOf(won) }])
    }
  })
  it('refuse at once what is too much or broken, and change nothing', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin)
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ path: `${n}`, content: 'x' }))
    const refused = async (body: Uint8Array, headers: Record<string, string> = {}) =>
      (await admin.send(PUT, { method: 'POST', body, headers })).status
    const half = 'x'.repeat(MAX_SYNC_BATCH.fileBytes)
    const good = putBatchBody(folder, many(2))
    const bomb = zstdCompressSync(putBatchBody(folder, [{ path: 'a', content: Buffer.alloc(64 * 1024 * 1024) }]))
    expect(bomb.length).toBeLessThan(100_000)
    expect(await refused(putBatchBody(folder, many(MAX_SYNC_BATCH.paths + 1)))).toBe(400)
    expect(await refused(putBatchBody(folder, [{ path: 'a', content: `${half}x` }]))).toBe(400)
    expect(
      await refused(
        putBatchBody(
          folder,
          many(17).map(({ path }) => ({ path, content: half })),
        ),
      ),
    ).toBe(413)
    expect(await refused(Buffer.alloc(MAX_SYNC_BATCH.bytes * 2))).toBe(413)
    expect(await refused(bomb, { 'content-encoding': 'zstd' })).toBe(413)
    expect(await refused(good, { 'content-encoding': 'zstd' })).toBe(400)
    expect(await refused(good, { 'content-encoding': 'gzip' })).toBe(415)
    expect(await refused(good.subarray(0, -1))).toBe(400)
    expect(await refused(new Uint8Array())).toBe(400)
    expect(await refused(Buffer.from('not a body at all'))).toBe(400)
    expect(await refused(putBatchBody(folder, [...many(1), ...many(1)]))).toBe(400)
    expect(await refused(putBatchBody(folder, [{ path: '../x', content: 'x' }]))).toBe(400)
    const spoilt = Buffer.from(good)
    spoilt.writeUInt8(0x79, spoilt.length - 1)
    expect(await refused(spoilt)).toBe(400)
    const paths = Array.from({ length: MAX_SYNC_BATCH.paths + 1 }, (_, n) => `${n}`)
    expect(await admin.call('templateSync.readBatch', { folder, paths })).toMatchObject({ status: 400 })
    expect(await entries(admin, folder)).toEqual({})
    expect(await refused(zstdCompressSync(good), { 'content-encoding': 'zstd' })).toBe(200)
    expect(Object.keys(await entries(admin, folder))).toEqual(['0', '1'])
  })
  it('are refused to who may not change the template any more, and to who is not signed in', async () => {
    const admin = await server().as('admin')
    const { folder } = await buildTemplate(admin)
    await grantExactly(server().deps.db, 'editor', [])
    const editor = await server().as('editor')
    const body = putBatchBody(folder, [{ path: 'a', content: 'x' }])
    expect(await editor.call('templateSync.putBatch', body)).toMatchObject({ status: 403 })
    expect(await editor.call('templateSync.readBatch', { folder, paths: ['a'] })).toMatchObject({ status: 403 })
    expect(await server().nobody.call('templateSync.putBatch', body)).toMatchObject({ status: 401 })
    expect(await entries(admin, folder)).toEqual({})
  })
})
