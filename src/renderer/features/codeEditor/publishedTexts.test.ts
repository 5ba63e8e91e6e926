import { describe, expect, it } from 'vitest'
import { PublishedTexts } from './publishedTexts.ts'

describe('a text that returns to the field that published it', () => {
  it('does not take the place of what was typed since', () => {
    const texts = new PublishedTexts('')
    for (const typed of ['a', 'ab', 'abc']) expect(texts.publish(typed)).toBe(true)
    expect(texts.accept('a')).toBe(false)
    expect(texts.accept('ab')).toBe(false)
    expect(texts.agreed).toBe('abc')
    expect(texts.accept('abc')).toBe(false)
  })

  it('may be left out by the owner, who draws less often', () => {
    const texts = new PublishedTexts('')
    for (const typed of ['a', 'ab', 'abc']) texts.publish(typed)
    expect(texts.accept('abc')).toBe(false)
    // Nothing is on its way any more: this one was put there.
    expect(texts.accept('ab')).toBe(true)
  })

  it('is distinguished from a text that the owner sets', () => {
    const texts = new PublishedTexts('old')
    texts.publish('old and new')
    expect(texts.accept('from the server')).toBe(true)
    expect(texts.agreed).toBe('from the server')
    expect(texts.publish('from the server')).toBe(false)
  })

  it('counts as put there once it is too late to come back', () => {
    let time = 0
    const texts = new PublishedTexts('', () => time)
    for (const typed of ['a', 'ab', 'a']) texts.publish(typed)
    expect(texts.accept('a')).toBe(false)
    time = 60_000
    expect(texts.accept('ab')).toBe(true)
  })
})
