import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { childPath, parseInnerPath, parsePath, parseInnerEntryPath } from './path.ts'

describe('paths of template files', () => {
  it.each([
    ['', []],
    ['/', []],
    ['portfolio', ['portfolio']],
    ['/portfolio/css/', ['portfolio', 'css']],
    ['portfolio/.htaccess', ['portfolio', '.htaccess']],
    ['模板/首页 1.html', ['模板', '首页 1.html']],
    ['portfolio/a..b', ['portfolio', 'a..b']],
  ])('reads %j', (text, names) => {
    expect(parsePath(text)).toEqual(names)
  })
  it.each([
    '..',
    'portfolio/..',
    'portfolio/../other',
    'portfolio/./a',
    'portfolio/.. /a',
    'portfolio/.../a',
    '../../etc/passwd',
    'C:/windows',
    '/c:/windows',
    'C:',
    'portfolio\\..\\other',
    '\\\\server\\share',
    'portfolio//a',
    '//server/share',
    'portfolio/ /a',
    'portfolio/a\u0000.html',
    'portfolio/a\n.html',
  ])('refuses %j [S36]', (text) => {
    expect(() => parsePath(text)).toThrow(AppError)
  })
  it('takes one name more, and only one', () => {
    expect(childPath('a', 'b.css')).toBe('a/b.css')
    expect(childPath('', 'e\u0301.css')).toBe('\u00e9.css')
    for (const name of ['', '..', 'b/c', '/b', 'b/', '\\b']) expect(() => childPath('a', name), name).toThrow(AppError)
  })
  it('inside a template have one Unicode form, and most have to name something [S32]', () => {
    expect(parseInnerPath('/css/e\u0301.css')).toBe('css/\u00e9.css')
    expect(parseInnerPath('/')).toBe('')
    expect(() => parseInnerEntryPath('/')).toThrow(/path/)
  })
  it('cuts a long path in its message', () => {
    expect(() => parsePath(`../${'x'.repeat(5000)}`)).toThrow(/^.{1,260}$/)
  })
})
