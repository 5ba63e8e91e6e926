import { expect, test } from 'vitest'
import { functionAt, functionsOf, instrumentFunctions } from './functions.ts'

const TEXT = `export function outer(a: number): number {
  const inner = (b: number) => b + a
  return [1, 2].map((n) => inner(n)).length
}
class Store {
  save = async () => {}
  read() { return { now: () => 1 } }
}
`

test('every function has a name of its own, with those around it', () => {
  expect(functionsOf('a.ts', TEXT).map(({ name }) => name)).toEqual([
    'outer',
    'outer/inner',
    'outer/2',
    'save',
    'read',
    'read/now',
  ])
})

test('numbers functions of the same name', () => {
  const text = 'class A { get() { return 1 } }\nclass B { get() { return 2 } }'
  expect(functionsOf('a.ts', text).map(({ name }) => name)).toEqual(['get', 'get/2'])
})

test('the innermost function around a place is found', () => {
  const functions = functionsOf('a.ts', TEXT)
  expect(functionAt(functions, TEXT.indexOf('b + a'))?.name).toBe('outer/inner')
  expect(functionAt(functions, TEXT.indexOf('return ['))?.name).toBe('outer')
  expect(functionAt(functions, TEXT.indexOf('class Store'))).toBeNull()
})

test('an instrumented function reports its number each time it runs, and answers what it did', () => {
  const text =
    'const twice = (n) => n * 2\nfunction run(n) { const add = (x) => ({ sum: x + 1 }); return add(twice(n)).sum }\nreturn run'
  const functions = functionsOf('a.js', `function all() {${text}}`).slice(1)
  const shifted = functions.map((one) => ({
    ...one,
    body: { ...one.body, start: one.body.start - 16, end: one.body.end - 16 },
  }))
  const ran: number[] = []
  const instrumented = instrumentFunctions(text, shifted, 5).replaceAll('globalThis.sitecraftRan', 'report')
  const made: unknown = Reflect.construct(Function, ['report', instrumented])
  const run: unknown = typeof made === 'function' ? Reflect.apply(made, undefined, [(n: number) => ran.push(n)]) : null
  expect(typeof run === 'function' && Reflect.apply(run, undefined, [4])).toBe(9)
  expect(ran).toEqual([6, 5, 7])
})
