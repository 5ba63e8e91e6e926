import { describe, expect, it } from 'vitest'
import { growth } from '#tests/setup/cpuTime.ts'
import { addressBefore, wholeAddress } from './address.ts'

describe('an address that was just written', () => {
  it.each([
    ['详见 https://example.com/a?b=1#c ', 1, 'https://example.com/a?b=1#c', 1],
    ['详见https://example.com/a，', 1, 'https://example.com/a', 1],
    ['详见https://example.com/a。', 1, 'https://example.com/a', 1],
    ['https://example.com/a', 0, 'https://example.com/a', 0],
    ['see https://example.com. ', 1, 'https://example.com', 2],
    ['(see https://example.com/a_(b)) ', 1, 'https://example.com/a_(b)', 2],
    ['www.example.com，查看', 3, 'https://www.example.com', 3],
    ['HTTP://EXAMPLE.COM ', 1, 'HTTP://EXAMPLE.COM', 1],
  ])('is found in %j', (line, others, href, behind) => {
    expect(addressBefore(line, others)).toMatchObject({ href, trailingLength: behind })
  })

  it.each([
    ['没有地址 ', 1],
    ['https:// ', 1],
    ['https://a ', 1],
    ['javascript:alert(1) ', 1],
    ['a@www.example.com ', 1],
    ['https://example.com 之后', 1],
    ['awww.example.com ', 1],
    ['ftp://example.com ', 1],
  ])('is none in %j', (line, others) => expect(addressBefore(line, others)).toBeNull())

  it('is looked for in a long line in time that grows with it', () => {
    const look = (times: number): void => {
      addressBefore(`${'https://'.repeat(times)} `, 1)
      addressBefore(`${'www.a'.repeat(times)} `, 1)
    }
    expect(growth(200_000, look)).toBeLessThan(1.6)
  })
})

it('a pasted text is an address when it is nothing else', () => {
  expect(wholeAddress(' https://example.com/新闻/1.html\n')).toBe('https://example.com/新闻/1.html')
  expect(wholeAddress('www.example.com')).toBe('https://www.example.com')
  expect(wholeAddress('https://example.com/a https://example.com/b')).toBe('')
  expect(wholeAddress('https://example.com/"><script>')).toBe('')
  expect(wholeAddress('海洋')).toBe('')
})
