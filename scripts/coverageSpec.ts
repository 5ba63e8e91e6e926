// `npm run coverage:spec [-- --missing] [FOLDER...]`: lists the requirements that passed tests of the last `npm test`
// cover, or of the reports in these folders (copies of `test-results` after each shard of `npm run test:all`).
import { parseArgs } from 'node:util'
import { coverage } from './spec/coverage.ts'
import { readResults } from './spec/reports.ts'
import { readRequirements } from './spec/requirements.ts'

const { values, positionals } = parseArgs({ options: { missing: { type: 'boolean' } }, allowPositionals: true })
const results = positionals.length > 0 ? positionals.map((folder) => readResults(folder)) : [readResults()]
const passed = results.flatMap(({ unit, e2e }) => [...unit.passed, ...e2e.passed])
if (passed.length === 0) console.log('No passed tests in test-results: run `npm test` first.')

const { areas, unknown } = coverage(readRequirements(), passed)
const showMissing = values.missing
const width = Math.max(...areas.map((a) => a.area.length))
let [shownTotal, total] = [0, 0]
for (const { area, shown, missing } of areas) {
  const count = shown.length + missing.length
  shownTotal += shown.length
  total += count
  console.log(`${area.padEnd(width)}  ${String(shown.length).padStart(4)} of ${String(count).padStart(4)}`)
  if (showMissing) for (const { id, text } of missing) console.log(`    ${id}  ${text}`)
}
console.log(`${'total'.padEnd(width)}  ${String(shownTotal).padStart(4)} of ${String(total).padStart(4)}`)
if (unknown.length) console.log(`Titles name unknown requirement ids: ${unknown.join(', ')}`)
process.exitCode = unknown.length || passed.length === 0 ? 1 : 0
