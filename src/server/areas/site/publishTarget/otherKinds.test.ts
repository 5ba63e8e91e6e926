import AdmZip from 'adm-zip'
import { expect, it, onTestFinished } from 'vitest'
import { startFtpServer } from '#tests/fakes/ftpServer.ts'
import { startS3 } from '#tests/fakes/s3.ts'
import { startWebdavServer } from '#tests/fakes/webdavServer.ts'
import { buildStatics } from '#tests/builders/builtSite.ts'
import { deployTo, folderTarget, makeTargetFolder, readTarget } from '#tests/builders/publishTarget.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('publish targets of other kinds', (_server, start) => {
  it('get the same files as a folder, keep their secrets, and say what is wrong', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    const folder = await makeTargetFolder()
    const { id: folderId } = await admin.ok('publishTarget.save', folderTarget(folder))
    await deployTo(admin, folderId)
    const expected = await readTarget(folder)
    const [ftp, dav, s3] = await Promise.all([startFtpServer(), startWebdavServer(), startS3()])
    onTestFinished(async () => void (await Promise.all([ftp.stop(), s3.close()])))

    const { host, port, username, password } = ftp.account
    const ftpForm = { kind: 'ftps', host, port, username, password } as const
    const { hostKey } = await admin.ok('publishTarget.readHostKey', { siteId: 1, ...ftpForm })
    expect(hostKey).toBe(ftp.account.certificate)
    const ftps = await admin.ok('publishTarget.save', folderTarget(ftp.root, { ...ftpForm, hostKey }))

    const davForm = { ...dav.account, kind: 'webdav', folder: '' } as const
    const found = await admin.ok('publishTarget.readHostKey', { siteId: 1, kind: 'webdav', address: davForm.address })
    expect(found).toEqual({ hostKey: dav.account.certificate, message: '' })
    const webdav = await admin.ok('publishTarget.save', folderTarget('', { ...davForm, hostKey: found.hostKey }))

    const { endpoint, accessKeyId, secretAccessKey, region } = s3.options
    const address = new URL(endpoint).origin
    const key = { username: accessKeyId, password: secretAccessKey, region, bucket: 'uploads', isPathStyle: true }
    const bucket = await admin.ok('publishTarget.save', folderTarget('www', { kind: 's3', address, ...key }))

    for (const target of [ftps, webdav, bucket]) {
      expect(target.hasPassword).toBe(true)
      expect(Object.keys(target)).not.toContain('password')
      expect(await admin.ok('publishTarget.test', { id: target.id }), target.kind).toEqual({ message: '' })
      expect(await deployTo(admin, target.id), target.kind).toMatchObject({ state: 'done', written: expected.size })
      expect(await deployTo(admin, target.id), target.kind).toMatchObject({ state: 'done', written: 0, removed: 0 })
    }
    expect(await readTarget(ftp.root)).toEqual(expected)
    expect(await readTarget(dav.root)).toEqual(expected)
    const inBucket = async (path: string) => (await fetch(`${endpoint}/www/${path}`)).text()
    for (const path of ['index.html', 'sitemap.xml', '404.html'])
      expect(await inBucket(path), path).toBe(expected.get(path))

    // A secret goes nowhere else.
    for (const [target, other, text] of [
      [ftps, { port: 1 }, '重新输入密码'],
      [webdav, { address: 'https://other.example/' }, '重新输入密码'],
      [bucket, { address: 'https://other.example' }, '重新输入 AccessKey Secret'],
    ] as const) {
      const form = { ...folderTarget(target.folder), ...target, ...other, password: '' }
      expect((await admin.call('publishTarget.save', form)).msg).toContain(text)
    }
    s3.fault = 'wrongSecret'
    expect((await admin.ok('publishTarget.test', { id: bucket.id })).message).toContain('AccessKey Secret')
    s3.fault = null
    await dav.stop()
    expect((await admin.ok('publishTarget.test', { id: webdav.id })).message).toContain('拒绝连接')
  })

  it('are packed as a zip that a person downloads', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    const folder = await makeTargetFolder()
    const form = { basePath: '/bureau', isAuto: true }
    const { id: folderId } = await admin.ok('publishTarget.save', folderTarget(folder, { ...form, isAuto: false }))
    await deployTo(admin, folderId)
    const expected = await readTarget(folder)
    const target = await admin.ok('publishTarget.save', folderTarget('', { kind: 'zip', ...form }))
    expect(target.isAuto).toBe(false)
    const done = await deployTo(admin, target.id)
    expect(done).toMatchObject({ state: 'done', written: expected.size, canDownload: true, canRestore: false })
    const address = await admin.ok('publishTarget.download', { id: done.id })
    const answer = await fetch(address)
    expect(answer.headers.get('content-disposition')).toContain('.zip')
    const entries = new AdmZip(Buffer.from(await answer.arrayBuffer())).getEntries()
    const files = entries.map((entry) => [entry.entryName, entry.getData().toString('utf8')] as const)
    expect(new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)))).toEqual(
      new Map([...expected].sort(([a], [b]) => (a < b ? -1 : 1))),
    )
    expect(await admin.ok('publishTarget.findById', { id: target.id })).toMatchObject({ isCurrent: true })
    expect((await admin.call('publishTarget.download', { id: 99_999 })).msg).toContain('不存在')
  })

  it('are refused when a field of their kind is missing or wrong', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const address = 'https://s3.example.com'
    for (const [form, text] of [
      [folderTarget('/www', { kind: 'ftps', host: 'a.example' }), '请输入用户名'],
      [folderTarget('', { kind: 'ftps', host: 'a.example', username: 'x' }), '请输入文件夹'],
      [folderTarget('', { kind: 'webdav', username: 'x' }), '请输入地址'],
      [folderTarget('', { kind: 'webdav', address: 'https://a:b@dav.example/' }), '不含用户名'],
      [folderTarget('', { kind: 'webdav', address: 'ftp://dav.example/' }), 'https://'],
      [folderTarget('', { kind: 'webdav', address, username: 'x' }), '请输入密码'],
      [folderTarget('', { kind: 's3', address, region: 'a', username: 'x' }), '请输入存储桶'],
      [folderTarget('', { kind: 's3', address, bucket: 'site', username: 'x' }), '请输入区域'],
      [folderTarget('', { kind: 's3', address, bucket: 'Up/../x', region: 'a', username: 'x' }), '存储桶应为'],
      [folderTarget('', { kind: 's3', address, bucket: 'site', region: 'a' }), 'AccessKey ID'],
      [
        folderTarget('../x', { kind: 's3', address, bucket: 'site', region: 'a', username: 'x', password: 'y' }),
        '“..”',
      ],
      [folderTarget('', { kind: 's3', address, bucket: 'site', region: 'a', username: 'x' }), 'AccessKey Secret'],
    ] as const)
      expect((await admin.call('publishTarget.save', form)).msg, text).toContain(text)
  })
})
