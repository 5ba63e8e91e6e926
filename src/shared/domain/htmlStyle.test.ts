import { describe, expect, it } from 'vitest'
import { cleanAttributes, safeLink, safeSource } from './htmlRules.ts'
import { cleanStyle, withStyle } from './htmlStyle.ts'

describe('the styles of content', () => {
  it.each([
    ['color:red', 'color: red'],
    ['COLOR:#C00000 !important', 'color: #C00000'],
    ['color: red; color: blue', 'color: blue'],
    ['background: yellow', 'background-color: yellow'],
    [
      'font-family: "微软雅黑", sans-serif; font-size: 10.5pt',
      'font-family: "微软雅黑", sans-serif; font-size: 10.5pt',
    ],
    ['border: 1px solid rgb(1, 2, 3); padding: 0 5.4pt', 'border: 1px solid rgb(1, 2, 3); padding: 0 5.4pt'],
    ["background-image: url('/files/a.png')", "background-image: url('/files/a.png')"],
    ['width: calc(100% - 20px)', 'width: calc(100% - 20px)'],
    ['text-align: justify;;; ', 'text-align: justify'],
  ])('keep %s', (style, kept) => {
    expect(cleanStyle(style)).toBe(kept)
    expect(cleanStyle(kept)).toBe(kept)
  })

  it.each([
    'position: absolute',
    'display: none',
    'color: red/**/',
    'color: expression(1)',
    'background-image: url(javascript:alert(1))',
    'background-image: url("data:image/png;base64,AA")',
    'background: url(https://example.com/a.png)',
    'width: 1px}body{color:red',
    'font-family: a\\22',
    '--x: red',
    'content: "x"',
    `color: ${'r'.repeat(500)}`,
  ])('lose %s', (style) => {
    expect(cleanStyle(style)).toBe('')
  })

  it('are set again one by one', () => {
    expect(withStyle('color: red; font-size: 12px', { color: 'blue' })).toBe('font-size: 12px; color: blue')
    expect(withStyle('color: red', { color: '' })).toBe('')
    expect(withStyle('color: red', { position: 'fixed' })).toBe('color: red')
  })
})

describe('the addresses of content', () => {
  it.each([
    'https://example.com/',
    '/a',
    '#b',
    '?c=1',
    'a/b.html',
    '//example.com/',
    'mailto:a@example.com',
    'tel:110',
  ])('may be %s', (address) => expect(safeLink(address)).toBe(address))
  it.each([
    'javascript:x',
    ' JaVaScript:x',
    'java\tscript:x',
    'vbscript:x',
    'data:text/html,x',
    'blob:x',
    'file:///c:/x',
  ])('may not be %s', (address) => expect(safeLink(address)).toBe(''))
  it('of files are on the web or the site alone', () => {
    expect(safeSource('mailto:a@example.com')).toBe('')
    expect(safeSource('data:image/png;base64,AA')).toBe('')
    expect(safeSource('/files/a.png')).toBe('/files/a.png')
  })
})

it('attributes are those of the element', () => {
  expect(cleanAttributes('td', { colspan: '2', href: '/x', constructor: 'x', onclick: 'x', bgcolor: '#fff' })).toEqual({
    colspan: '2',
    bgcolor: '#fff',
  })
})
