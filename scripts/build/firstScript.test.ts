import { expect, it } from 'vitest'
import { firstScriptOf, firstScriptProblem } from './firstScript.ts'

const chunk = (fileName: string, code: string, imports: string[] = [], isEntry = false) => ({
  type: 'chunk' as const,
  fileName,
  code,
  imports,
  isEntry,
})
const bundle = {
  index: chunk('index.js', '12345', ['shared.js'], true),
  shared: chunk('shared.js', '汉', ['index.js']),
  later: chunk('later.js', '1234567890'),
  style: { type: 'asset' as const },
}

it('weighs the entry and what it imports at once, not what comes later', () => {
  expect(Object.fromEntries(firstScriptOf(bundle))).toEqual({ 'index.js': 5, 'shared.js': 3 })
})

it('is a problem over the budget', () => {
  expect(firstScriptProblem(bundle, 8)).toBeNull()
  expect(firstScriptProblem(bundle, 7)).toContain('The first script has 8 bytes, at most 7')
})
