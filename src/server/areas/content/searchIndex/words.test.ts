import { describe, expect, it } from 'vitest'
import { toIndexWords, toSearchable, toValueWord, toValueWords, MAX_TEXT_WORDS, toKeyWords } from './words.ts'

describe('words of the search index', () => {
  it('are characters and pairs of neighbours, rare ones whole', () => {
    expect([...toIndexWords('𠮷野 AB')]).toEqual(['𠮷', '野', '𠮷野', 'a', 'b', 'ab'])
    expect(toSearchable(' 甲\u3000乙\r\n\u0007丙 ')).toBe('甲 乙 丙')
  })

  it('of noise are bounded', () => {
    let at = 1
    const next = () => String.fromCodePoint(0x4e00 + ((at = (at * 48_271) % 0x7fffffff) % 20_000))
    const { size } = toIndexWords(Array.from({ length: 500_000 }, next).join(''))
    expect([0, 1]).toContain(size - MAX_TEXT_WORDS)
  })

  it('of a key are all in every text that contains it, and no more than needed', () => {
    const text = '集团与23家院所共建“蓝色经济”联合体😀 v2.0'
    const words = toIndexWords(text)
    for (const key of ['集', '蓝色', '“蓝色', '院所共建', '体😀', '😀 V2', '3家'])
      expect([key, toKeyWords(key).words.every((word) => words.has(word))]).toEqual([key, true])
    expect(toKeyWords('蓝色经')).toEqual({ words: ['蓝色', '色经'], isExact: false })
    expect(toKeyWords('蓝色')).toEqual({ words: ['蓝色'], isExact: true })
    expect(toKeyWords('蓝 色').isExact).toBe(false)
  })

  it('of values are their parts and their day, longer than any pair', () => {
    expect(toValueWords('kind', '红,深 绿')).toEqual(['=kind=红', '=kind=深_绿'])
    expect(toValueWords('time', '2026-03-01 09:00:00')).toEqual(['=time=2026-03-01'])
    expect(toValueWord('kind', '字'.repeat(70))).toBe(`=kind=${'字'.repeat(60)}`)
  })
})
