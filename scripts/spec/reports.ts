import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../start/root.ts'

/** Results of the last test run. */
export interface TestResults {
  passed: string[]
  failed: string[]
  skipped: string[]
  /** Passed tests that failed at first and passed when repeated. */
  unsteady: string[]
}

/** Paths of the machine-readable reports of `npm test`. */
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

/** Files with failures in vitest's JSON report, as absolute paths. */
export const failedFiles = (json: unknown): string[] =>
  vitestReport.parse(json).testResults.flatMap(({ name, status }) => (status === 'failed' ? [name] : []))

/**
 * Merges the report of repeated files into vitest's report of the whole run.
 * @returns a report of the same shape, in which tests that passed only when repeated are marked
 */
export function mergeVitest(whole: unknown, rerun: unknown): unknown {
  const first = vitestReport.parse(whole).testResults
  const second = new Map(vitestReport.parse(rerun).testResults.map((file) => [file.name, file]))
  const testResults = first.map((file) => {
    const repeated = file.status === 'failed' ? second.get(file.name) : undefined
    if (!repeated) return file
    const failedAtFirst = new Set(file.assertionResults.flatMap((t) => (t.status === 'failed' ? [t.fullName] : [])))
    const tests = repeated.assertionResults.map((test) => ({
      ...test,
      unsteady: test.status === 'passed' && failedAtFirst.has(test.fullName),
    }))
    return { ...repeated, assertionResults: tests }
  })
  return { testResults }
}

/** Reads vitest's JSON report. A file that could not run at all counts as one failure. */
export function readVitest(json: unknown): TestResults {
  const results: TestResults = { passed: [], failed: [], skipped: [], unsteady: [] }
  for (const file of vitestReport.parse(json).testResults) {
    for (const { fullName, status, unsteady } of file.assertionResults) {
      if (unsteady) results.unsteady.push(fullName)
      results[status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped'].push(fullName)
    }
    const hasFailedTest = file.assertionResults.some((test) => test.status === 'failed')
    if (file.status === 'failed' && !hasFailedTest) results.failed.push(file.name)
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

/** Reads Playwright's JSON report. A flaky test counts as passed; an error outside a test counts as one failure. */
export function readPlaywright(json: unknown): TestResults {
  const report = playwrightReport.parse(json)
  const failed = report.errors.map(() => 'error outside a test')
  const results: TestResults = { passed: [], failed, skipped: [], unsteady: [] }
  const visit = (suite: Suite, above: string): void => {
    const name = `${above} ${suite.title}`.trim()
    for (const spec of suite.specs ?? []) {
      for (const { status } of spec.tests) {
        const kind = status === 'skipped' ? 'skipped' : status === 'unexpected' ? 'failed' : 'passed'
        results[kind].push(`${name} ${spec.title}`)
        if (status === 'flaky') results.unsteady.push(`${name} ${spec.title}`)
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, name)
  }
  for (const suite of report.suites) visit(suite, '')
  return results
}

/** Both reports of the last run, or those in `folder`; a missing report is empty. */
export function readResults(folder = join(ROOT, 'test-results')): Record<keyof typeof REPORTS, TestResults> {
  const read = (report: string): unknown => {
    const file = join(folder, basename(report))
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  }
  const nothing: TestResults = { passed: [], failed: [], skipped: [], unsteady: [] }
  const [unit, e2e] = [read(REPORTS.unit), read(REPORTS.e2e)]
  return { unit: unit ? readVitest(unit) : nothing, e2e: e2e ? readPlaywright(e2e) : nothing }
}
