import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startSshServer, type SshServer } from '#tests/fakes/sshServer.ts'
import { openFolderTarget } from './folder.ts'
import { openSftpTarget, readHostKey, type SftpAccount } from './sftp.ts'
import type { TargetConnection } from './target.ts'

let server: SshServer
beforeAll(async () => {
  server = await startSshServer()
})
afterAll(() => server.stop())

const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-target-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
const signal = new AbortController().signal
const accountAt = (folder: string, other: Partial<SftpAccount> = {}): SftpAccount => ({
  ...server.account,
  folder,
  ...other,
})

describe.each([
  ['a folder', (folder: string) => openFolderTarget(folder)],
  ['a server over SFTP', (folder: string) => openSftpTarget(accountAt(folder), signal)],
])('%s as a target', (_name, connect) => {
  const opened = async (folder: string): Promise<TargetConnection> => {
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

  it('writes, replaces, lists and removes files, and the folders that become empty', async () => {
    const folder = await makeFolder()
    const target = await opened(folder)
    await put(target, '新闻/第 1 页 100%.html', '一')
    await put(target, 'index.html', 'home')
    await put(target, 'index.html', 'home, again')
    expect(await readFile(join(folder, '新闻/第 1 页 100%.html'), 'utf8')).toBe('一')
    expect(await listed(target)).toEqual([
      { path: 'index.html', sizeBytes: 11 },
      { path: '新闻/第 1 页 100%.html', sizeBytes: 3 },
    ])
    expect((await target.read('index.html'))?.toString()).toBe('home, again')
    expect(await target.read('none.html')).toBeNull()
    await target.remove('新闻/第 1 页 100%.html')
    await target.remove('新闻/第 1 页 100%.html')
    expect(await listed(target)).toEqual([{ path: 'index.html', sizeBytes: 11 }])
    await expect(readFile(join(folder, '新闻'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
  it('takes a file of several megabytes and many small ones at a time', async () => {
    const folder = await makeFolder()
    const target = await opened(folder)
    const large = Buffer.alloc(5_000_001, 'abc')
    await target.write('large.bin', async () => Readable.from([large]), large.length)
    expect((await readFile(join(folder, 'large.bin'))).equals(large)).toBe(true)
    await Promise.all(Array.from({ length: 200 }, (_none, at) => put(target, `a/${at % 7}/${at}.html`, `page ${at}`)))
    expect(await listed(target)).toHaveLength(201)
  })
  it('puts a file where a folder was, and a folder where a file was', async () => {
    const folder = await makeFolder()
    await mkdir(join(folder, 'a.html'))
    await writeFile(join(folder, 'b'), 'file')
    const target = await opened(folder)
    await put(target, 'a.html', 'x')
    await put(target, 'b/index.html', 'y')
    expect(await readFile(join(folder, 'a.html'), 'utf8')).toBe('x')
    expect(await readFile(join(folder, 'b/index.html'), 'utf8')).toBe('y')
  })
  it('does not write through a symbolic link at the target', async () => {
    const folder = await makeFolder()
    const outside = await makeFolder()
    await symlink(outside, join(folder, 'news'))
    await writeFile(join(outside, 'secret'), 'kept')
    await symlink(join(outside, 'secret'), join(folder, 'index.html'))
    const target = await opened(folder)
    await expect(put(target, 'news/1.html', 'x')).rejects.toThrow('发布目标中的“news”是链接')
    await expect(target.remove('news/secret')).rejects.toThrow('发布目标中的“news”是链接')
    await put(target, 'index.html', 'home')
    expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('kept')
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe('home')
    await expect(readFile(join(outside, '1.html'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
  it('says which folder is missing', async () => {
    await expect(connect('/nowhere/at/all')).rejects.toThrow('“/nowhere/at/all”')
  })
  it('leaves nothing behind when the source breaks off', async () => {
    const folder = await makeFolder()
    const target = await opened(folder)
    const broken = async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('half')
          throw new Error('source broke')
        })(),
      )
    await expect(target.write('index.html', broken, 8)).rejects.toThrow('source broke')
    expect(await listed(target)).toEqual([])
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
