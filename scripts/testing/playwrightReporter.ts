import type { Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { ROOT } from '../start/root.ts'
import { recordPassedFile } from './passed.ts'

/** Records each file whose tests all passed, for `--resume`. */
export default class PassedReporter implements Reporter {
  private readonly open = new Map<string, Set<string>>()
  private readonly counts = new Map<string, { passed: number; skipped: number }>()

  onBegin(_config: unknown, suite: Suite): void {
    for (const { id, location } of suite.allTests())
      this.open.set(location.file, (this.open.get(location.file) ?? new Set()).add(id))
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const { file } = test.location
    const [open, counts] = [this.open.get(file), this.counts.get(file) ?? { passed: 0, skipped: 0 }]
    // A failed test stays open, and its file with it.
    if (!open || !test.ok()) return
    open.delete(test.id)
    counts[result.status === 'skipped' ? 'skipped' : 'passed'] += 1
    this.counts.set(file, counts)
    if (open.size === 0) recordPassedFile(ROOT, file, counts)
  }

  printsToStdio(): boolean {
    return false
  }
}
