// `npm run check`: types, rules and nearest tests of the changes since the last commit, in less than half a minute for
// a file of one area. Before an important commit run the full lint, typecheck and tests.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run, type RunResult } from './lib/run.ts'
import { chooseRelated } from './testing/related.ts'
import { configurationsOf } from './testing/configurations.ts'
import { declaredPackages, houseProblems } from './quality/check.ts'
import { readTree } from './quality/tree.ts'
import { ROOT } from './start/root.ts'

const began = performance.now()
const changed = changedFiles()
if (changed.length === 0) {
  console.log('check: nothing changed since the last commit')
  process.exit(0)
}
const code = changed.filter((path) => /\.(?:tsx?|mjs)$/.test(path))
const sources = readTree()
const tests = chooseRelated(changed, sources)
console.log(`check: ${changed.length} changed files, ${tests.length} test files`)

const isSource = (path: string): boolean => /^(?:src|tests|scripts|bench)\/.*\.tsx?$/.test(path)
const types = configurationsOf(changed.filter(isSource)).map((name) => {
  const state = ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/typecheck/${name}.tsbuildinfo`]
  return {
    name: `types (${name})`,
    program: 'tsc',
    args: ['-p', `tsconfig/${name}.json`, '--pretty', 'false', ...state],
  }
})
const lint = {
  name: 'oxlint',
  program: 'oxlint',
  args: ['--deny-warnings', '--report-unused-disable-directives', ...code],
}
const format = {
  name: 'prettier',
  program: 'prettier',
  args: ['--check', '--log-level', 'warn', '--ignore-unknown', ...changed],
}
const vitest = {
  name: 'tests',
  program: 'vitest',
  args: ['run', '--maxWorkers=2', '--bail=1', '--reporter=dot', ...tests],
}
const steps = [...types, ...(code.length > 0 ? [lint] : []), format, ...(tests.length > 0 ? [vitest] : [])]

const problems = houseProblems(sources, declaredPackages()).filter(({ path }) => changed.includes(path))
for (const { path, line, message } of problems) console.log(`${path}:${line}  ${message}`)
const results = await Promise.all(
  steps.map(async ({ name, program, args }) => {
    const ran = await run(program, args)
    printResult(name, ran)
    return { name, ran }
  }),
)
const failed = [
  ...(problems.length > 0 ? ['house rules'] : []),
  ...results.filter(({ ran }) => ran.code !== 0).map(({ name }) => name),
]
const seconds = Math.round((performance.now() - began) / 1000)
console.log(failed.length > 0 ? `check failed: ${failed.join(', ')}  (${seconds} s)` : `check passed  (${seconds} s)`)
process.exitCode = failed.length > 0 ? 1 : 0

function printResult(name: string, ran: RunResult): void {
  console.log(`${name.padEnd(20)} ${ran.code === 0 ? 'ok' : 'failed'}  ${ran.seconds.toFixed(1)} s`)
  if (ran.code !== 0) console.log(ran.output.trim())
}

/** Files changed since the last commit, including new ones but not deleted ones. */
function changedFiles(): string[] {
  const git = (...args: string[]): string[] => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return stdout.split('\0').filter(Boolean)
  }
  const all = [
    ...git('diff', 'HEAD', '--name-only', '--no-renames', '-z'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ]
  return [...new Set(all)].filter((path) => existsSync(join(ROOT, path))).sort()
}
