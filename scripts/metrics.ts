// `npm run metrics`: the targets of docs/architecture.md, measured here and now.
import { measure } from './quality/metrics.ts'
import { readTree } from './quality/tree.ts'

const m = measure(readTree())
const two = (value: number): string => value.toFixed(2)
const rows: [measure: string, value: string, target: string, met: boolean][] = [
  ['product files', String(m.files), '–', true],
  ['lines per file, median', String(m.median), '≤ 70', m.median <= 70],
  ['lines per file, 90 %', String(m.p90), '≤ 200', m.p90 <= 200],
  ['lines per file, longest', `${m.max.lines} (${m.max.path})`, '≤ 400', m.max.lines <= 400],
  ['any', String(m.any), '0', m.any === 0],
  ['non-null assertions', String(m.nonNull), '0', m.nonNull === 0],
  ['lint escapes per 1,000 lines', two(m.escapesPerThousand), '≤ 0.3', m.escapesPerThousand <= 0.3],
  ['comment lines, %', two(m.commentPercent), '5–12', m.commentPercent >= 5 && m.commentPercent <= 12],
  ['test : source lines', two(m.testToSource), '≥ 1.0', m.testToSource >= 1],
  ['test : source lines, renderer', two(m.testToSourceRenderer), '≥ 0.5', m.testToSourceRenderer >= 0.5],
  ['mocks per test file', two(m.mocksPerTestFile), '≤ 0.1', m.mocksPerTestFile <= 0.1],
]
const width = Math.max(...rows.map(([name]) => name.length))
for (const [name, value, target, met] of rows) {
  console.log(`${met ? ' ' : '!'} ${name.padEnd(width)}  ${value}  (target ${target})`)
}
