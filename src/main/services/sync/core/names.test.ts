import { expect, test } from 'vitest'
import { createIgnoreRules } from './ignoreRules.ts'
import { conflictCopyName, isReserved, nameProblem } from './names.ts'

const at = new Date(2026, 10, 21, 3, 4, 5)

test('[S15] a conflict copy is in the folder of its file, under a reserved name', () => {
  expect(conflictCopyName('css/a.min.css', at)).toBe('css/a.min (服务器版本 2026-11-21 030405).css')
  expect(conflictCopyName('LICENSE', at, 2)).toBe('LICENSE (服务器版本 2026-11-21 030405 2)')
  expect(conflictCopyName('.htaccess', at)).toBe('.htaccess (服务器版本 2026-11-21 030405)')
  for (const path of ['css/a.css', 'LICENSE', '.htaccess']) {
    expect(isReserved(conflictCopyName(path, at))).toBe(true)
    expect(isReserved(conflictCopyName(path, at, 7))).toBe(true)
  }
  expect(isReserved('说明 (服务器版本).txt')).toBe(false)
})

test('ordinary names of templates are fine', () => {
  for (const path of ['index.html', '图片/首页 横幅.png', 'a-b_c.1/d@2x.png', '.htaccess', "it's (1).css"]) {
    expect(nameProblem(path)).toBeNull()
  }
})

test('editors’ temp files, system litter and own rules are ignored', () => {
  const ignores = createIgnoreRules('*.log\n/build/\n!keep.log')
  for (const path of ['.git', 'node_modules']) expect(ignores(path, 'folder')).toBe(true)
  for (const path of [
    'a/.DS_Store',
    '.index.html.swp',
    '4913',
    'a.html~',
    '~$a.docx',
    'x.log',
    'build/a.js',
    'a/node_modules/b.js',
  ]) {
    expect(ignores(path, 'file')).toBe(true)
  }
  for (const path of ['keep.log', 'index.html', 'a/build.js']) expect(ignores(path, 'file')).toBe(false)
})
