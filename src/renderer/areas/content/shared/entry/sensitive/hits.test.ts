import { describe, expect, it } from 'vitest'
import type { Fact } from '#shared/errors/facts.ts'
import { AppError } from '#shared/errors/index.ts'
import { hitsOf, markOf, withoutWord } from './hits.ts'

const hit = { fieldName: 'title', fieldAlias: '标题', word: '坏词', propWord: '好词', times: 1, excerpt: '坏词' }
const refused = (fact: Fact): AppError => new AppError('conflict', 'x', { details: { fact } })

describe('sensitive words of a refused save', () => {
  it('are read only from the refusal', () => {
    expect(hitsOf(refused({ kind: 'words', hits: [hit] }))).toEqual([hit])
    expect(hitsOf(refused({ kind: 'recycled', recycled: 3 }))).toBeNull()
    expect(hitsOf(new AppError('invalid', 'x'))).toBeNull()
  })

  it('are replaced in texts, in HTML outside of tags, and in readable texts of items', () => {
    expect(withoutWord({ fieldType: 'SingleLine' }, '一个坏词，坏词', hit)).toBe('一个好词，好词')
    expect(withoutWord({ fieldType: 'SingleLine' }, '坏词', { ...hit, propWord: '' })).toBe('')
    expect(withoutWord({ fieldType: 'Editor' }, '<p title="坏词">坏<b>词</b></p>', hit)).toBe(
      '<p title="好词">好词<b></b></p>',
    )
    const items = JSON.stringify([{ src: '/files/坏词.png', title: '坏词', sort: 1 }])
    expect(withoutWord({ fieldType: 'BatchPhoto' }, items, hit)).toBe(
      JSON.stringify([{ src: '/files/坏词.png', title: '好词', sort: 1 }]),
    )
  })

  it('are highlighted in the excerpt in their original spelling', () => {
    const marked = (each: typeof hit & { found?: string }): string => each.excerpt.slice(...markOf(each))
    expect(marked({ ...hit, excerpt: '一个坏 · 词，', found: '坏 · 词' })).toBe('坏 · 词')
    expect(marked({ ...hit, word: 'SPAM', excerpt: 'a spam' })).toBe('spam')
  })
})
