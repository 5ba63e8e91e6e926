import { describe, expect, it } from 'vitest'
import { type LiveTexts, Texts } from './openTexts.ts'

class Live implements LiveTexts {
  readonly held = new Map<string, string>()
  read = (key: string): string | undefined => this.held.get(key)
  write = (key: string, text: string): void => void this.held.set(key, text)
  close = (key: string): void => void this.held.delete(key)
}

describe('the texts of open files', () => {
  it('are those of the attached editor, and come back when it goes away', () => {
    const texts = new Texts()
    texts.write('a', 'opened')
    const live = new Live()
    const detach = texts.attach(live)
    live.held.set('a', 'typed')
    expect(texts.read('a')).toBe('typed')
    detach()
    live.held.clear()
    expect(texts.read('a')).toBe('typed')
  })

  it('keep what no editor has shown yet', () => {
    const texts = new Texts()
    texts.attach(new Live())
    expect(() => texts.read('a')).toThrow('no text open')
    texts.write('b', 'opened')
    texts.close('b')
    expect(() => texts.read('b')).toThrow('no text open')
  })

  it('reach the editor when they are replaced', () => {
    const texts = new Texts()
    const live = new Live()
    texts.attach(live)
    texts.write('a', 'from the server')
    expect(live.held.get('a')).toBe('from the server')
  })
})
