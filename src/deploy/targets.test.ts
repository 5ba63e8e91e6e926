import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type FtpServer, startFtpServer } from '#tests/fakes/ftpServer.ts'
import { startS3, type S3Server } from '#tests/fakes/s3.ts'
import { startSshServer, type SshServer } from '#tests/fakes/sshServer.ts'
import { startWebdavServer, type WebdavServer } from '#tests/fakes/webdavServer.ts'
import { openFolderTarget } from './folder.ts'
import { openFtpsTarget } from './ftps.ts'
import { readFtpsCertificate } from './ftpSession.ts'
import { openS3Target } from './s3.ts'
import type { S3Account } from './s3Account.ts'
import { openSftpTarget, readHostKey, type SftpAccount } from './sftp.ts'
import type { TargetConnection } from './target.ts'
import { readCertificate } from './tls.ts'
import { openWebdavTarget, type WebdavAccount } from './webdav.ts'

let server: SshServer
let ftp: FtpServer
let implicitFtp: FtpServer
let dav: WebdavServer
let s3: S3Server
beforeAll(async () => {
  ;[server, ftp, implicitFtp, dav, s3] = await Promise.all([
    startSshServer(),
    startFtpServer(),
    startFtpServer('implicit'),
    startWebdavServer(),
    startS3(),
  ])
})
afterAll(() => Promise.all([server.stop(), ftp.stop(), implicitFtp.stop(), dav.stop(), s3.close()]))

const signal = new AbortController().signal
const accountAt = (folder: string, other: Partial<SftpAccount> = {}): SftpAccount => ({
  ...server.account,
  folder,
  ...other,
})
const bucketAt = (folder: string, other: Partial<S3Account> = {}): S3Account => ({
  address: new URL(s3.options.endpoint).origin,
  bucket: 'uploads',
  region: s3.options.region,
  accessKeyId: s3.options.accessKeyId,
  secretAccessKey: s3.options.secretAccessKey,
  isPathStyle: true,
  certificate: '',
  folder,
  ...other,
})
const davAt = (folder: string, other: Partial<WebdavAccount> = {}): WebdavAccount => ({
  ...dav.account,
  address: `${dav.account.address}/${folder.slice(dav.root.length + 1)}`,
  ...other,
})

/** A kind of target, and where its folders lie on this machine. */
interface Kind {
  name: string
  parent: () => string
  connect: (folder: string) => Promise<TargetConnection>
}
const FILE_KINDS: Kind[] = [
  { name: 'a folder', parent: tmpdir, connect: (folder) => openFolderTarget(folder) },
  {
    name: 'a server over SFTP',
    parent: tmpdir,
    connect: (folder) => openSftpTarget(accountAt(folder), signal),
  },
  {
    name: 'a server over FTPS',
    parent: () => ftp.root,
    connect: (folder) => openFtpsTarget({ ...ftp.account, folder }, signal),
  },
  {
    name: 'a server over implicit FTPS',
    parent: () => implicitFtp.root,
    connect: (folder) => openFtpsTarget({ ...implicitFtp.account, folder }, signal),
  },
]
const WEBDAV: Kind = {
  name: 'a server over WebDAV',
  parent: () => dav.root,
  connect: (folder) => openWebdavTarget(davAt(folder), signal),
}
const S3: Kind = {
  name: 'a bucket over S3',
  parent: tmpdir,
  connect: (folder) => openS3Target(bucketAt(folder), signal),
}

const makeFolder = async (parent: string = tmpdir()): Promise<string> => {
  const folder = await mkdtemp(join(parent, 'sitecraft-target-'))
  // Servers that run as another account write here, too.
  await chmod(folder, 0o777)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
const opened = async ({ connect }: Kind, folder: string): Promise<TargetConnection> => {
  const target = await connect(folder)
  onTestFinished(() => target.close())
  return target
}
const put = (target: TargetConnection, path: string, text: string) =>
  target.write(path, async () => Readable.from([Buffer.from(text)]), Buffer.byteLength(text))
const listed = async (target: TargetConnection) => {
  const files = []
  for await (const file of target.list()) files.push(file)
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}
const textOf = async (target: TargetConnection, path: string) => (await target.read(path))?.toString()

describe.each([...FILE_KINDS, WEBDAV, S3])('$name as a target', (kind) => {
  it('writes, replaces, lists and removes files of any name', async () => {
    const target = await opened(kind, await makeFolder(kind.parent()))
    const names = ['新闻/第 1 页 100%.html', 'a&b<c>/d+e#f?g=h.html', "quo'te (1) [x] {y} *.html", '%41.html']
    for (const name of names) await put(target, name, name)
    await put(target, 'index.html', 'home')
    await put(target, 'index.html', 'home, again')
    await put(target, 'empty.txt', '')
    const expected = names.map((path) => ({ path, sizeBytes: Buffer.byteLength(path) }))
    expected.push({ path: 'index.html', sizeBytes: 11 }, { path: 'empty.txt', sizeBytes: 0 })
    expect(await listed(target)).toEqual(expected.sort((a, b) => (a.path < b.path ? -1 : 1)))
    for (const name of names) expect(await textOf(target, name)).toBe(name)
    expect(await textOf(target, 'index.html')).toBe('home, again')
    expect(await target.read('none.html')).toBeNull()
    expect(await target.read('none/none.html')).toBeNull()
    await target.remove('none/none.html')
    for (const name of [...names, ...names]) await target.remove(name)
    expect((await listed(target)).map(({ path }) => path)).toEqual(['empty.txt', 'index.html'])
  })
  it('takes a file of several megabytes and many small ones at a time', async () => {
    const target = await opened(kind, await makeFolder(kind.parent()))
    const large = Buffer.alloc(3_500_001, 'abc')
    await target.write('large.bin', async () => Readable.from([large.subarray(0, 9), large.subarray(9)]), large.length)
    const digest = (bytes: Buffer | null) =>
      createHash('sha1')
        .update(bytes ?? '')
        .digest('hex')
    expect(digest(await target.read('large.bin'))).toBe(digest(large))
    const paths = Array.from({ length: 100 }, (_none, at) => `a/${at % 7}/${at}.html`)
    await Promise.all(paths.map((path) => put(target, path, path)))
    expect(await listed(target)).toHaveLength(101)
    await Promise.all(paths.map((path) => target.remove(path)))
    expect(await listed(target)).toHaveLength(1)
  })
  it('leaves nothing behind when the source breaks off', async () => {
    const target = await opened(kind, await makeFolder(kind.parent()))
    const broken = async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('half')
          throw new Error('source broke')
        })(),
      )
    await expect(target.write('index.html', broken, 8)).rejects.toThrow()
    expect(await listed(target)).toEqual([])
    expect(await target.read('index.html')).toBeNull()
  })
})

describe.each([...FILE_KINDS, WEBDAV])('$name with folders', (kind) => {
  it('removes the folders that become empty, and no others', async () => {
    const folder = await makeFolder(kind.parent())
    const target = await opened(kind, folder)
    await put(target, '新闻/2026/1.html', '一')
    await writeFile(join(folder, '新闻/kept.txt'), 'kept')
    await target.remove('新闻/2026/1.html')
    await expect(readFile(join(folder, '新闻/2026'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await readFile(join(folder, '新闻/kept.txt'), 'utf8')).toBe('kept')
  })
  it('puts a file where a folder was, and a folder where a file was', async () => {
    const folder = await makeFolder(kind.parent())
    await mkdir(join(folder, 'a.html'))
    await writeFile(join(folder, 'b'), 'file')
    for (const name of ['a.html', 'b']) await chmod(join(folder, name), 0o777)
    const target = await opened(kind, folder)
    await put(target, 'a.html', 'x')
    await put(target, 'b/index.html', 'y')
    expect(await readFile(join(folder, 'a.html'), 'utf8')).toBe('x')
    expect(await readFile(join(folder, 'b/index.html'), 'utf8')).toBe('y')
  })
  it('says which folder is missing', async () => {
    await expect(kind.connect(join(kind.parent(), 'nowhere'))).rejects.toThrow(/“.*nowhere.*”/)
  })
})

describe.each(FILE_KINDS)('$name with links', (kind) => {
  it('does not write through a link that somebody planted', async () => {
    const folder = await makeFolder(kind.parent())
    const outside = await makeFolder()
    await symlink(outside, join(folder, 'news'))
    await writeFile(join(outside, 'secret'), 'kept')
    await symlink(join(outside, 'secret'), join(folder, 'index.html'))
    const target = await opened(kind, folder)
    await expect(put(target, 'news/1.html', 'x')).rejects.toThrow('发布目标中的“news”是链接')
    await expect(target.remove('news/secret')).rejects.toThrow('发布目标中的“news”是链接')
    await put(target, 'index.html', 'home')
    expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('kept')
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe('home')
    await expect(readFile(join(outside, '1.html'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('signing in over SFTP', () => {
  it('knows the server by its key alone', async () => {
    expect(await readHostKey(server.account)).toBe(server.account.hostKey)
    const folder = await makeFolder()
    await expect(openSftpTarget(accountAt(folder, { hostKey: '' }), signal)).rejects.toThrow('还没有确认服务器')
    await expect(openSftpTarget(accountAt(folder, { hostKey: 'other' }), signal)).rejects.toThrow('主机密钥已改变')
  })
  it('says what was refused', async () => {
    const folder = await makeFolder()
    const other = await startSshServer()
    await other.stop()
    await expect(openSftpTarget({ ...other.account, folder }, signal)).rejects.toThrow('拒绝连接')
    const wrong = accountAt(folder, { privateKey: other.account.privateKey })
    await expect(openSftpTarget(wrong, signal)).rejects.toThrow('拒绝登录')
    await expect(openSftpTarget(accountAt(folder, { privateKey: 'no key' }), signal)).rejects.toThrow('私钥')
  })
})

/** A server that takes connections and hangs up. */
const startDeaf = async (): Promise<number> => {
  const deaf: Server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void deaf.close())
  return (deaf.address() as { port: number }).port
}

describe('signing in over FTPS', () => {
  it('sends no password to a server with another certificate', async () => {
    const { account } = ftp
    expect(await readFtpsCertificate(account)).toBe(account.certificate)
    expect(await readFtpsCertificate(implicitFtp.account)).toBe(implicitFtp.account.certificate)
    await expect(openFtpsTarget({ ...account, certificate: '' }, signal)).rejects.toThrow('证书是自签名的')
    const other = implicitFtp.account.certificate
    await expect(openFtpsTarget({ ...account, certificate: other }, signal)).rejects.toThrow('证书与核对过的不同')
  })
  it('says what was refused', async () => {
    const { account } = ftp
    await expect(openFtpsTarget({ ...account, username: 'root' }, signal)).rejects.toThrow('拒绝登录')
    await expect(openFtpsTarget({ ...account, port: 1 }, signal)).rejects.toThrow('拒绝连接')
    await expect(openFtpsTarget({ ...account, port: await startDeaf() }, signal)).rejects.toThrow('中断了连接')
    await expect(openFtpsTarget({ ...account, password: 'a\r\nDELE x' }, signal)).rejects.toThrow('换行')
  })
})

describe('a server that takes connections and says nothing', () => {
  it('is given up when the attempt is ended', async () => {
    const mute: Server = createServer(() => undefined)
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void mute.close())
    const { port } = mute.address() as { port: number }
    const soon = () => AbortSignal.timeout(300)
    const address = `http://127.0.0.1:${port}`
    await expect(openWebdavTarget({ ...dav.account, address, certificate: '' }, soon())).rejects.toThrow('超时')
    const bucket = await openS3Target(bucketAt('', { address }), soon())
    await expect(put(bucket, 'a.html', 'a')).rejects.toThrow('超时')
    for (const encryption of ['explicit', 'implicit'] as const)
      await expect(openFtpsTarget({ ...ftp.account, port, encryption }, soon())).rejects.toThrow(/“127.0.0.1”/)
  })
})

describe('signing in over WebDAV', () => {
  it('sends no password to a server with another certificate', async () => {
    const { hostname, port } = new URL(dav.account.address)
    expect(await readCertificate(hostname, Number(port))).toBe(dav.account.certificate)
    const root = { ...dav.account, address: `${dav.account.address}/` }
    await expect(openWebdavTarget({ ...root, certificate: '' }, signal)).rejects.toThrow('证书是自签名的')
    const other = { ...root, certificate: ftp.account.certificate }
    await expect(openWebdavTarget(other, signal)).rejects.toThrow('证书与核对过的不同')
  })
  it('says what was refused', async () => {
    await expect(openWebdavTarget({ ...dav.account, password: 'wrong' }, signal)).rejects.toThrow('拒绝登录')
    const closed = { ...dav.account, address: 'https://127.0.0.1:1/' }
    await expect(openWebdavTarget(closed, signal)).rejects.toThrow('拒绝连接')
    const folder = await makeFolder(dav.root)
    await chmod(folder, 0o555)
    const target = await openWebdavTarget(davAt(folder), signal)
    onTestFinished(() => target.close())
    // As Apache says it, when its account may not write.
    await expect(put(target, 'a.html', 'a')).rejects.toThrow(/“.*a\.html”/)
  })
})

describe('a bucket over S3', () => {
  it('gives files their type and how long browsers keep them', async () => {
    const target = await opened(S3, 'headers')
    await put(target, 'index.html', 'home')
    await put(target, 'app.3f9a02bc.js', 'x')
    const head = async (path: string) => {
      const { headers } = await fetch(`${s3.options.endpoint}/headers/${path}`)
      return [headers.get('content-type'), headers.get('cache-control')]
    }
    expect(await head('index.html')).toEqual(['text/html; charset=utf-8', 'no-cache'])
    expect(await head('app.3f9a02bc.js')).toEqual([
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
  })
  it('removes many files by few calls', async () => {
    // At the root: the server of the tests trips over several removals in one folder.
    const target = await opened(S3, '')
    const paths = Array.from({ length: 40 }, (_none, at) => `many ${at}.html`)
    await Promise.all(paths.map((path) => put(target, path, 'x')))
    s3.changes.length = 0
    await Promise.all(paths.map((path) => target.remove(path)))
    expect((await listed(target)).filter(({ path }) => path.startsWith('many'))).toEqual([])
    expect(s3.changes).toHaveLength(1)
  })
  it('says what was refused', async () => {
    const target = await opened(S3, 'refused')
    for (const [fault, text] of [
      ['bucketGone', '没有存储桶“uploads”'],
      ['clock', '时钟'],
      ['region', '应为 cn-north-1'],
      ['noSuchKey', 'AccessKey ID'],
      ['wrongSecret', 'AccessKey Secret'],
      ['away', '暂时无法处理请求（503）'],
    ] as const) {
      s3.fault = fault
      await expect(put(target, 'a.html', 'a'), fault).rejects.toThrow(text)
      await expect(listed(target), fault).rejects.toThrow(text)
    }
    s3.fault = null
    s3.refused.add('delete')
    await put(target, 'a.html', 'a')
    await expect(target.remove('a.html')).rejects.toThrow('权限')
    s3.refused.clear()
    const missing = await openS3Target(bucketAt('', { bucket: 'none' }), signal)
    await expect(put(missing, 'a.html', 'a')).rejects.toThrow('没有存储桶“none”')
    const closed = await openS3Target(bucketAt('', { address: 'http://127.0.0.1:1' }), signal)
    await expect(put(closed, 'a.html', 'a')).rejects.toThrow('拒绝连接')
  })
})
