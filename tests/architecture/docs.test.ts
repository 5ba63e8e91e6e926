import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { operations } from '#shared/contract/registry.ts'
import { codePaths, fileLinks, npmScripts, tableRows } from '#scripts/quality/markdown.ts'
import { filesUnder } from '#scripts/quality/tree.ts'
import { ROOT } from '#scripts/start/root.ts'

const own = (path: string): boolean => path.endsWith('.md') && !path.startsWith('docs/spec/')
const pages = ['README.md', 'README.zh-CN.md', ...filesUnder('docs').filter(own)]
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

describe.each(pages)('%s', (page) => {
  it('links to files that are there', () => {
    const broken = fileLinks(read(page)).filter(({ target }) => !existsSync(join(ROOT, dirname(page), target)))
    expect(broken).toEqual([])
  })
  it('names paths that are there', () => {
    expect(codePaths(read(page)).filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })
  it('names npm scripts that are there', () => {
    expect(npmScripts(read(page)).filter((name) => !(name in manifest.scripts))).toEqual([])
  })
})

it('the glossary has every area of the contract', () => {
  const words = new Set(tableRows(read('docs/glossary.md')).map((row) => row[1]?.replaceAll('`', '')))
  const areas = new Set(Object.keys(operations).map((name) => name.split('.')[0]))
  expect([...areas].filter((area) => !words.has(area))).toEqual([])
})
