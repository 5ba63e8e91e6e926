import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { createGrants } from './grants.ts'
import { openSpool } from './spool.ts'

const LIMIT_MB = 5000

async function run(limit?: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-spool-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await mkdir(join(dataDir, 'tmp', '999999999', 'file-x'), { recursive: true })
  const grants = createGrants()
  const spool = await openSpool(dataDir, grants, limit)
  const own = join(dataDir, 'tmp', String(process.pid))
  const take = (content: string, file: { name?: string; relativePath?: string; announced?: number } = {}) =>
    spool.store(Readable.from([Buffer.from(content)]), { name: 'a.css', relativePath: '', announced: 0, ...file })
  return { dataDir, grants, spool, own, take }
}

it('keeps what is streamed until it is closed, and clears what a dead run left', async () => {
  const { dataDir, grants, spool, take } = await run()
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([String(process.pid)])
  const { grant, ...told } = await take('图', { name: '样式.css', relativePath: '主题/深/样式.css' })
  expect(told).toEqual({ name: '样式.css', size: 3 })
  const file = grants.file(grant)
  expect(file).toMatchObject({ name: '样式.css', relativePath: '主题/深/样式.css', spooled: true })
  expect(await readFile(file.path, 'utf8')).toBe('图')
  await spool.close()
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
})
it('takes a file of exactly the limit and none that is larger, announced or not', async () => {
  const { own, take } = await run(10)
  expect(await take('0123456789', { announced: 10 })).toMatchObject({ size: 10 })
  expect(await take('0123456789')).toMatchObject({ size: 10 })
  const words = `文件大小不能大于${LIMIT_MB}M!`
  await expect(take('0123456789A', { announced: 11 })).rejects.toMatchObject({ code: 'too-large', message: words })
  await expect(take('0123456789A')).rejects.toMatchObject({ code: 'too-large', message: words })
  expect(await readdir(own)).toHaveLength(2)
})
it('has the limit of A·§5', async () => {
  const { take } = await run()
  const limit = LIMIT_MB * 1024 * 1024
  await expect(take('x', { announced: limit + 1 })).rejects.toMatchObject({ code: 'too-large' })
  expect(await take('x', { announced: limit })).toMatchObject({ size: 1 })
})
it.each(['../a.css', 'x/../../a.css', '/a.css', 'x//a.css', 'x\\..\\a.css', 'x/b.css', 'x/a.css/', './a.css'])(
  'refuses the place %s, of a copy and of the user’s own file',
  async (relativePath) => {
    const { grants, own, take } = await run()
    await expect(take('x', { relativePath })).rejects.toMatchObject({ code: 'invalid' })
    expect(() => grants.issuePlaced('/home/me/x/a.css', relativePath)).toThrow('路径无效')
    expect(await readdir(own)).toEqual([])
  },
)
it.each(['', '../x.css', 'a/b.css', 'a\0.css', 'x'.repeat(256)])('refuses the name %j', async (name) => {
  const { take } = await run()
  await expect(take('x', { name })).rejects.toMatchObject({ code: 'invalid' })
})
it('keeps nothing of a stream that breaks off, or whose page has gone', async () => {
  const { own, spool } = await run()
  const file = { name: 'a.css', relativePath: '', announced: 0 }
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('half')
    throw new Error('reset')
  }
  await expect(spool.store(Readable.from(broken()), file)).rejects.toMatchObject({ code: 'cancelled' })
  const gone = new AbortController()
  const endless = new Readable({ read: () => undefined })
  endless.push('half')
  const taking = spool.store(endless, { ...file, signal: gone.signal })
  gone.abort()
  await expect(taking).rejects.toMatchObject({ code: 'cancelled' })
  expect(await readdir(own)).toEqual([])
})
it('opens a file of a chosen folder in its place', () => {
  const grants = createGrants()
  const grant = grants.issuePlaced('/home/me/主题/css/a.css', '主题/css/a.css')
  const path = '/home/me/主题/css/a.css'
  expect(grants.file(grant)).toEqual({ path, name: 'a.css', relativePath: '主题/css/a.css', spooled: false })
})
