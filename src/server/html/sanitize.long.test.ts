import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { growth } from '#tests/setup/cpuTime.ts'
import { HtmlBudget, sanitizeHtml } from './sanitize.ts'

describe('five megabytes of it', { timeout: 120_000 }, () => {
  const FIVE_MB = 5 * 1024 * 1024
  /** Cleans the piece so many times. */
  const timed = (piece: string, times: number): string => {
    expect(growth(times, (some) => void sanitizeHtml(piece.repeat(some)))).toBeLessThan(1.6)
    return sanitizeHtml(piece.repeat(times))
  }

  it.each([
    ['tables in tables', '<table><tr><td>', 340_000],
    ['cells that are never closed', '<td><p>', 400_000],
    ['elements that may not be there', '<x><y>', 800_000],
  ])('of %s are refused in time, by the limit', (_what, piece, times) => {
    const clean = (some: number): void =>
      expect(() => sanitizeHtml(piece.repeat(some))).toThrow(/^正文(?:过于复杂|的元素嵌套超过)/)
    expect(growth(times, clean)).toBeLessThan(1.6)
    expect(() => sanitizeHtml(piece.repeat(101))).toThrow('正文的元素嵌套超过 100 层，请清除多余的表格和格式后保存')
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
        expect(error).toHaveProperty('message', expect.stringMatching(/^正文(?:过于复杂|的元素嵌套超过)/))
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
    expect(() => sanitizeHtml(half, budget, '详情')).toThrow(/^详情过于复杂/)
  })
})
