import { getSchema } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import { schemaExtensions } from '../schema/schema.ts'
import { parseHtml, findLosses } from './convert.ts'
import { serializeHtml } from './output.ts'

const schema = getSchema(schemaExtensions())
const through = (html: string): string => serializeHtml(parseHtml(schema, html))

/** The same HTML with attributes in the order of their names. */
function canonical(html: string): string {
  const root = document.createElement('template')
  root.innerHTML = html
  for (const each of root.content.querySelectorAll('*')) {
    const attributes = [...each.attributes].toSorted((a, b) => a.name.localeCompare(b.name))
    for (const { name } of attributes) each.removeAttribute(name)
    for (const { name, value } of attributes) each.setAttribute(name, value)
  }
  return root.innerHTML
}

/** Comes back letter by letter. */
const SAME: Readonly<Record<string, string>> = {
  paragraphs: '<p>第一段</p>\n<p style="text-align: center; text-indent: 2em; line-height: 1.75">第二段</p>',
  'an empty line': '<p>一</p>\n<p><br></p>\n<p>二</p>',
  headings: '<h1>一</h1>\n<h2 style="text-align: center">二</h2>\n<h6>六</h6>',
  marks:
    '<p><strong>粗</strong><em>斜</em><u>下划线</u><s>删</s>H<sub>2</sub>O<sup>2</sup><code>a</code><small>小</small><mark>亮</mark></p>',
  styles:
    '<p><span style="font-family: 微软雅黑; font-size: 16px; color: rgb(192, 0, 0); background-color: #ff0">字</span>后</p>',
  classes: '<p class="lead">一<span class="note">二</span></p>',
  'line breaks': '<p>一<br>二</p>',
  lists:
    '<ul><li>一</li><li>二<ol start="3" type="a"><li>甲</li></ol></li></ul>' +
    '\n<ol style="list-style-type: simp-chinese-informal"><li><p>一</p><p>二</p></li></ol>',
  quotes: '<blockquote style="border-left: 4px solid #ccc"><p>引用</p></blockquote>',
  code: '<pre><code>if (a &lt; b) {\n  c()\n}</code></pre>',
  line: '<p>上</p>\n<hr style="border-top: 1px dashed #999">\n<p>下</p>',
  links:
    '<p><a href="/news/1.html" target="_blank" rel="nofollow" title="新闻">链接</a><a href="tel:110">电话</a><a name="top">这里</a></p>',
  images: '<p style="text-align: center"><img src="/files/a.png" alt="图" width="300" style="border-radius: 8px"></p>',
  'linked images': '<p><a href="https://example.com/"><img src="https://example.com/a.png" alt=""></a></p>',
  films: '<p><video src="/files/a.mp4" poster="/files/a.jpg" controls="" width="480"></video></p>',
  sound: '<p><audio src="/files/a.mp3" controls=""></audio></p>',
  tables:
    '<table border="1" style="width: 100%; border-collapse: collapse"><thead><tr><th colspan="2" style="background-color: #eee">头</th></tr></thead>' +
    '<tbody><tr style="height: 30px"><td rowspan="2" style="border: 1px solid #999; vertical-align: middle">一</td><td>二</td></tr><tr><td><p style="text-align: right">三</p></td></tr></tbody></table>',
  'nested tables': '<table><tbody><tr><td><table><tbody><tr><td>内</td></tr></tbody></table></td></tr></tbody></table>',
  'column widths':
    '<table style="width: 300px"><colgroup><col style="width: 100px"><col style="width: 200px"></colgroup><tbody><tr><td>一</td><td>二</td></tr></tbody></table>',
  sections:
    '<section style="margin: 10px 0; text-align: center"><section style="display: inline-block; width: 50%; vertical-align: top"><p>左</p></section><section style="display: inline-block; width: 50%">右</section></section>',
  backgrounds: '<section style="background-image: url(&quot;/files/b.png&quot;); padding: 20px">底</section>',
  figures: '<figure><img src="/files/a.png" alt="图"><figcaption>说明</figcaption></figure>',
  captions:
    '<table><caption style="color: red">表一 <em>收入</em></caption><tbody><tr><td>一</td></tr></tbody></table>',
  readings: '<p>读作<ruby>汉<rp>(</rp><rt>hàn</rt><rp>)</rp>字<rt>zì</rt></ruby>的字</p>',
  abbreviations: '<p><abbr title="世界卫生组织">WHO</abbr>与<q>引文</q><kbd>Ctrl</kbd></p>',
  downloads: '<p><a href="/files/a.pdf" download="报告.pdf">甲</a><a href="/files/b.pdf" download="">乙</a></p>',
  'words with a look':
    '<p>H<sub style="color: red; font-size: 10px">2</sub><mark style="background-color: #ff0">亮</mark></p>',
  definitions: '<dl><dt>名</dt><dd>释</dd></dl>',
  'rare characters': '<p>𠮷野家😀👨‍👩‍👧 𪚥</p>',
  spaces: '<p>\u00a0\u00a0 两个\u00a0 空格</p>',
}

describe('HTML that goes through the editor', () => {
  for (const [what, html] of Object.entries(SAME))
    it(`comes back as it was: ${what}`, () => {
      expect(canonical(through(html))).toBe(canonical(html))
      expect(findLosses(html, parseHtml(schema, html))).toEqual([])
    })

  it('is nothing when nothing is in it', () => {
    expect(through('')).toBe('')
    expect(through('<p></p>')).toBe('')
    expect(through('<p><br></p>')).toBe('')
    expect(through('文字')).toBe('<p>文字</p>')
  })

  it('joins spans in spans, and leaves weight to the mark', () => {
    expect(through('<p><span style="color: red">甲<span style="font-size: 20px">乙</span></span></p>')).toBe(
      '<p><span style="color: red">甲</span><span style="color: red; font-size: 20px">乙</span></p>',
    )
    expect(through('<p><span style="font-weight: bold; color: red">粗</span></p>')).toBe(
      '<p><span style="color: red"><strong>粗</strong></span></p>',
    )
  })

  it('keeps the look of bold, slanted and raised text, and of links', () => {
    const cases: Record<string, string> = {
      '<p><strong style="color: red; font-size: 20px">一</strong></p>':
        '<p><span style="color: red; font-size: 20px"><strong>一</strong></span></p>',
      '<p><em style="background-color: #ff0" class="x">一</em></p>':
        '<p><span class="x" style="background-color: #ff0"><em>一</em></span></p>',
      '<p><b style="font-weight: normal; color: red">一</b></p>':
        '<p><span style="font-weight: 400; color: red">一</span></p>',
      '<p><sup><span style="font-size: 10px">一</span></sup></p>': '<p><sup style="font-size: 10px">一</sup></p>',
      '<p><span style="color: red">一<a href="/a">二</a>三</span></p>':
        '<p><span style="color: red">一</span><a href="/a">二</a><span style="color: red">三</span></p>',
      '<font color="red"><p style="color: blue">一</p><p>二</p></font>':
        '<p style="color: blue">一</p>\n<p><span style="color: red">二</span></p>',
      '<h2><a name="s1"></a>一</h2>': '<h2><a name="s1">一</a></h2>',
      '<p>一</p><br><p>二</p>': '<p>一</p>\n<div><br></div>\n<p>二</p>',
    }
    for (const [html, kept] of Object.entries(cases)) {
      expect(through(html)).toBe(kept)
      expect(findLosses(html, parseHtml(schema, html))).toEqual([])
    }
  })

  it('has column widths in columns alone, parts of the table too, and no boxes with nothing in them', () => {
    const table =
      '<table style="width: 100%"><colgroup><col width="30%"><col></colgroup><tbody><tr><td>一</td><td>二</td></tr></tbody></table>'
    expect(through(`${table}<section><section></section></section><p>三</p>`)).toBe(`${table}\n<p>三</p>`)
  })

  it('loses what may not be there, and old elements become new ones', () => {
    expect(
      through(
        '<p onclick="a()">一<script>b()</script><a href="javascript:c()">二</a></p><center><font color="red">三</font></center><iframe src="https://example.com/"></iframe>',
      ),
    ).toBe('<p>一二</p>\n<div style="text-align: center"><span style="color: red">三</span></div>')
    expect(through('<p>一<img src="data:image/png;base64,AAAA" onerror="a()"></p>')).toBe('<p>一</p>')
  })

  it('reports parts that it cannot represent', () => {
    const html = '<table><tr><td>一</td></tr></table>'
    expect(findLosses(`<p>二</p>${html}`, parseHtml(schema, '<p>二</p>'))).toEqual(['表格', '文字'])
  })
})
