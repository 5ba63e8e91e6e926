import { describe, expect, it } from 'vitest'
import { readSource } from './source.ts'
import { nameProblems, phraseProblems } from './wordRules.ts'

describe('exported names', () => {
  const named = (path: string, text: string) => nameProblems(readSource(path, text)).map(({ line }) => line)
  it('have no vague word', () => {
    expect(
      named('src/a.ts', 'const keep = 1\nexport const keptRows = keep\nexport type TemplatePlace = string'),
    ).toEqual([2, 3])
    expect(named('src/a.ts', 'export const template = 1\nexport const placeholder = 1')).toEqual([])
    expect(named('tests/a.ts', 'export const keptRows = 1')).toEqual([])
  })
  it('of components say what is shown', () => {
    expect(named('src/a.tsx', 'export function LogView() {\n  return null\n}')).toEqual([1])
    expect(named('src/a.tsx', 'export function ImageNodeView() {\n  return null\n}')).toEqual([])
  })
})

describe('phrases', () => {
  const lines = (path: string, text: string) => phraseProblems(readSource(path, text)).map(({ line }) => line)
  it('of comments are sentences with a named subject', () => {
    expect(lines('src/a.ts', '// What goes for all is told.\nexport const a = 1\n// The lease expires.')).toEqual([1])
    expect(lines('tests/a.ts', '// What goes for all.')).toEqual([])
  })
  it('of the user interface are those of the glossary, in code as in JSX', () => {
    expect(
      lines('src/a.tsx', "const a = '你的账号'\nexport const B = () => <p>今日新增</p>\nconst c = '今天新增'"),
    ).toEqual([1, 2])
    expect(lines('src/a.ts', '// 今日 is a former text.\nexport const a = 1')).toEqual([])
  })
})
