import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesUnder } from '#scripts/quality/tree.ts'
import { ROOT } from '#scripts/start/root.ts'

const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
const section = page.split('## The five ways')[1]?.split('\n## ')[0] ?? ''
const WAY = /^- \*\*(?<name>[^*]+)\*\* \((?<count>\d+), at most (?<most>\d+)\)(?<files>[^]*?)(?=^- |$(?![^]))/gm
const ways = [...section.matchAll(WAY)].map(({ groups = {} }) => ({
  name: groups['name'] ?? '',
  count: Number(groups['count']),
  most: Number(groups['most']),
  files: [...(groups['files'] ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
}))
const source = filesUnder('src')

it('five ways are drawn', () => {
  expect(ways).toHaveLength(5)
})

describe.each(ways)('$name', ({ files, count, most }) => {
  it('names each of its files once, by a name that no other file has', () => {
    expect(files.filter((file) => source.filter((path) => path.endsWith(`/${file}`)).length !== 1)).toEqual([])
    expect(new Set(files).size).toBe(files.length)
  })
  it('has as many as it says, and not too many', () => {
    expect(files).toHaveLength(count)
    expect(count).toBeLessThanOrEqual(most)
  })
})
