import type { Reporter, TestModule } from 'vitest/node'
import { ROOT } from '../start/root.ts'
import { addPassed } from './passed.ts'

/** Notes each file of which every test passed, for `--resume`. */
export default class PassedReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    if (!module.ok()) return
    const states = [...module.children.allTests()].map((test) => test.result().state)
    const passed = states.filter((state) => state === 'passed').length
    addPassed(ROOT, module.moduleId, { passed, skipped: states.length - passed })
  }
}
