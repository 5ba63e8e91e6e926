import { describe, expect, it } from 'vitest'
import { growth } from '#tests/setup/cpuTime.ts'
import { MAX_HTML_DEPTH, isTooDeep } from './htmlDepth.ts'

const nested = (times: number, open: string, close: string): string => open.repeat(times) + close.repeat(times)

describe('HTML that is too deep', () => {
  it('is what has more elements in each other than the limit', () => {
    expect(isTooDeep(nested(MAX_HTML_DEPTH, '<div>', '</div>'))).toBe(false)
    expect(isTooDeep(nested(MAX_HTML_DEPTH + 1, '<div>', '</div>'))).toBe(true)
    expect(isTooDeep('<b>'.repeat(MAX_HTML_DEPTH + 1))).toBe(true)
  })
  it('is not what is long, or leaves open what ends by itself', () => {
    const rows = '<TABLE><tr><td>甲<td>乙<tr><td>丙</TABLE>'
    const sloppy = '<p>一<p>二<br><img src="a>b.png"><ul><li>三<li>四</ul><input>&lt;<!-- <b> -->'
    for (const html of ['', '没有标签 < 3', rows.repeat(500), sloppy.repeat(500)]) expect(isTooDeep(html)).toBe(false)
  })
  it.each(['<table><tr><td>甲', '<p>字</p>', '<', '<a'])('is linear in time for megabytes of %s', (piece) => {
    expect(growth(200_000, (times) => void isTooDeep(piece.repeat(times)))).toBeLessThan(1.6)
  })
})
