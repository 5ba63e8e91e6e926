import { describe, expect, it } from 'vitest'
import { hidesElement, hidesOwnText } from './htmlHidden.ts'
import { cleanStyle, parseRawStyle } from './htmlStyle.ts'

describe('styles that hide text', () => {
  it.each([
    'opacity: 0',
    'opacity: 0.05',
    'font-size: 0',
    'font-size: 0px',
    'font-size: 1px',
    'font-size: .5pt',
    'font-size: 0em',
    'color: transparent',
    'color: rgba(0, 0, 0, 0)',
    'color: rgb(0 0 0 / 0)',
    'color: rgba(9, 9, 9, 0.0)',
    'color: #ffffff00',
    'margin-left: -9999px',
    'margin: 0 0 0 -999em',
    'margin-top: -500%',
    'text-indent: -9999px',
    'text-indent: -50em',
    'text-indent: -101%',
    'letter-spacing: -20px',
    'transform: translateX(-9999px)',
    'transform: translate(0, -200%)',
    'transform: scale(0)',
    'width: 100vw',
    'min-width: 100vw',
    'height: 100vh',
    'margin-left: -50vw',
    'width: calc(100vw + 20px)',
    'background-image: url(https://example.com/a.png)',
    'background-image: url(//example.com/a.png)',
    'background: url("https://example.com/a.png") no-repeat',
    'display: none',
    'visibility: hidden',
    'position: absolute; left: -9999px; top: 0',
  ])('are not kept: %s', (style) => {
    expect(cleanStyle(style)).toBe('')
  })

  it.each([
    'opacity: 0.5',
    'font-size: 9pt',
    'font-size: 80%',
    'color: rgba(0, 0, 0, 0.6)',
    'color: #fff',
    'color: rgb(192, 0, 0)',
    'color: rgba(192, 0, 0, 1)',
    'color: #c00',
    'color: #c0c000',
    'margin-left: -20px',
    'margin: -60px auto 0',
    'margin-left: -100%',
    'text-indent: -2em',
    'text-indent: -36pt',
    'letter-spacing: -0.5px',
    'transform: translate3d(10px, 0, 0)',
    'transform: scale(0.5)',
    'font-size: 4vw',
    'width: 10vw',
    'background-image: url(/files/a.png)',
    'background-color: transparent',
    'width: 0; height: 0',
    'height: 300px; overflow: hidden',
  ])('are not these: %s', (style) => {
    expect(cleanStyle(style)).toBe(style)
    expect(hidesElement(parseRawStyle(style))).toBe(false)
    expect(hidesOwnText(parseRawStyle(style)) ?? false).toBe(false)
  })

  it('leave what has no room its text', () => {
    expect(cleanStyle('height: 0; overflow: hidden')).toBe('height: 0')
    expect(cleanStyle('width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0)')).toBe(
      'width: 1px; height: 1px',
    )
  })

  it.each([
    'display:none',
    'DISPLAY: None !important',
    'mso-hide:all;color:red',
    'opacity:0',
    'height:0;overflow:hidden',
    'max-height: 0px; overflow: hidden auto',
    'position:absolute;left:-9999px',
    'position:fixed; top: -200em',
    'position:absolute; clip:rect(0 0 0 0)',
    'clip-path: inset(50%)',
    'text-indent:-9999px',
  ])('take everything in them away: %s', (style) => {
    expect(hidesElement(parseRawStyle(style))).toBe(true)
  })

  it('take their own text away, and what is in them may say otherwise', () => {
    expect(hidesOwnText(parseRawStyle('visibility:hidden'))).toBe(true)
    expect(hidesOwnText(parseRawStyle('font-size:0'))).toBe(true)
    expect(hidesOwnText(parseRawStyle('color:transparent'))).toBe(true)
    expect(hidesOwnText(parseRawStyle('visibility:visible'))).toBe(false)
    expect(hidesOwnText(parseRawStyle('font-size:15px'))).toBe(false)
    expect(hidesOwnText(parseRawStyle('margin:0'))).toBeNull()
  })
})
