import { describe, expect, it } from 'vitest'
import { type Anchor, createAnchor, findAnchor, appendNormalized } from './anchor.ts'

const anchor = (quote: string, before = '', after = ''): Anchor => ({ quote, before, after })

describe('the place of a note', () => {
  it('is found again by its words, of several places by what stands around them', () => {
    const text = '甲说好。乙说好。丙说好。'
    expect(findAnchor(text, anchor('说好', '乙', '。丙'))).toEqual([5, 7])
    expect(findAnchor(text, anchor('说好'))).toEqual([1, 3])
  })
  it('is found after edits around it, and not when its words are gone', () => {
    expect(findAnchor('前言加长了，会议在总部隆重举行', anchor('在总部', '会议', '举行'))).toEqual([8, 11])
    expect(findAnchor('会议在分部举行', anchor('在总部', '会议', '举行'))).toBeNull()
    expect(findAnchor('会议', anchor('  '))).toBeNull()
  })
  it('does not mind how lines and spaces are shown', () => {
    const into = { text: '', at: [] as number[] }
    appendNormalized(into, '会议\n 在总部', (index) => index)
    expect(into).toEqual({ text: '会议在总部', at: [0, 1, 4, 5, 6] })
    expect(findAnchor(into.text, anchor('议 在'))).toEqual([1, 3])
  })
  it('has the words with what stands around them', () => {
    expect(createAnchor('会议在总部举行', 2, 5)).toEqual({ quote: '在总部', before: '会议', after: '举行' })
    expect(createAnchor('a  b', 1, 3)).toBeNull()
    expect(createAnchor('😀'.repeat(40), 2, 4)?.after).toHaveLength(40)
  })
})
