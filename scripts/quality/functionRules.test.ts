import { describe, expect, it } from 'vitest'
import { functionProblems, MAX_COMPONENT_LINES, MAX_FUNCTION_LINES } from './functionRules.ts'
import { readSource } from './source.ts'

const FOLDER = 'src/renderer'
const problems = (text: string, path = `${FOLDER}/a.tsx`) => functionProblems(readSource(path, text))
/** A body in braces that is `lines` lines long. */
const body = (lines: number): string => `{${'\n'.repeat(lines - 1)}}`

describe('the length of a function', () => {
  it.each([
    ['a declaration', 'function load() ', ''],
    ['an arrow function', 'const load = () => ', ''],
    ['a method', 'class Store {\nload() ', '\n}'],
    ['an anonymous function', 'run(() => ', ')'],
    ['an inner function', 'function List() {\nconst load = () => ', '\n}'],
    ['a hook', 'export function useRows() ', ''],
  ])('is limited for %s', (_kind, before, after) => {
    expect(problems(before + body(MAX_FUNCTION_LINES) + after)).toEqual([])
    expect(problems(before + body(MAX_FUNCTION_LINES + 1) + after)).toHaveLength(1)
  })

  it.each([
    ['a declaration', 'export function List() ', ''],
    ['an arrow function', 'export const List = () => ', ''],
    ['a wrapped function', 'const List = memo(forwardRef((props, ref) => ', '))'],
  ])('may be greater for a component written as %s', (_kind, before, after) => {
    expect(problems(before + body(MAX_COMPONENT_LINES) + after)).toEqual([])
    expect(problems(before + body(MAX_COMPONENT_LINES + 1) + after)).toHaveLength(1)
    expect(problems(before + body(MAX_FUNCTION_LINES + 1) + after, `${FOLDER}/a.ts`)).toHaveLength(1)
  })

  it('is named with the function and its line', () => {
    const [problem] = problems(`start()\nconst load = async () => ${body(100)}`)
    expect(problem).toMatchObject({ path: `${FOLDER}/a.tsx`, line: 2 })
    expect(problem?.message).toContain('load has 100 lines, at most 80')
  })

  it('is checked in the product code of every layer, and not in tests', () => {
    const long = `function load() ${body(100)}`
    for (const folder of ['shared', 'engine', 'server/storage', 'server/db', 'main/services', 'preload', 'cli'])
      expect(problems(long, `src/${folder}/a.ts`), folder).toHaveLength(1)
    expect(problems(long, `${FOLDER}/a.test.tsx`)).toEqual([])
    expect(problems(long, 'scripts/a.ts')).toEqual([])
  })
})
