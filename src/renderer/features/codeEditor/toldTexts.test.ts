import { describe, expect, it } from 'vitest'
import { ToldTexts } from './toldTexts.ts'

describe('a text that comes back to the field which told it', () => {
  it('does not take the place of what was typed since', () => {
    const texts = new ToldTexts('')
    for (const typed of ['a', 'ab', 'abc']) expect(texts.tell(typed)).toBe(true)
    expect(texts.take('a')).toBe(false)
    expect(texts.take('ab')).toBe(false)
    expect(texts.agreed).toBe('abc')
    expect(texts.take('abc')).toBe(false)
  })

  it('may be left out by the owner, who draws less often', () => {
    const texts = new ToldTexts('')
    for (const typed of ['a', 'ab', 'abc']) texts.tell(typed)
    expect(texts.take('abc')).toBe(false)
    // Nothing is on its way any more: this one was put there.
    expect(texts.take('ab')).toBe(true)
  })

  it('is told apart from what the owner puts there', () => {
    const texts = new ToldTexts('old')
    texts.tell('old and new')
    expect(texts.take('from the server')).toBe(true)
    expect(texts.agreed).toBe('from the server')
    expect(texts.tell('from the server')).toBe(false)
  })

  it('counts as put there once it is too late to come back', () => {
    let time = 0
    const texts = new ToldTexts('', () => time)
    for (const typed of ['a', 'ab', 'a']) texts.tell(typed)
    expect(texts.take('a')).toBe(false)
    time = 60_000
    expect(texts.take('ab')).toBe(true)
  })
})
