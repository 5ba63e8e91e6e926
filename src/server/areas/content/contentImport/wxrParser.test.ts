import { describe, expect, it } from 'vitest'
import { wxrItem, WXR_HEAD, wxrOf } from '#tests/builders/wxr.ts'
import { DamagedSourceError, createFacts, type SourceItem } from './source.ts'
import { addParagraphs, wxrItems } from './wxr.ts'

/** What is read of a text that comes in pieces, and where it broke off. */
async function read(pieces: Iterable<string | Buffer> | AsyncIterable<Buffer>) {
  const items: SourceItem[] = []
  const facts = createFacts()
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const piece of pieces) yield Buffer.from(piece)
  }
  try {
    for await (const item of wxrItems(bytes(), facts)) items.push(item)
  } catch (error) {
    if (!(error instanceof DamagedSourceError)) throw error
    return { items, facts, broken: error.position }
  }
  return { items, facts, broken: null }
}

/** Cut anywhere, also within a character. */
function* inPieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('an export of WordPress', () => {
  it('is read the same however it is cut', async () => {
    const bytes = Buffer.from(
      wxrOf([
        { id: 1, title: '标题😀' },
        { id: 2, title: 'a &amp; b', content: '正文' },
      ]),
    )
    const whole = await read([bytes])
    expect(whole.items.map(({ title }) => title)).toEqual(['标题😀', 'a &amp; b'])
    for (const size of [1, 7, 64]) expect(await read(inPieces(bytes, size))).toEqual(whole)
  })

  it.each([
    ['UTF-16', Buffer.from(`\ufeff${wxrOf([{ id: 1, title: '标题' }]).replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    ['GB18030', gbk()],
  ])('may be in %s', async (_name, bytes) => {
    expect((await read([bytes])).items.map(({ title }) => title)).toEqual(['标题'])
  })

  it('names the line of the first invalid byte, and keeps the items before it', async () => {
    const head = `${WXR_HEAD}${wxrItem({ id: 1, title: '好的' })}\n`
    const { items, broken } = await read([
      Buffer.concat([Buffer.from(`${head}<item><title>`), Buffer.from([0xd0, 0xc2, 0xce])]),
    ])
    expect(items).toHaveLength(1)
    expect(broken).toMatchObject({ line: head.split('\n').length, message: expect.stringContaining('UTF-8') })
  })

  it('is not held in memory: a text that never ends is refused', async () => {
    let sent = 0
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from(`${WXR_HEAD}<item><content:encoded><![CDATA[`)
      const piece = Buffer.alloc(1024 * 1024, 'a')
      for (; sent < 500; sent += 1) yield piece
    }
    expect((await read(endless())).broken?.message).toBe('一段文字没有结束标签')
    expect(sent).toBeLessThan(20)
  })

  it('is not held in memory: an entry with marks without an end is refused too', async () => {
    let sent = 0
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from(`${WXR_HEAD}<item><content:encoded>`)
      const piece = Buffer.from(`<b/>${'a'.repeat(1020)}`.repeat(1024))
      for (; sent < 500; sent += 1) yield piece
    }
    expect((await read(endless())).broken?.message).toBe('一条内容超过 32 MB')
    expect(sent).toBeLessThan(40)
  })

  it('expands no entity and takes no document type', async () => {
    const bomb = '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>'
    expect(
      (await read([`<?xml version="1.0"?>${bomb}<rss><channel><item><title>&b;</title></item></channel></rss>`])).broken
        ?.message,
    ).toContain('DOCTYPE')
    expect((await read([`${WXR_HEAD}<item><title>&b;</title></item>`])).broken?.message).toContain('实体')
  })

  it('makes paragraphs of a text of the old editor, and leaves others', () => {
    expect(addParagraphs('一\n二\n\n三')).toBe('<p>一<br />二</p><p>三</p>')
    expect(addParagraphs('<!-- wp:paragraph --><p>一</p>\n\n<p>二</p>')).toBe('<p>一</p>\n\n<p>二</p>')
  })
})

/** 标题 in GB18030 bytes within an export. */
function gbk(): Buffer {
  const [before = '', after = ''] = wxrOf([{ id: 1, title: '@@', content: 'a', category: 'b' }])
    .replace('UTF-8', 'GB18030')
    .replace('旧网站', 'old')
    .replace('摘要', 'x')
    .split('@@')
  return Buffer.concat([Buffer.from(before), Buffer.from([0xb1, 0xea, 0xcc, 0xe2]), Buffer.from(after)])
}
