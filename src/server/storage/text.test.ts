import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { decodeText, encodeText } from './text.ts'

const page = '<title>海洋科技有限公司</title>\r\n<p>欢迎来到我们的网站，新闻中心。</p>\r\n'
const big5 = '<p>歡迎來到我們的網站，最新消息與產品介紹。服務專線與聯絡方式請參考下方說明。</p>'

describe('text of template files', () => {
  it.each([
    ['utf-8', Buffer.from(page)],
    ['utf-8', Buffer.from('plain ascii\n')],
    ['utf-8', Buffer.alloc(0)],
    ['utf-8-bom', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(page)])],
    ['gbk', iconv.encode(page, 'gbk')],
    ['gb18030', iconv.encode(`${page}㐂`, 'gb18030')],
    ['big5', iconv.encode(big5, 'big5')],
    ['utf-16le', Buffer.concat([Buffer.from([0xff, 0xfe]), iconv.encode(page, 'utf-16le')])],
    ['utf-16be', Buffer.concat([Buffer.from([0xfe, 0xff]), iconv.encode(page, 'utf-16be')])],
  ])('opens %s and saves the very same bytes [S3] [S37]', (encoding, bytes) => {
    const text = decodeText(bytes)
    expect(text?.encoding).toBe(encoding)
    expect(encodeText(text?.content ?? '', encoding, 'a.html')).toEqual(bytes)
  })
  it('shows the right characters without the mark', () => {
    expect(decodeText(iconv.encode(page, 'gbk'))?.content).toBe(page)
    expect(decodeText(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('a')]))?.content).toBe('a')
  })
  it('says that a program is no text', () => {
    expect(decodeText(Buffer.from('MZ\u0000\u0003'))).toBeNull()
    expect(decodeText(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]))).toBeNull()
    expect(decodeText(Buffer.from('%PDF\u0001\u0002'))).toBeNull()
  })
  it('refuses a character that the encoding does not have, naming both [S37]', () => {
    expect(() => encodeText('好😀', 'gbk', '首页.html')).toThrow(/首页\.html.*GBK.*😀/)
    expect(() => encodeText('x', 'klingon', 'a.html')).toThrow(/klingon/)
  })
  it('keeps an odd byte in UTF-16 out of the editor', () => {
    expect(decodeText(Buffer.from([0xff, 0xfe, 0x41]))).toBeNull()
  })
})
