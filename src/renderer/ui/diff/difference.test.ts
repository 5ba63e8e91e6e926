import { describe, expect, it } from 'vitest'
import { growth } from '#tests/setup/cpuTime.ts'
import { differenceOf } from './difference.ts'

const marked = (before: string, after: string): string =>
  differenceOf(before, after)
    .map(({ text, kind }) => (kind === 'same' ? text : kind === 'added' ? `[+${text}]` : `[-${text}]`))
    .join('')

describe('the difference of two texts', () => {
  it('goes by words of Chinese', () => {
    expect(marked('集团召开年度大会', '集团召开专题大会')).toBe('集团召开[-年度][+专题]大会')
    expect(marked('', '新的')).toBe('[+新的]')
    expect(marked('旧的', '')).toBe('[-旧的]')
    expect(marked('一样', '一样')).toBe('一样')
    expect(marked('', '')).toBe('')
  })

  it('keeps rare characters whole', () => {
    expect(marked('𠮷野家', '𠮷野屋')).toContain('𠮷')
    expect(marked('😀好', '😁好')).toBe('[-😀][+😁]好')
  })

  it('compares long texts by lines, and those without anything in common as a whole, in time that grows with them', () => {
    const line = (at: number): string => `第 ${at} 行的文字有这么多\n`
    const long = Array.from({ length: 6000 }, (_none, at) => line(at)).join('')
    expect(marked(long, long.replace(line(10), '改过\n'))).toContain(`[-${line(10)}][+改过\n]`)
    const other = Array.from({ length: 6000 }, (_none, at) => `别的 ${at}\n`).join('')
    expect(differenceOf(long, other)).toHaveLength(2)
    const lines = (text: string, most: number): string => text.split('\n').slice(0, most).join('\n')
    expect(growth(6000, (most) => void differenceOf(lines(long, most), lines(other, most)))).toBeLessThan(1.6)
  })
})
