import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { growth } from '#tests/setup/cpuTime.ts'
import { HtmlBudget, sanitizeHtml } from './sanitize.ts'

describe('five megabytes of it', { timeout: 120_000 }, () => {
  const FIVE_MB = 5 * 1024 * 1024
  /** Cleans the piece so many times: the parser's own stack would take quadratic time for those that are never closed. */
  const timed = (piece: string, times: number, end = ''): string => {
    expect(growth(times, (some) => void sanitizeHtml(piece.repeat(some) + end))).toBeLessThan(1.6)
    return sanitizeHtml(piece.repeat(times) + end)
  }

  it('of tables in tables end in time, a hundred elements deep, with their text', () => {
    const clean = timed('<table><tr><td>', 340_000, '底')
    expect(clean).toContain('底')
    expect(clean.match(/<(?:table|tr|td)\b/g)).toHaveLength(100)
  })

  it('of cells that are never closed end in time', () => {
    expect(timed('<td><p>', 400_000).match(/<td>/g)).toHaveLength(50)
  })

  it('of elements side by side lose none', () => {
    const clean = timed('<p>段<div>落</div>', 50_000)
    expect(clean.match(/<div>/g)).toHaveLength(50_000)
  })

  it.each([
    '<',
    '&',
    '&lt;',
    '>',
    '<p>',
    '<p>字</p>',
    '</p>',
    '<b>字</b>',
    '<br>',
    '<img src=a>',
    '<p title=a>',
    '<p a=1>',
    '<tr><td>',
    '<li>字',
    '<a href=x>',
    '<!---->',
    '<x>',
    '<svg>',
    '<select><option>',
    '<center>',
  ])('of %s are cleaned or refused in time that grows with it', (piece) => {
    const clean = (times: number): void => {
      try {
        sanitizeHtml(piece.repeat(times))
      } catch (error) {
        expect(error).toBeInstanceOf(AppError)
        expect(error).toHaveProperty('message', expect.stringMatching(/^正文太复杂/))
      }
    }
    expect(growth(Math.floor(FIVE_MB / piece.length), clean)).toBeLessThan(1.6)
  })

  it.each(['字', ' ', '<!--', '\u200b', '&#65;', 'javascript:'])(
    'in one address of %s take time as it grows, and leave no address',
    (piece) => {
      const clean = (characters: number): void => {
        try {
          const html = `<a href="/x${piece.repeat(Math.floor(characters / piece.length))}">一</a>`
          expect(sanitizeHtml(html)).toBe('<a>一</a>')
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
      }
      expect(growth(4_000_000, clean)).toBeLessThan(1.6)
    },
  )
  it('of text are no more work than they were', () => {
    const text = '海洋科技周的消息，'.repeat(Math.floor(FIVE_MB / 27))
    expect(sanitizeHtml(`<p>${text}</p>`)).toBe(`<p>${text}</p>`)
  })

  it('are shared by all texts of an entry', () => {
    const budget = new HtmlBudget()
    const half = '<p>段</p>'.repeat(70_000)
    sanitizeHtml(half, budget, '摘要')
    expect(() => sanitizeHtml(half, budget, '详情')).toThrow(/^详情太复杂/)
  })
})
