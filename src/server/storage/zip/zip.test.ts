import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AdmZip from 'adm-zip'
import iconv from 'iconv-lite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { zipOf, type ZipEntrySpec } from '#tests/builders/zip.ts'
import { extractZip } from './extract.ts'
import { ZIP_LIMITS } from './limits.ts'

let dir: string
let out: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sitecraft-zip-'))
  out = join(dir, 'out')
  await mkdir(out)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function extract(bytes: Buffer, limits = ZIP_LIMITS): Promise<string[]> {
  const file = join(dir, 'a.zip')
  await writeFile(file, bytes)
  await extractZip(file, out, limits)
  return (await readdir(out, { recursive: true })).sort()
}
const refused = async (entries: ZipEntrySpec[], expected: object, limits = ZIP_LIMITS) => {
  await expect(extract(zipOf([{ name: 'good.css', content: 'x' }, ...entries]), limits)).rejects.toMatchObject(expected)
}

describe('unpacking', () => {
  it('brings files, folders and empty files as they were packed', async () => {
    const image = Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 251))
    const zip = zipOf([
      { name: 'css/' },
      { name: 'css/a.css', content: 'body{}\r\n' },
      { name: 'img/deep/logo.png', content: image, stored: true },
      { name: 'empty.txt' },
    ])
    expect(await extract(zip)).toEqual(['css', 'css/a.css', 'empty.txt', 'img', 'img/deep', 'img/deep/logo.png'])
    expect(await readFile(join(out, 'img/deep/logo.png'))).toEqual(image)
    expect(await readFile(join(out, 'css/a.css'), 'utf8')).toBe('body{}\r\n')
  })
  it('reads what adm-zip packs', async () => {
    const zip = new AdmZip()
    zip.addFile('首页.html', Buffer.from('你好'))
    expect(await extract(zip.toBuffer())).toEqual(['首页.html'])
    expect(await readFile(join(out, '首页.html'), 'utf8')).toBe('你好')
  })
  it('reads names in GBK from Chinese Windows, and in UTF-8 with or without the flag', async () => {
    const zip = zipOf([
      { name: iconv.encode('图片\\标志.png', 'gbk'), content: 'gbk' },
      { name: iconv.encode('首页.html', 'gbk'), content: 'gbk' },
      { name: Buffer.from('样式.css'), content: 'utf8' },
      { name: Buffer.from('脚本.js'), flags: 1 << 11, content: 'flag' },
    ])
    expect(await extract(zip)).toEqual(['图片', '图片/标志.png', '样式.css', '脚本.js', '首页.html'])
  })
  it('leaves out what macOS adds', async () => {
    const zip = zipOf([{ name: '__MACOSX/._a.css' }, { name: 'css/.DS_Store' }, { name: 'css/a.css' }])
    expect(await extract(zip)).toEqual(['css', 'css/a.css'])
  })
})

describe('a bad archive is refused whole, before anything is written', () => {
  afterEach(async () => expect(await readdir(out)).toEqual([]))

  it.each([
    '../evil.html',
    'css/../../evil.html',
    '/etc/passwd',
    'C:/evil',
    '..\\evil.html',
    'css//a.css',
    'a\u0000.html',
  ])('that leaves the folder: %j [S36]', async (name) =>
    refused([{ name }], { code: 'invalid', message: expect.stringContaining('全部拒绝') }),
  )
  it('with links', () => refused([{ name: 'link', content: '/etc', mode: 0o120777 }], { message: /链接/ }))
  it('with names that Windows forbids, naming them [S34]', async () => {
    await refused([{ name: 'css/aux.css' }], { code: 'invalid', message: expect.stringContaining('aux.css') })
    await refused([{ name: 'what?.html' }], { code: 'invalid', message: expect.stringContaining('what?.html') })
  })
  it('with names that are one file on Windows [S33]', async () => {
    await refused([{ name: 'A.css' }, { name: 'a.css' }], { message: expect.stringContaining('名称冲突') })
    await refused([{ name: 'a/b' }, { name: 'A' }], { message: expect.stringContaining('名称冲突') })
    await refused([{ name: 'same' }, { name: 'same' }], { message: expect.stringContaining('同名') })
  })
  it('that is encrypted, or packed by other means', async () => {
    await refused([{ name: 'a', flags: 1 }], { code: 'unsupported', message: expect.stringContaining('密码') })
    await refused([{ name: 'a', method: 14 }], { code: 'unsupported', message: expect.stringContaining('压缩方式') })
  })
  it('that grows too much: entries, total, ratio', async () => {
    const many = Array.from({ length: 30 }, (_, i) => ({ name: `f${i}`, content: 'x' }))
    await refused(
      many,
      { code: 'too-large', message: expect.stringContaining('31 个文件') },
      { ...ZIP_LIMITS, entries: 20 },
    )
    await refused([{ name: 'a', content: 'x'.repeat(99) }], { code: 'too-large' }, { ...ZIP_LIMITS, totalBytes: 99 })
    await refused([{ name: 'zeros', content: Buffer.alloc(2 ** 21) }], {
      code: 'too-large',
      message: expect.stringContaining('zeros'),
    })
  })
  it('that is no zip, or cut', async () => {
    await expect(extract(Buffer.from('<html>'))).rejects.toMatchObject({ code: 'invalid' })
    await expect(extract(Buffer.alloc(0))).rejects.toMatchObject({ code: 'invalid' })
    const whole = zipOf([{ name: 'a.css', content: 'x'.repeat(500) }])
    await expect(extract(whole.subarray(0, whole.length - 30))).rejects.toMatchObject({ code: 'invalid' })
    await expect(extract(whole.subarray(40))).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('an archive that lies is stopped while unpacking', () => {
  it.each<[string, ZipEntrySpec]>([
    ['a size that is too small', { name: 'lie', content: 'x'.repeat(5000), size: 10 }],
    ['a size that is too large', { name: 'lie', content: 'x', size: 10 }],
    ['a checksum', { name: 'lie', content: 'x', crc: 1 }],
    ['the method', { name: 'lie', content: 'not deflated', stored: true, method: 8 }],
  ])('about %s', async (_what, entry) => {
    await refused([entry], { code: 'invalid', message: expect.stringMatching(/“lie”已损坏/) })
  })
})
