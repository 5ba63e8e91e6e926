import { describe, expect, it } from 'vitest'
import { growth } from '#tests/setup/cpuTime.ts'
import { extractPage } from './htmlPage.ts'
import { findPictureAddresses, replacePictures } from './pictures.ts'
import { addParagraphs } from './wxr.ts'

describe('texts of other programs are read in one go', { timeout: 60_000 }, () => {
  const READERS: readonly [string, string, (text: string) => unknown][] = [
    ['comments without an end', '<!--', addParagraphs],
    ['captions without an end', '[caption ', addParagraphs],
    ['pictures without an end', '<img ', findPictureAddresses],
    ['pictures without an end, replaced', '<img ', (text) => replacePictures(text, new Map())],
    ['pictures that are closed', '<img src="a.png">', findPictureAddresses],
    ['menus next to each other', '<nav></nav>a', extractPage],
  ]
  it.each(READERS)('%s', (_name, piece, read) => {
    expect(growth(Math.floor(1_000_000 / piece.length), (times) => void read(piece.repeat(times)))).toBeLessThan(1.6)
  })

  it('a page that is nested without an end, or has elements without number, is refused at once', () => {
    for (const text of ['<b>'.repeat(1_000_000), '<nav>'.repeat(1_000_000), '<i></i>'.repeat(700_000)])
      expect(() => extractPage(text)).toThrow('too many elements')
  })

  it('takes off comments and captions, and gives pictures other addresses', () => {
    expect(addParagraphs('<!--a-->一[caption id="a"]二[/caption]<!-- b')).toBe('<p>一二<!-- b</p>')
    const html = '<IMG alt="a" src="a.png" srcset="b.png 2x"><image src="a.png"><img src=a.png><img src="c'
    expect(findPictureAddresses(html)).toEqual(['a.png'])
    expect(replacePictures(html, new Map([['a.png', '/files/1.png']]))).toBe(
      '<IMG alt="a" src="/files/1.png"><image src="a.png"><img src="/files/1.png"><img src="c',
    )
  })

  it('keeps a page without its edges', () => {
    const page =
      '<title> 页 </title><meta name="author" content="李"><div><nav>a</nav>一<p>二<script>b</script></p></div>'
    const html = '<meta name="author" content="李"><div>一<p>二</p></div>'
    expect(extractPage(page)).toEqual({
      title: '页',
      author: '李',
      description: '',
      html: `<title> 页 </title>${html}`,
    })
    const whole = '<html><head><title>页</title></head><body><div>一&amp;<nav>a</nav></div></body></html>'
    expect(extractPage(whole).html).toBe('<div>一&amp;</div>')
  })
})
