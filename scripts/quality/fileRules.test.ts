import { describe, expect, it } from 'vitest'
import { colourProblems, escapesOf, fileProblems, MAX_LINES } from './fileRules.ts'
import { readSource } from './source.ts'
import { sampleTree } from './samples.ts'

const messages = (text: string): string =>
  fileProblems(readSource('src/a.ts', text))
    .map((p) => p.message)
    .join('\n')
// Written in two parts, so that this file does not break the rules that it tests.
const at = '@'
const work = 'TO'

describe('one file', () => {
  it('is too long from one line above the limit on', () => {
    expect(messages('const a = 1\n'.repeat(MAX_LINES).replaceAll('const a', 'a'))).toBe('')
    expect(messages('a = 1\n'.repeat(MAX_LINES + 1))).toMatch(/401 lines, at most 400/)
  })
  it('may not switch the type check off', () => {
    expect(messages(`// ${at}ts-ignore\nconst a = 1`)).toMatch(/no TypeScript escapes/)
    expect(messages(`// ${at}ts-expect-error because\nconst a = 1`)).toMatch(/no TypeScript escapes/)
  })
  it('names rule and reason of a lint escape', () => {
    const off = 'oxlint-disable-next-line'
    expect(messages(`// ${off} no-console\nconst a = 1`)).toMatch(/names its rule and its reason/)
    expect(messages(`// ${off}\nconst a = 1`)).toMatch(/names its rule and its reason/)
    expect(messages(`// ${off} no-console -- the entry talks to a terminal\nconst a = 1`)).toBe('')
    expect(escapesOf(readSource('src/a.ts', `// ${off} no-console -- why\nconst a = 1`))).toEqual([1])
  })
  it('has no file of texts in the renderer', () => {
    const found = (path: string) => fileProblems(readSource(path, "export const SHEET = { import: '导入' }"))
    expect(found('src/renderer/features/sheets/text.ts').map((p) => p.message)).toEqual([
      'no file of texts: write a text where it is shown (decision 074)',
    ])
    expect(found('src/server/storage/text.ts')).toEqual([])
  })
  it('holds no notes to self', () => {
    expect(messages(`// ${work}DO: later\nconst a = 1`)).toMatch(/finish it/)
  })
})

describe('colours', () => {
  const files = (count: number) =>
    sampleTree(
      Object.fromEntries(
        Array.from({ length: count }, (_, i) => [`src/renderer/${i}.ts`, "const c = '1px solid #AbC123'"]),
      ),
    )
  it('are named in the theme when a third file needs one', () => {
    expect(colourProblems(files(2))).toEqual([])
    expect(colourProblems(files(3)).map((p) => p.message)[0]).toMatch(/#abc123 is in three files/)
  })
})
