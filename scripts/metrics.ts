// `npm run metrics`: the current values of the targets in docs/architecture.md. `npm run metrics -- <commit or range>`:
// the files that a change edited outside of its areas' folders. `npm run metrics -- --pieces`: small files with a
// single consumer.
import { operations } from '#shared/contract/registry.ts'
import { contractMetrics } from './quality/contractMetrics.ts'
import { lastScreens, measureChange } from './quality/changes.ts'
import { functionProblems } from './quality/functionRules.ts'
import { measure, percentile } from './quality/metrics.ts'
import { piecesOf } from './quality/pieces.ts'
import { isTest, readTree } from './quality/tree.ts'
import { readResults } from './spec/reports.ts'

const files = readTree()
const m = measure(files)
const pieces = piecesOf(files)
const longFunctions = files.flatMap(functionProblems).length
const ranges = process.argv.slice(2).filter((argument) => argument !== '--pieces')
const passed = readResults().unit.passed
const contract = contractMetrics(
  operations,
  passed,
  files.filter((f) => isTest(f.path)),
)
const screens = lastScreens()
const edited = screens.map(({ outside }) => outside.length)
const editedMedian = percentile(edited, 0.5)
const share = (without: readonly string[]): string => `${contract.total - without.length} of ${contract.total}`
const two = (value: number): string => value.toFixed(2)
const rows: [measure: string, value: string, target: string, met: boolean][] = [
  ['product files', String(m.files), '–', true],
  ['lines per file, median', String(m.median), '≤ 70', m.median <= 70],
  ['lines per file, 90 %', String(m.p90), '≤ 200', m.p90 <= 200],
  ['lines per file, longest', `${m.max.lines} (${m.max.path})`, '≤ 400', m.max.lines <= 400],
  ['functions over 80 lines, components over 120', String(longFunctions), '0', longFunctions === 0],
  ['small files of one consumer', String(pieces.length), '–', true],
  ['any', String(m.any), '0', m.any === 0],
  ['non-null assertions', String(m.nonNull), '0', m.nonNull === 0],
  ['lint escapes per 1,000 lines', two(m.escapesPerThousand), '≤ 0.3', m.escapesPerThousand <= 0.3],
  ['comment lines, %', two(m.commentPercent), '5–12', m.commentPercent >= 5 && m.commentPercent <= 12],
  ['test : source lines', two(m.testToSource), '≥ 1.0', m.testToSource >= 1],
  ['test : source lines, renderer', two(m.testToSourceRenderer), '≥ 0.5', m.testToSourceRenderer >= 0.5],
  [
    'operations: refusals tested',
    passed.length ? share(contract.unchecked) : 'unknown before `npm test`',
    'all',
    contract.unchecked.length === 0,
  ],
  ['operations: called by a test', share(contract.unexercised), 'all', contract.unexercised.length === 0],
  [
    'files edited outside the area, last screens',
    edited.length ? `median ${editedMedian} (${edited.join(', ')})` : 'unknown without history',
    '≤ 3',
    editedMedian <= 3,
  ],
  ['mocks per test file', two(m.mocksPerTestFile), '≤ 0.1', m.mocksPerTestFile <= 0.1],
]
const width = Math.max(...rows.map(([name]) => name.length))
for (const [name, value, target, met] of rows) {
  console.log(`${met ? ' ' : '!'} ${name.padEnd(width)}  ${value}  (target ${target})`)
}
for (const { range, areas, outside } of ranges.map(measureChange))
  console.log(
    [`${range} (${areas.join(', ') || 'no area'}): ${outside.length} files edited outside`, ...outside].join('\n    '),
  )
if (contract.unexercised.length) console.log(`No test calls: ${contract.unexercised.join(', ')}`)
if (passed.length && contract.unchecked.length) console.log(`Refusals not tested: ${contract.unchecked.join(', ')}`)
if (process.argv.includes('--pieces'))
  for (const { path, lines, consumer } of pieces) console.log(`${String(lines).padStart(4)}  ${path} → ${consumer}`)
