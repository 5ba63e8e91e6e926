import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesUnder } from '#scripts/quality/tree.ts'
import { ROOT } from '#scripts/start/root.ts'
import { readingOrder, textsUnder } from './readingOrder.ts'

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

describe('a reader who follows the calls', () => {
  it('of a chunk opens few files of its area, and hardly one again', () => {
    const entry = { path: 'src/server/areas/upload/chunks/session.ts', name: 'takeChunk' }
    const { files, returns } = readingOrder(textsUnder('src/server/areas/upload'), entry)
    expect(files.length, files.join(' → ')).toBeLessThanOrEqual(8)
    expect(returns.length, returns.join(', ')).toBeLessThanOrEqual(4)
  })
  it('of a save hardly opens again what the way names, the gate of its publication or its rows', () => {
    const named = ways.find(({ name }) => name === 'Save an entry')?.files ?? []
    const read = [...named, 'content/entry/agreement.ts', 'content/store/entries.ts']
    const texts = [...textsUnder('src/server')].filter(([path]) => read.some((file) => path.endsWith(`/${file}`)))
    const entry = { path: 'src/server/areas/content/entry/save.ts', name: 'saveContent' }
    const { files, returns } = readingOrder(new Map(texts), entry)
    expect(files).toHaveLength(6)
    expect(returns.length, returns.join(', ')).toBeLessThanOrEqual(3)
  })
  it('comes back where two calls into a file have one into another between them', () => {
    const texts = new Map([
      [
        'src/a.ts',
        `import { one, two } from './b.ts'\nexport function start() {\n  one()\n  two()\n  own()\n}\nconst own = () => one()`,
      ],
      [
        'src/b.ts',
        `export const one = () => undefined\nexport class B { two() {} }\nexport const two = () => new B().two()`,
      ],
    ])
    const order = readingOrder(texts, { path: 'src/a.ts', name: 'start' })
    expect(order).toEqual({ files: ['src/a.ts', 'src/b.ts'], returns: ['two'] })
  })
})
