import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AdmZip from 'adm-zip'
import iconv from 'iconv-lite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ZipEncoding } from '#shared/domain/zipNames.ts'
import { AppError } from '#shared/errors/index.ts'
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

/** Bytes up to which archives are read as a whole. */
let inMemory = Infinity
const READ = [
  ['as a whole', Infinity],
  ['in parts', 0],
] as const

async function extract(bytes: Buffer, limits = ZIP_LIMITS, encoding?: ZipEncoding): Promise<string[]> {
  const file = join(dir, 'a.zip')
  await writeFile(file, bytes)
  await extractZip(file, out, { limits, encoding, maxInMemoryBytes: inMemory })
  return (await readdir(out, { recursive: true })).sort()
}
/** How an archive with these entries behind a good one is refused; `left` is what it has written. */
async function refusal(entries: ZipEntrySpec[], limits = ZIP_LIMITS) {
  const zip = zipOf([{ name: 'good.css', content: 'x' }, ...entries])
  const error: unknown = await extract(zip, limits).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const { code, message } = error instanceof AppError ? error : { code: String(error), message: '' }
  return { code, message, left: await readdir(out) }
}
const said = (text: string) => expect.stringContaining(text)

describe.each(READ)('unpacking, read %s', (_how, limit) => {
  beforeEach(() => {
    inMemory = limit
  })
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
  it.each(['图片', '一', '您', 'logo图片', '目录/图片'])(
    'reads %s in GBK, though it is valid UTF-8 by chance',
    async (name) => {
      const zip = zipOf([
        { name: iconv.encode(`${name}.css`, 'gbk') },
        { name: iconv.encode(`${name}/首页.html`, 'gbk') },
      ])
      const found = await extract(zip)
      for (const made of [`${name}.css`, `${name}/首页.html`]) expect(found).toContain(made)
    },
  )
  it.each(['cafe\u0301.css', 'привет.css', '😀.css', '图片.css'])(
    'reads %s in UTF-8 without the flag',
    async (name) => {
      expect(await extract(zipOf([{ name: Buffer.from(name) }]))).toEqual([name.normalize('NFC')])
    },
  )
  it('believes no UTF-8 flag on bytes that are none', async () => {
    const zip = zipOf([{ name: iconv.encode('首页.html', 'gbk'), flags: 1 << 11 }])
    expect(await extract(zip)).toEqual(['首页.html'])
  })
  it.each([
    ['big5', ['網站/圖片/標誌.png', '新聞中心.html', '成功.css', '許可.js']],
    ['big5', ['檔案.css']],
    ['cp437', ['café.html', 'Übung/Größe.css', 'naïve.js']],
    ['cp437', ['Übung.css']],
    ['gbk', ['朱镕基.html']],
  ] as const)(
    'asks in which encoding names are that are neither UTF-8 nor clearly GBK: %s %j',
    async (encoding, names) => {
      const zip = zipOf([{ name: 'plain.css' }, ...names.map((name) => ({ name: iconv.encode(name, encoding) }))])
      const error: unknown = await extract(zip).catch((thrown: unknown) => thrown)
      const fact = error instanceof AppError ? error.details.fact : undefined
      const samples = fact?.kind === 'names' ? fact.samples : []
      expect(samples.find((each) => each.encoding === encoding)?.names).toEqual(names.slice(0, 5))
      expect(samples.map((each) => each.encoding)).not.toContain('utf-8')
      expect(await readdir(out)).toEqual([])
      const made = await extract(zip, ZIP_LIMITS, encoding)
      for (const name of [...names, 'plain.css']) expect(made).toContain(name)
    },
  )
  it('refuses an encoding that the names are not in, and leaves those that say theirs alone', async () => {
    const zip = zipOf([{ name: iconv.encode('café.html', 'cp437') }, { name: Buffer.from('图片.css'), flags: 1 << 11 }])
    for (const encoding of ['utf-8', 'gbk', 'big5'] as const) {
      await expect(extract(zip, ZIP_LIMITS, encoding), encoding).rejects.toMatchObject({
        code: 'invalid',
        details: { issues: [{ field: 'encoding', message: said('换一种编码') }] },
      })
    }
    expect(await extract(zip, ZIP_LIMITS, 'cp437')).toEqual(['café.html', '图片.css'])
  })
  it('does not ask for the sake of a rare character among many', async () => {
    const names = ['新闻中心列表页面.html', '关于我们公司简介.html', '联系方式与地图.html', '朱镕基.html']
    const found = await extract(zipOf(names.map((name) => ({ name: iconv.encode(name, 'gbk') }))))
    expect(found).toEqual(names.toSorted())
  })
  it('finds the end of the archive behind a comment', async () => {
    const zip = zipOf([{ name: 'a.css', content: 'x' }])
    const comment = Buffer.from('由 WinRAR 压缩')
    zip.writeUInt16LE(comment.length, zip.length - 2)
    expect(await extract(Buffer.concat([zip, comment]))).toEqual(['a.css'])
  })
  it('leaves out what macOS adds', async () => {
    const zip = zipOf([{ name: '__MACOSX/._a.css' }, { name: 'css/.DS_Store' }, { name: 'css/a.css' }])
    expect(await extract(zip)).toEqual(['css', 'css/a.css'])
  })
})

describe.each(READ)('a bad archive is refused whole, before anything is written, read %s', (_how, limit) => {
  beforeEach(() => {
    inMemory = limit
  })
  it.each([
    '../evil.html',
    'css/../../evil.html',
    '/etc/passwd',
    'C:/evil',
    '..\\evil.html',
    'css//a.css',
    'a\u0000.html',
  ])('that leaves the folder: %j [S36]', async (name) => {
    expect(await refusal([{ name }])).toEqual({ code: 'invalid', message: said('全部拒绝'), left: [] })
  })
  it.each(['.git/config', 'a/.git/hooks/post-checkout', '.GIT', 'GIT~1/config', '.svn/entries'])(
    'with a repository: %s',
    async (name) => {
      expect(await refusal([{ name }])).toEqual({ code: 'invalid', message: said('版本库'), left: [] })
    },
  )
  it.each(['a\u202egpj.exe', '\u2066a.css', 'a\u200b.css', 'a\ufeff.css', '\u200fa/b.css'])(
    'with a name that shows as another: %j',
    async (name) => {
      expect(await refusal([{ name }])).toEqual({ code: 'invalid', message: said('看不见'), left: [] })
    },
  )
  it('but not for .gitignore, or letters that are joined', async () => {
    const names = ['.gitignore', 'git.css', '\u{1f468}\u200d\u{1f469}.css', 'می\u200cخواهم.css']
    expect(await extract(zipOf(names.map((name) => ({ name: Buffer.from(name) }))))).toEqual(names.sort())
  })
  it('with links', async () => {
    const link = { name: 'link', content: '/etc', mode: 0o120777 }
    expect(await refusal([link])).toEqual({ code: 'invalid', message: said('链接'), left: [] })
  })
  it.each(['css/aux.css', 'what?.html', 'dot./a.css'])('with a name that Windows forbids: %s [S34]', async (name) => {
    const bad = name.split('/').find((part) => part !== 'css' && part !== 'a.css') ?? name
    expect(await refusal([{ name }])).toEqual({ code: 'invalid', message: said(bad), left: [] })
  })
  it.each([
    ['A.css', 'a.css', '名称冲突'],
    ['a/b', 'A', '名称冲突'],
    ['a', 'a/b', '名称冲突'],
    ['same', 'same', '同名'],
  ])('with names that are one file on Windows: %s and %s [S33]', async (first, second, message) => {
    const error = await refusal([{ name: first }, { name: second }])
    expect(error).toEqual({ code: 'invalid', message: said(message), left: [] })
  })
  it('that is encrypted, or packed by other means', async () => {
    const locked = await refusal([{ name: 'a', flags: 1 }])
    expect(locked).toEqual({ code: 'unsupported', message: said('密码'), left: [] })
    const lzma = await refusal([{ name: 'a', method: 14 }])
    expect(lzma).toEqual({ code: 'unsupported', message: said('压缩方式'), left: [] })
  })
  it('that grows too much: entries, total, ratio', async () => {
    const many = Array.from({ length: 30 }, (_, i) => ({ name: `f${i}`, content: 'x' }))
    const few = await refusal(many, { ...ZIP_LIMITS, entries: 20 })
    expect(few).toEqual({ code: 'too-large', message: said('31 个文件'), left: [] })
    const total = await refusal([{ name: 'a', content: 'x'.repeat(99) }], { ...ZIP_LIMITS, totalBytes: 99 })
    expect(total).toMatchObject({ code: 'too-large', left: [] })
    const bomb = await refusal([{ name: 'zeros', content: Buffer.alloc(2 ** 21) }])
    expect(bomb).toEqual({ code: 'too-large', message: said('zeros'), left: [] })
  })
  it('that is no zip, or cut', async () => {
    const whole = zipOf([{ name: 'a.css', content: 'x'.repeat(500) }])
    const cuts = [Buffer.from('<html>'), Buffer.alloc(0), whole.subarray(0, whole.length - 30), whole.subarray(40)]
    for (const bytes of cuts) await expect(extract(bytes)).rejects.toMatchObject({ code: 'invalid' })
    expect(await readdir(out)).toEqual([])
  })
})

describe.each(READ)('an archive that lies is stopped while unpacking, read %s', (_how, limit) => {
  beforeEach(() => {
    inMemory = limit
  })
  it.each<[string, ZipEntrySpec]>([
    ['a size that is too small', { name: 'lie', content: 'x'.repeat(5000), size: 10 }],
    ['a size that is too large', { name: 'lie', content: 'x', size: 10 }],
    ['a checksum', { name: 'lie', content: 'x', crc: 1 }],
    ['the method', { name: 'lie', content: 'not deflated', stored: true, method: 8 }],
  ])('about %s', async (_what, entry) => {
    expect(await refusal([entry])).toMatchObject({ code: 'invalid', message: said('“lie”已损坏') })
  })
})
