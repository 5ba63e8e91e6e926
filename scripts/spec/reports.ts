import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../start/root.ts'

/** What came out of the last run of the tests. */
export interface TestResults {
  passed: string[]
  failed: string[]
  skipped: string[]
  /** Of the passed ones those that failed first and passed when they were run once more. */
  unsteady: string[]
}

/** Where `npm test` leaves its machine-readable reports. */
export const REPORTS = { unit: 'test-results/vitest.json', e2e: 'test-results/playwright.json' } as const

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), unsteady: z.boolean().optional() }),
      ),
    }),
  ),
})

/** The files of vitest's JSON in which something failed, as absolute paths. */
export const failedFiles = (json: unknown): string[] =>
  vitestReport.parse(json).testResults.flatMap(({ name, status }) => (status === 'failed' ? [name] : []))

/**
 * Puts what came out when some files were run once more into vitest's JSON of the whole run.
 * @returns a report of the same shape, in which each test that passed now is marked.
 */
export function mergeVitest(whole: unknown, again: unknown): unknown {
  const first = vitestReport.parse(whole).testResults
  const second = new Map(vitestReport.parse(again).testResults.map((file) => [file.name, file]))
  const testResults = first.map((file) => {
    const rerun = file.status === 'failed' ? second.get(file.name) : undefined
    if (!rerun) return file
    const failedAtFirst = new Set(file.assertionResults.flatMap((t) => (t.status === 'failed' ? [t.fullName] : [])))
    const tests = rerun.assertionResults.map((test) => ({
      ...test,
      unsteady: test.status === 'passed' && failedAtFirst.has(test.fullName),
    }))
    return { ...rerun, assertionResults: tests }
  })
  return { testResults }
}

/** Reads vitest's JSON. A file that could not be run at all counts as one failure. */
export function readVitest(json: unknown): TestResults {
  const results: TestResults = { passed: [], failed: [], skipped: [], unsteady: [] }
  for (const file of vitestReport.parse(json).testResults) {
    for (const { fullName, status, unsteady } of file.assertionResults) {
      if (unsteady) results.unsteady.push(fullName)
      results[status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped'].push(fullName)
    }
    const toldFailure = file.assertionResults.some((test) => test.status === 'failed')
    if (file.status === 'failed' && !toldFailure) results.failed.push(file.name)
  }
  return results
}

interface Suite {
  title: string
  suites?: Suite[]
  specs?: { title: string; tests: { status: string }[] }[]
}
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    title: z.string(),
    suites: z.array(suite).optional(),
    specs: z.array(z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) })).optional(),
  }),
)
const playwrightReport = z.object({ suites: z.array(suite), errors: z.array(z.unknown()).default([]) })

/** Reads Playwright's JSON. A flaky test passed; an error outside a test counts as one failure. */
export function readPlaywright(json: unknown): TestResults {
  const report = playwrightReport.parse(json)
  const failed = report.errors.map(() => 'error outside a test')
  const results: TestResults = { passed: [], failed, skipped: [], unsteady: [] }
  const visit = (one: Suite, above: string): void => {
    const name = `${above} ${one.title}`.trim()
    for (const spec of one.specs ?? []) {
      for (const { status } of spec.tests) {
        const kind = status === 'skipped' ? 'skipped' : status === 'unexpected' ? 'failed' : 'passed'
        results[kind].push(`${name} ${spec.title}`)
        if (status === 'flaky') results.unsteady.push(`${name} ${spec.title}`)
      }
    }
    for (const inner of one.suites ?? []) visit(inner, name)
  }
  for (const one of report.suites) visit(one, '')
  return results
}

/** Both reports of the last run, or those that were kept in `folder`; what was not run is empty. */
export function readResults(folder = join(ROOT, 'test-results')): Record<keyof typeof REPORTS, TestResults> {
  const read = (report: string): unknown => {
    const file = join(folder, basename(report))
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  }
  const nothing: TestResults = { passed: [], failed: [], skipped: [], unsteady: [] }
  const [unit, e2e] = [read(REPORTS.unit), read(REPORTS.e2e)]
  return { unit: unit ? readVitest(unit) : nothing, e2e: e2e ? readPlaywright(e2e) : nothing }
}
