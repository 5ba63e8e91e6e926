import { describe, expect, it } from 'vitest'
import { growth } from '#tests/setup/cpuTime.ts'
import { shallowHtml } from './shallowHtml.ts'

const nested = (times: number, open: string, close: string): string => open.repeat(times) + close.repeat(times)

describe('HTML that is not deeper than browsers can take', () => {
  it('stays letter by letter while it is flat, whatever is left open', () => {
    const rows = '<TABLE><tr><td>甲<td>乙<tr><td>丙</TABLE>'
    const sloppy = '<p>一<p>二<br><img src="a>b.png"><ul><li>三<li>四</ul><input>&lt;<!-- <b> -->'
    for (const html of ['', '没有标签 < 3', rows.repeat(500), sloppy.repeat(500)])
      expect(shallowHtml(html, 20)).toBe(html)
  })

  it('loses the tags of what is deeper, and none of its text', () => {
    const html = '<div><b title="x > y">一<i class=c>二<u>三</u><br/></i>四</b>五</div>'
    expect(shallowHtml(html, 2)).toBe('<div><b title="x > y">一二三<br/>四</b>五</div>')
    expect(shallowHtml(html, 3)).toBe('<div><b title="x > y">一<i class=c>二三<br/></i>四</b>五</div>')
    expect(shallowHtml(html, 4)).toBe(html)
  })

  it('is made of 5 MB of nested tables in time that grows with them', () => {
    const html = nested(147_000, '<table><tr><td>甲', '</td></tr></table>')
    expect(html.length).toBeGreaterThan(4_900_000)
    expect(
      growth(147_000, (times) => void shallowHtml(nested(times, '<table><tr><td>甲', '</td></tr></table>'), 200)),
    ).toBeLessThan(1.6)
    const shallow = shallowHtml(html, 200)
    expect(shallow.match(/<table>/g)).toHaveLength(67)
    expect(shallow.match(/甲/g)).toHaveLength(147_000)
  })
})
