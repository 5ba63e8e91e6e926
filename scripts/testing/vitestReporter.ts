import type { Reporter, TestModule } from 'vitest/node'
import { ROOT } from '../start/root.ts'
import { recordPassedFile } from './passed.ts'
import { recordUnhandledErrors, type UnhandledError } from './unhandled.ts'

/** Records each file whose tests all passed, for `--resume`, and the errors outside of tests. */
export default class NotingReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    if (!module.ok()) return
    const states = [...module.children.allTests()].map((test) => test.result().state)
    const passed = states.filter((state) => state === 'passed').length
    recordPassedFile(ROOT, module.moduleId, { passed, skipped: states.length - passed })
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly UnhandledError[]): void {
    recordUnhandledErrors(errors)
  }
}
