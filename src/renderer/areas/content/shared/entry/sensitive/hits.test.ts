import { describe, expect, it } from 'vitest'
import type { Fact } from '#shared/errors/facts.ts'
import { AppError } from '#shared/errors/index.ts'
import { readHits, findMark, replaceSensitiveWord } from './hits.ts'

const hit = { fieldName: 'title', fieldAlias: '标题', word: '坏词', propWord: '好词', times: 1, excerpt: '坏词' }
const refused = (fact: Fact): AppError => new AppError('conflict', 'x', { details: { fact } })

describe('sensitive words of a refused save', () => {
  it('are read only from the refusal', () => {
    expect(readHits(refused({ kind: 'words', hits: [hit] }))).toEqual([hit])
    expect(readHits(refused({ kind: 'recycled', recycled: 3 }))).toBeNull()
    expect(readHits(new AppError('invalid', 'x'))).toBeNull()
  })

  it('are replaced in texts, in HTML outside of tags, and in readable texts of items', () => {
    expect(replaceSensitiveWord({ fieldType: 'SingleLine' }, '一个坏词，坏词', hit)).toBe('一个好词，好词')
    expect(replaceSensitiveWord({ fieldType: 'SingleLine' }, '坏词', { ...hit, propWord: '' })).toBe('')
    expect(replaceSensitiveWord({ fieldType: 'Editor' }, '<p title="坏词">坏<b>词</b></p>', hit)).toBe(
      '<p title="好词">好词<b></b></p>',
    )
    const items = JSON.stringify([{ src: '/files/坏词.png', title: '坏词', sort: 1 }])
    expect(replaceSensitiveWord({ fieldType: 'BatchPhoto' }, items, hit)).toBe(
      JSON.stringify([{ src: '/files/坏词.png', title: '好词', sort: 1 }]),
    )
  })

  it('are highlighted in the excerpt in their original spelling', () => {
    const marked = (each: typeof hit & { found?: string }): string => each.excerpt.slice(...findMark(each))
    expect(marked({ ...hit, excerpt: '一个坏 · 词，', found: '坏 · 词' })).toBe('坏 · 词')
    expect(marked({ ...hit, word: 'SPAM', excerpt: 'a spam' })).toBe('spam')
  })
})
