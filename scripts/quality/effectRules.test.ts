import { describe, expect, it } from 'vitest'
import { effectProblems } from './effectRules.ts'
import { readSource } from './source.ts'

const problems = (text: string, path = 'src/renderer/a.tsx') => effectProblems(readSource(path, text))

describe('an effect', () => {
  it.each([
    "useEffect(() => nav.current?.scrollIntoView({ block: 'nearest' }), [])",
    'useLayoutEffect(() => first.current?.focus(), [])',
    'useEffect(\n  () =>\n    nav.current\n      ?.scrollIntoView(),\n  [],\n)',
    'useEffect(() => openFirst(), [])',
    'useEffect(() => onCovered(isOpen), [isOpen])',
    'useEffect(() => (isOpen ? element.focus() : undefined), [])',
    'useEffect(() => { if (isOpen) return element.scrollIntoView(); return undefined }, [])',
    'useEffect(() => { return element.scrollTo(0, 0) }, [])',
    'useEffect(() => isOpen && element.focus(), [])',
    'React.useEffect(() => element.focus(), [])',
    'useEffect(load, [load])',
  ])('may not return what it called: %s', (text) => {
    expect(problems(text)).toHaveLength(1)
  })

  it.each([
    'useEffect(() => { first.current?.focus() }, [])',
    'useEffect(() => () => element.focus(), [])',
    'useEffect(() => changes.on((change) => follow(change)), [])',
    'useEffect(() => onEnded((ended) => remove(ended)), [])',
    'useEffect(() => registerDialog(), [])',
    'useEffect(() => void element.focus(), [])',
    'useEffect(() => { const stop = follow(); return stop }, [])',
    'useEffect(() => { if (!isOpen) return undefined; return () => stop() }, [])',
    'useEffect(() => { if (!isOpen) return; rows.map((row) => row.draw()) }, [])',
  ])('may return nothing or a function: %s', (text) => {
    expect(problems(text)).toEqual([])
  })

  it('is named with its line, in files of the windows alone', () => {
    const text = 'a()\nuseEffect(() => element.focus(), [])'
    expect(problems(text)).toMatchObject([{ line: 2 }])
    expect(problems(text, 'src/renderer/a.test.tsx')).toEqual([])
    expect(problems(text, 'src/main/a.ts')).toEqual([])
  })
})
