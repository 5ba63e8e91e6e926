import { escapesOf } from './fileRules.ts'
import type { SourceFile } from './source.ts'
import { isProduct, isRenderer, isTest } from './tree.ts'

/** The metrics of docs/architecture, Targets. */
export interface Metrics {
  files: number
  median: number
  p90: number
  max: { lines: number; path: string }
  any: number
  nonNull: number
  escapesPerThousand: number
  commentPercent: number
  testToSource: number
  testToSourceRenderer: number
  mocksPerTestFile: number
}

const MOCK = /\b(?:vi|jest)\.(?:mock|doMock|spyOn|stubGlobal|hoisted)\(/g
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
const lines = (files: readonly SourceFile[]): number => sum(files.map((f) => f.lines))
const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/** The percentile of the numbers (nearest rank); 0 for an empty list. */
export function percentile(numbers: readonly number[], fraction: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? 0
}

/** Code that supports tests (fakes, builders, harnesses, page models) counts as test code. */
const isTestCode = (path: string): boolean => isTest(path) || path.startsWith('tests/')
const isRendererTest = (path: string): boolean => isRenderer(path) || path.startsWith('tests/e2e/')

/** Measures product code (src without tests) and all test code. */
export function measure(files: readonly SourceFile[]): Metrics {
  const product = files.filter((f) => isProduct(f.path))
  const tests = files.filter((f) => isTestCode(f.path))
  const testFiles = tests.filter((f) => isTest(f.path))
  const sizes = product.map((f) => f.lines)
  const longest = product.toSorted((a, b) => b.lines - a.lines)[0]
  const total = lines(product)
  return {
    files: product.length,
    median: percentile(sizes, 0.5),
    p90: percentile(sizes, 0.9),
    max: { lines: longest?.lines ?? 0, path: longest?.path ?? '' },
    any: sum(product.map((f) => f.anyLines.length)),
    nonNull: sum(product.map((f) => f.nonNullLines.length)),
    escapesPerThousand: ratio(1000 * sum(product.map((f) => escapesOf(f).length)), total),
    commentPercent: ratio(100 * sum(product.map((f) => f.commentLines)), total),
    testToSource: ratio(lines(tests), total),
    testToSourceRenderer: ratio(
      lines(tests.filter((f) => isRendererTest(f.path))),
      lines(product.filter((f) => isRenderer(f.path))),
    ),
    mocksPerTestFile: ratio(sum(testFiles.map((f) => f.text.match(MOCK)?.length ?? 0)), testFiles.length),
  }
}
