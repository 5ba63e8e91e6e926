// `npm run lint`: oxlint with types, the house rules (scripts/quality), and the formatting.
import { run } from './lib/run.ts'
import { declaredPackages, houseProblems } from './quality/check.ts'
import { readTree } from './quality/tree.ts'

const problems = houseProblems(readTree(), declaredPackages())
for (const { path, line, message } of problems) console.log(`${path}:${line}  ${message}`)

const tools = [
  { name: 'oxlint', args: ['--deny-warnings', '--report-unused-disable-directives'], remedy: '' },
  {
    name: 'prettier',
    args: ['--check', '--log-level', 'warn', '--cache', '--cache-location', 'node_modules/.cache/prettier.json', '.'],
    remedy: 'run `npm run format`',
  },
]
const results = await Promise.all(tools.map(async (tool) => ({ tool, ran: await run(tool.name, tool.args) })))
for (const { tool, ran } of results) {
  if (ran.code !== 0) console.log(`${ran.output.trim()}\n${tool.remedy}`.trim())
}

const failed = [
  ...(problems.length ? [`house rules (${problems.length})`] : []),
  ...results.filter(({ ran }) => ran.code !== 0).map(({ tool }) => tool.name),
]
console.log(failed.length ? `lint failed: ${failed.join(', ')}` : 'lint passed')
process.exitCode = failed.length ? 1 : 0
