import { expect, it } from 'vitest'
import { codePaths, fileLinks, npmScripts, tableRows } from './markdown.ts'

it('finds links to files, without URLs and anchors', () => {
  const text = 'a [b](./b.md) ![c](images/c.png)\n[d](https://x.org/d.md) [e](#e) [f](f.md#part)'
  expect(fileLinks(text)).toEqual([
    { target: './b.md', line: 1 },
    { target: 'images/c.png', line: 1 },
    { target: 'f.md', line: 2 },
  ])
})

it('finds paths and npm scripts', () => {
  const text = '`src/shared/a.ts`, `src/<area>/x.ts`, `npm run coverage:spec`, `npm ci && npm start`, src/no.ts'
  expect(codePaths(text)).toEqual(['src/shared/a.ts'])
  expect(npmScripts(text)).toEqual(['coverage:spec', 'start'])
})

it('reads tables without their heads', () => {
  expect(tableRows('| UI | API |\n|---|:-:|\n| 模板 | template |\n\ntext')).toEqual([['模板', 'template']])
})
