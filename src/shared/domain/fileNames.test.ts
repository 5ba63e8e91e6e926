import { describe, expect, it } from 'vitest'
import { extensionOf, fileNameProblem, nameKey } from './fileNames.ts'

describe('names of files and folders', () => {
  it.each(['index.html', '首页.html', '.htaccess', 'a b.css', 'COM10.txt', 'connect.js', 'é.png', '名'.repeat(85)])(
    'allows %s',
    (name) => {
      expect(fileNameProblem(name)).toBeNull()
    },
  )
  it.each([
    ['', /请输入名称/],
    ['  ', /请输入名称/],
    ['..', /不能使用/],
    ['a/b', /字符 \//],
    ['a\\b', /字符 \\/],
    ['a:b', /字符 :/],
    ['what?.html', /what\?\.html.*字符 \?/],
    ['a\u0000b', /控制字符/],
    ['a\u009fb', /控制字符/],
    ['\ud800', /控制字符/],
    ['end.', /点或空格结尾/],
    ['end ', /点或空格结尾/],
    [' start', /空格开头/],
    ['CON', /保留名称/],
    ['aux.html', /保留名称/],
    ['com¹', /保留名称/],
    ['LPT9.tar.gz', /保留名称/],
    ['名'.repeat(86), /不能超过/],
  ])('refuses %j, as Windows does [S34]', (name, message) => {
    expect(fileNameProblem(name)).toMatch(message)
  })
  it('knows which names are one file elsewhere [S32] [S33]', () => {
    expect(nameKey('Logo.PNG')).toBe(nameKey('logo.png'))
    expect(nameKey('e\u0301.css')).toBe(nameKey('\u00e9.css'))
    expect(nameKey('a.css')).not.toBe(nameKey('b.css'))
  })
  it('uses the last extension', () => {
    expect(['a.TAR.GZ', '.htaccess', 'none', 'x.'].map(extensionOf)).toEqual(['gz', '', '', ''])
  })
})
