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

/** What comes from an upload ends under the same name, wherever the bytes lie. */
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
  const names = async () => (await admin.ok('templateFile.list', { path: folder })).map(({ name }) => name)
  const uploaded = async (name: string, content: string | Buffer, query = {}) =>
    (await upload(admin, { name, content, query })).data.accessPath
  const content = async () => (await admin.ok('templateFile.open', { path: folder, openFileName: NFC })).content

  it('opens, saves and downloads the file that is there', async () => {
    await fresh()
    expect((await admin.ok('templateFile.open', { path: folder, openFileName: NFD })).content).toBe(CONTENT)
    const url = await admin.ok('templateFile.download', { path: folder, downloadFileName: NFD })
    expect(await (await fetch(url)).text()).toBe(CONTENT)
    await admin.ok('templateFile.save', { path: folder, saveFileName: NFD, content: '新' })
    expect([await content(), await names()]).toEqual(['新', [NFC]])
  })
  it('makes no new file or folder over it', async () => {
    await fresh()
    const made = await admin.call('templateFile.newFile', { path: folder, filename: NFD })
    const folded = await admin.call('templateFile.newFolder', { path: folder, folderName: NFD })
    expect([made.status, folded.status]).toEqual([409, 409])
    expect([await content(), await names()]).toEqual([CONTENT, [NFC]])
  })
  it('is no free name to rename or copy to; of the file itself it may be renamed', async () => {
    await fresh()
    await putFile(admin, folder, 'b.html', 'b')
    const renamed = await admin.call('templateFile.rename', { path: folder, sourceFileName: 'b.html', rename: NFD })
    expect([renamed.status, await content()]).toEqual([409, CONTENT])
    await admin.ok('templateFile.rename', { path: folder, sourceFileName: NFD, rename: 'c.html' })
    expect(await names()).toEqual(['b.html', 'c.html'])
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
    expect([await content(), await names()]).toEqual(['x', [NFC]])
    await admin.ok('templateSync.remove', { folder, path: NFD, expected: await hashOf('x') })
    expect(await names()).toEqual([])
  })
  it('replaces the file with what is uploaded or unpacked, which stays as a version', async () => {
    await fresh()
    await admin.ok('templateFile.upload', { path: folder, realName: NFD, accessPath: await uploaded(NFD, '传') })
    expect([await content(), await names()]).toEqual(['传', [NFC]])
    const zip = zipOf([{ name: NFD, content: '包', flags: 1 << 11 }])
    const accessPath = await uploaded('a.zip', zip)
    await admin.ok('templateFile.upload', { path: folder, realName: 'a.zip', accessPath })
    await admin.ok('templateFile.unzip', { path: folder, unzipFileName: 'a.zip' })
    expect([await content(), await names()]).toEqual(['包', ['a.zip', NFC]])
    const versions = (await admin.ok('templateRevision.page', { path: `${folder}/${NFD}`, page: 1, size: 10 })).content
    const texts = versions.map(({ id }) => admin.ok('templateRevision.file', { id }))
    expect((await Promise.all(texts)).map(({ version }) => version.text)).toEqual(['包', '传', CONTENT])
  })
  it('removes the file that is there', async () => {
    await fresh()
    await admin.ok('templateFile.remove', { path: folder, deleteFileName: NFD })
    expect(await names()).toEqual([])
  })
})
