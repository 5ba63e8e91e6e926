import { getSchema } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import excel from '#tests/fixtures/html/excel.html?raw'
import wechat from '#tests/fixtures/html/wechat.html?raw'
import word from '#tests/fixtures/html/word.html?raw'
import wps from '#tests/fixtures/html/wps.html?raw'
import xiumi from '#tests/fixtures/html/xiumi.html?raw'
import { growth } from '#tests/setup/cpuTime.ts'
import { parseHtml } from '../html/convert.ts'
import { serializeHtml } from '../html/output.ts'
import { schemaExtensions } from '../schema/schema.ts'
import { cleanPasted } from './clean.ts'
import { rtfPictures } from './rtf.ts'

const schema = getSchema(schemaExtensions())

function paste(html: string, local: readonly File[] = []) {
  const sent: File[] = []
  const send = (files: readonly File[]): number[] => files.map((file) => sent.push(file))
  const taken: string[] = []
  const sendWeb = (addresses: readonly string[]): number[] => addresses.map((address) => 100 + taken.push(address))
  const cleaned = cleanPasted(html, { local: () => local, send, sendWeb })
  const root = document.createElement('div')
  root.innerHTML = serializeHtml(parseHtml(schema, cleaned.html))
  return { ...cleaned, root, sent, taken, text: root.innerHTML }
}
const png = (): File => new File([new Uint8Array([137, 80])], 'word', { type: 'image/png' })

describe('text that is pasted from Word', () => {
  it('keeps headings, first lines, fonts and bold text', () => {
    const { root } = paste(word)
    expect(root.querySelector('h1')?.textContent).toBe('关于开展检查的通知')
    const line = root.querySelector('p')
    expect(line?.getAttribute('style')).toBe('line-height: 28pt; text-indent: 2em')
    expect(line?.querySelector('span')?.getAttribute('style')).toBe(
      'font-size: 16pt; font-family: 仿宋_GB2312, FangSong, 仿宋, STFangsong, serif',
    )
    expect(line?.querySelector('strong')?.textContent).toBe('11月30日')
  })

  it('makes lists of its paragraphs, one in the other', () => {
    const { root } = paste(word)
    expect(root.querySelector('ol')?.outerHTML).toBe(
      '<ol><li>检查范围<ul><li>办公楼</li></ul></li><li>检查方式</li></ol>',
    )
  })

  it('keeps tables with their lines and joined cells', () => {
    const { root } = paste(word)
    const [head, first] = root.querySelectorAll('td')
    expect(head?.getAttribute('colspan')).toBe('2')
    expect(head?.getAttribute('style')).toContain('border: solid #000000 1pt')
    expect(first?.textContent).toBe('一')
  })

  it('leaves nothing of its dirt', () => {
    expect(paste(word).text).not.toMatch(/mso|Mso|<o:|windowtext|StartFragment|file:|v:shapes|<!--/)
  })

  it('uploads the pictures in the clipboard, and reports the missing ones', () => {
    const { html, sent, notes } = paste(word, [png()])
    expect(sent).toHaveLength(1)
    expect(html).toContain('data-pending="1"')
    expect(notes).toEqual([])
    const without = paste(word)
    expect(without.notes).toEqual(['1 张图片未随内容复制，请单独复制图片后粘贴'])
    expect(without.root.querySelector('img')).toBeNull()
  })

  it('finds pictures in its rich text', () => {
    const hex = '89504e470d0a1a0a'.repeat(4)
    const files = rtfPictures(
      `{\\rtf1 {\\*\\shppict{\\pict{\\*\\picprop{\\sp}}\\picw10\\pngblip\\bliptag1 \r\n${hex}}}{\\nonshppict{\\pict\\wmetafile8 0100090000}}}`,
    )
    expect(files.map(({ type, size }) => [type, size])).toEqual([['image/png', 32]])
  })
})

describe('text that is pasted from WeChat and 秀米', () => {
  it('keeps its look and takes apart what only nests', () => {
    const { root } = paste(wechat)
    const box = root.querySelector('section')
    expect(box?.getAttribute('style')).toBe(
      'padding: 16px; border-left: 4px solid rgb(0, 112, 192); background-color: rgb(242, 247, 252)',
    )
    expect(box?.querySelector('section')).toBeNull()
    expect(box?.querySelector('strong')?.textContent).toBe('春耕正当时')
  })

  it('takes pictures from where they are loaded late, and says that they are elsewhere', () => {
    const { root, notes } = paste(wechat)
    expect(root.querySelector('img')?.getAttribute('src')).toBe(
      'https://mmbiz.example.com/mmbiz_png/abc/640?wx_fmt=png',
    )
    expect(notes).toEqual([
      '粘贴的内容中有不支持的部分（如嵌入的网页、视频框架或表单），已移除',
      '1 张图片在其他网站，已保留原地址；该网站可能不允许引用，建议下载后重新插入',
    ])
  })

  it('takes over pictures of WeChat and 秀米, which other websites may not show; what is saved meanwhile keeps their address', () => {
    const late = '<p>一<img data-src="https://mmbiz.qpic.cn/mmbiz_png/a/640?wx_fmt=png&amp;tp=webp" src="data:,"></p>'
    const { html, root, taken, notes } = paste(`${late}<p><img src="//img.xiumi.us/xmi/b.jpg"></p>`)
    expect(taken).toEqual(['https://mmbiz.qpic.cn/mmbiz_png/a/640?wx_fmt=png&tp=webp', '//img.xiumi.us/xmi/b.jpg'])
    expect(html).toContain('data-pending="101"')
    expect(html).toContain('data-pending="102"')
    expect(root.querySelector('img')?.getAttribute('src')).toBe(
      'https://mmbiz.qpic.cn/mmbiz_png/a/640?wx_fmt=png&tp=webp',
    )
    expect(notes).toEqual([])
  })

  it('has no scripts, handlers or script links', () => {
    const { text, root } = paste(wechat)
    expect(text).not.toMatch(/script|onload|onclick|iframe|mp-common|data-/)
    expect([...root.querySelectorAll('a')].map((a) => a.getAttribute('href'))).toEqual(['https://example.com/news'])
  })

  it('keeps columns and turns of 秀米, no backgrounds of other websites and nothing that covers the page', () => {
    const { text, notes } = paste(xiumi)
    expect(text).toContain('display: flex')
    expect(notes).toContain('背景图片在其他网站，已移除；如有需要，请下载后作为图片插入')
    expect(text).toContain('transform: rotateZ(3deg)')
    expect(text).toContain('盖住')
    expect(text).not.toMatch(/position|z-index|powered-by/)
  })
})

describe('tables that are pasted from Excel and WPS', () => {
  it('keep joined cells, widths, lines and colours', () => {
    const { root } = paste(excel)
    const [title, department] = root.querySelectorAll('td')
    expect(title?.getAttribute('colspan')).toBe('3')
    expect(title?.getAttribute('style')).toContain('background-color: #FFE699')
    expect(title?.getAttribute('style')).toContain('border: 0.5pt solid #000000')
    expect(title?.querySelector('strong')?.textContent).toBe('一季度报表')
    expect(department?.getAttribute('rowspan')).toBe('2')
    expect([...root.querySelectorAll('col')].map((col) => col.getAttribute('style'))).toEqual([
      'width: 72px',
      'width: 72px',
      'width: 144px',
    ])
    expect(root.textContent).toContain('1200')
  })

  it('have the grid of the sheet where cells have no lines', () => {
    const { root } = paste(wps)
    expect(root.querySelector('td')?.getAttribute('style')).toBe(
      'text-align: center; border: 1px solid #bfbfbf; padding: 4px 8px',
    )
    expect(root.querySelectorAll('col')).toHaveLength(2)
  })
})

describe('what readers do not see of what is pasted', () => {
  const NOTE = /^粘贴的内容中有 \d+ 处隐藏文字、已删除的修订或批注，未粘贴$/

  it.each([
    '<p>看得见<span style="display:none">秘密</span></p>',
    '<p>看得见<span style="visibility:hidden">秘密</span></p>',
    "<p class=MsoNormal>看得见<span style='display:none;mso-hide:all'>秘密</span></p>",
    '<p>看得见</p><div style="width:0;height:0;overflow:hidden">秘密</div>',
    '<p>看得见<font style="font-size:0px">秘密</font></p>',
    '<p>看得见</p><p hidden>秘密</p>',
    '<p>看得见<a style="position:absolute;left:-9999px" href="https://example.com/">秘密</a></p>',
    '<p data-pm-slice="1 1 []">看得见<span style="opacity:0">秘密</span></p>',
    '<p class=MsoNormal>看得见<span class=msoDel><del cite="mailto:%E5%BC%A0" datetime="2026-11-01T10:00">秘密</del></span></p>',
    `<p class=MsoNormal><a style='mso-comment-reference:张_1;mso-comment-date:20261101T1000'>看得见</a><span class=MsoCommentReference><span lang=EN-US style='font-size:10.5pt'><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[秘密1]</a><![endif]><span style='mso-special-character:comment'>&nbsp;</span></span></span></p>
     <div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff align=left size=1 width="33%"><![endif]><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>秘密</p></div></div></div>`,
  ])('is left out, and that is said: %s', (html) => {
    const { text, notes } = paste(html)
    expect(text).toContain('看得见')
    expect(text).not.toMatch(/秘密|<hr|href/)
    expect(notes.some((note) => NOTE.test(note))).toBe(true)
  })

  it('are columns that a sheet hides, also under joined cells', () => {
    const { root } = paste(
      `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><col width=72><col width=0 style='display:none;mso-width-source:userset'><col width=72><tr><td colspan=3>标题</td></tr><tr><td>甲</td><td>秘密</td><td>乙</td></tr></table>`,
    )
    expect([...root.querySelectorAll('tr')].map((row) => [...row.cells].map((cell) => cell.textContent))).toEqual([
      ['标题'],
      ['甲', '乙'],
    ])
    expect(root.querySelector('td')?.getAttribute('colspan')).toBe('2')
  })

  it('is not what only stands in a box without a letter size, nor text that was inserted, nor an article of WeChat', () => {
    const { text, notes } = paste(
      '<section id="js_content" style="visibility:hidden;opacity:0"><section style="font-size:0"><p style="font-size:16px">看得见</p></section><p><ins cite="x" datetime="2026">插入</ins><u>线</u></p></section>',
    )
    expect(text).toContain('看得见')
    expect(text).toContain('<p>插入<u>线</u></p>')
    expect(notes).toEqual([])
  })
})

describe('the output of a paste', () => {
  it('has short lengths, no empty boxes, and fonts that readers have', () => {
    const { text } = paste(
      '<div class="Section0"><p class=MsoNormal style="line-height:18.0000pt;margin-left:21.0500pt"><span style="mso-spacerun:\'yes\';font-family:方正小标宋简体;font-size:22.0000pt"><font face="方正小标宋简体">标题</font></span></p><section><section></section></section></div>',
    )
    expect(text).toBe(
      '<p style="line-height: 18pt; margin-left: 21.05pt"><span style="font-size: 22pt; font-family: 方正小标宋简体, SimSun, 宋体, STSong, serif">标题</span></p>',
    )
  })

  it('keeps the look of marked text, and text that is not bold in bold text', () => {
    const { text } = paste(
      '<p><strong style="color:#c00;font-size:20px">甲</strong><u style="background:#ff0">乙</u><b>丙<span style="font-weight:normal">丁</span></b></p>',
    )
    expect(text).toBe(
      '<p><span style="color: #c00; font-size: 20px"><strong>甲</strong></span><span style="background-color: #ff0"><u>乙</u></span><strong>丙</strong><span style="font-weight: 400">丁</span></p>',
    )
  })
})

describe('anything that is pasted', () => {
  it('sends pictures that stand in the text, and keeps their places', () => {
    const { html, sent } = paste('<p>图<img src="data:image/png;base64,iVBORw0KGgo=" alt="一"></p>')
    expect(sent.map(({ type, size }) => [type, size])).toEqual([['image/png', 8]])
    expect(html).toBe('<p>图<img alt="一" data-pending="1"></p>')
    expect(paste('<p><img src="/files/a.png" alt="图片"></p>').html).toBe(
      '<p><img src="/files/a.png" data-asks-alt=""></p>',
    )
    expect(paste('<p><img src="/files/a.png" alt="图片"></p>').text).toBe('<p><img src="/files/a.png" alt=""></p>')
  })

  it('has no numbers of uploads that are not its own', () => {
    expect(paste('<p><img data-pending="7" src="/files/a.png" alt="甲"></p>').html).toBe(
      '<p><img src="/files/a.png" alt="甲"></p>',
    )
  })

  it('stays as it is when it was copied in an editor', () => {
    const html =
      '<p data-pm-slice="1 1 []" style="margin: 0px; text-align: center"><span style="font-weight: 400">字</span></p>'
    expect(paste(html).html).toBe(html)
  })

  it('is not looked at for ever when its tags never end', () => {
    expect(growth(200_000, (times) => void paste('<a'.repeat(times)))).toBeLessThan(1.6)
  })

  it('is not looked at for ever when it is nested without an end', () => {
    const nested = (times: number): string => '<table><tr><td>甲'.repeat(times) + '</td></tr></table>'.repeat(times)
    expect(growth(4_000, (times) => void paste(nested(times)))).toBeLessThan(1.6)
    const { root, notes } = paste(nested(20_000))
    expect(root.textContent).toBe('甲'.repeat(20_000))
    expect(root.querySelector('table')).toBeNull()
    expect(notes).toEqual([expect.stringContaining('嵌套超过 100 层，仅粘贴了文字')])
  })

  it('of another editor of this kind has its pictures sent, and none without an address', () => {
    const { html, sent, notes } = paste(
      '<p data-pm-slice="1 1 []">一<img src="data:image/png;base64,iVBORw0KGgo="><img src="blob:https://example.com/x"><img src="/files/a.png" alt="图"></p>',
    )
    expect(sent).toHaveLength(1)
    expect(html).toContain('<img data-pending="1">')
    expect(html).toContain('<img src="/files/a.png" alt="图">')
    expect(html.match(/<img/g)).toHaveLength(2)
    expect(notes).toEqual(['1 张图片未随内容复制，请单独复制图片后粘贴'])
  })

  it('is as deep as the server takes it', () => {
    const deep = (times: number): string => `${'<section style="color: red">'.repeat(times)}<p>底 &lt; 顶</p>`
    expect(paste(deep(99)).root.querySelectorAll('section')).toHaveLength(99)
    const { root } = paste(`<html><head><title>标题</title></head><body>${deep(101)}</body></html>`)
    expect(root.querySelector('section')).toBeNull()
    expect(root.textContent).toBe('底 < 顶')
  })
})
