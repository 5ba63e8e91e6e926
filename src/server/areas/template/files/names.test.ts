import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTemplate, hashOf, putFile } from '#tests/builders/template.ts'
import { upload } from '#tests/builders/upload.ts'
import { zipOf } from '#tests/builders/zip.ts'
import { type S3Server, startS3 } from '#tests/fakes/s3.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'

/** One name in two Unicode forms: é as one character, and as e with an accent, as macOS writes it. */
const NFC = 'caf\u00e9.html'
const NFD = 'cafe\u0301.html'
const CONTENT = '<p>原文</p>'

/** Uploads can lie in a bucket, the files of templates never do: what comes from either ends under the same name. */
describe.each(['disk', 'S3'] as const)('a name in another Unicode form, uploads on %s', (where) => {
  let s3: S3Server | null = null
  let server: TestServer
  let admin: TestClient
  let folder: string
  beforeAll(async () => {
    s3 = where === 'S3' ? await startS3() : null
    server = await startTestServer(s3 ? { s3: s3.options } : {})
    admin = await server.as('admin')
  })
  afterAll(async () => {
    await server.close()
    await s3?.close()
  })

  /** A fresh template with the file. */
  async function fresh(): Promise<string> {
    folder = (await buildTemplate(admin, { files: { [NFC]: CONTENT } })).folder
    return folder
  }
  const onDisk = () => readdir(join(server.deps.dataDir, 'templates', folder))
  const uploaded = async (name: string, content: string | Buffer, query = {}) =>
    (await upload(admin, { name, content, query })).data.accessPath
  const content = async () => (await admin.ok('templateFile.open', { path: folder, openFileName: NFC })).content

  it('opens, saves and downloads the file that is there', async () => {
    await fresh()
    expect((await admin.ok('templateFile.open', { path: folder, openFileName: NFD })).content).toBe(CONTENT)
    const url = await admin.ok('templateFile.download', { path: folder, downloadFileName: NFD })
    expect(await (await fetch(url)).text()).toBe(CONTENT)
    await admin.ok('templateFile.save', { path: folder, saveFileName: NFD, content: '新' })
    expect([await content(), await onDisk()]).toEqual(['新', [NFC]])
  })
  it('makes no new file or folder over it', async () => {
    await fresh()
    const made = await admin.call('templateFile.newFile', { path: folder, filename: NFD })
    const folded = await admin.call('templateFile.newFolder', { path: folder, folderName: NFD })
    expect([made.status, folded.status]).toEqual([409, 409])
    expect([await content(), await onDisk()]).toEqual([CONTENT, [NFC]])
  })
  it('is no free name to rename or copy to; of the file itself it may be renamed', async () => {
    await fresh()
    await putFile(admin, folder, 'b.html', 'b')
    const renamed = await admin.call('templateFile.rename', { path: folder, sourceFileName: 'b.html', rename: NFD })
    expect([renamed.status, await content()]).toEqual([409, CONTENT])
    await admin.ok('templateFile.rename', { path: folder, sourceFileName: NFD, rename: 'c.html' })
    expect(await onDisk()).toEqual(['b.html', 'c.html'])
  })
  it('is compared with the file that is there by the sync', async () => {
    await fresh()
    const put = { folder, path: NFD, sha256: await hashOf('x'), content: Buffer.from('x').toString('base64') }
    const current = await hashOf(CONTENT)
    for (const call of [
      admin.call('templateSync.put', { ...put, expected: null }),
      admin.call('templateSync.makeFolder', { folder, path: NFD }),
    ])
      expect(await call).toMatchObject({ status: 409, data: { facts: { current } } })
    expect(await content()).toBe(CONTENT)
    const accessPath = await uploaded('x', 'x', { dir: 'sync' })
    const large = { folder, path: NFD, sha256: await hashOf('x'), accessPath }
    expect(await admin.call('templateSync.put', { ...large, expected: null })).toMatchObject({ status: 409 })
    await admin.ok('templateSync.put', { ...large, expected: current })
    expect([await content(), await onDisk()]).toEqual(['x', [NFC]])
    await admin.ok('templateSync.remove', { folder, path: NFD, expected: await hashOf('x') })
    expect(await onDisk()).toEqual([])
  })
  it('replaces the file with what is uploaded or unpacked, which goes to the trash', async () => {
    await fresh()
    await admin.ok('templateFile.upload', { path: folder, realName: NFD, accessPath: await uploaded(NFD, '传') })
    expect([await content(), await onDisk()]).toEqual(['传', [NFC]])
    const zip = zipOf([{ name: NFD, content: '包', flags: 1 << 11 }])
    const accessPath = await uploaded('a.zip', zip)
    await admin.ok('templateFile.upload', { path: folder, realName: 'a.zip', accessPath })
    await admin.ok('templateFile.unzip', { path: folder, unzipFileName: 'a.zip' })
    expect([await content(), await onDisk()]).toEqual(['包', ['a.zip', NFC]])
    const trash = join(server.deps.dataDir, 'templates', '.sitecraft', 'trash')
    const kept = (await readdir(trash, { recursive: true })).filter((name) => name.endsWith(join(folder, NFC)))
    const texts = await Promise.all(kept.map((name) => readFile(join(trash, name), 'utf8')))
    expect(texts.toSorted()).toEqual(['传', CONTENT].toSorted())
  })
  it('removes the file that is there, whichever form that has on the disk', async () => {
    await fresh()
    await admin.ok('templateFile.remove', { path: folder, deleteFileName: NFD })
    expect(await onDisk()).toEqual([])
    // As a backup from macOS brings it.
    await writeFile(join(server.deps.dataDir, 'templates', folder, NFD), CONTENT)
    expect(await content()).toBe(CONTENT)
    expect(await admin.call('templateFile.newFile', { path: folder, filename: NFC })).toMatchObject({ status: 409 })
    const put = { folder, path: NFC, sha256: await hashOf('x'), content: Buffer.from('x').toString('base64') }
    expect(await admin.call('templateSync.put', { ...put, expected: null })).toMatchObject({ status: 409 })
    await admin.ok('templateFile.save', { path: folder, saveFileName: NFC, content: '新' })
    expect([await content(), await onDisk()]).toEqual(['新', [NFD]])
  })
})
