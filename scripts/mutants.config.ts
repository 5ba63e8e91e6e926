import { relative, sep } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { z } from 'zod'
import own from '../vitest.config.ts'
import { ORDER_ENV, ROOT_ENV } from './mutants/settings.ts'

const order = z.array(z.string()).parse(JSON.parse(process.env[ORDER_ENV] ?? '[]'))
const root = process.env[ROOT_ENV] ?? process.cwd()
const positionOf = ({ moduleId }: TestSpecification): number =>
  order.indexOf(relative(root, moduleId).split(sep).join('/'))

/** Runs the chosen tests in their order, nearest first. */
class ChosenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return order.length > 0 ? files.toSorted((a, b) => positionOf(a) - positionOf(b)) : super.sort(files)
  }
}

const projects = (own.test?.projects ?? []).map((project) => {
  if (typeof project !== 'object' || !('test' in project)) return project
  const { test } = project
  // The database cluster is started once for all runs, so the global setup is left out.
  const { globalSetup: _, ...rest } = test ?? {}
  const setupFiles = [...[rest.setupFiles ?? []].flat(), 'scripts/mutants/setup.ts']
  return { ...project, extends: false as const, test: { ...own.test, projects: undefined, ...rest, setupFiles } }
})

export default defineConfig({ root, test: { ...own.test, projects, sequence: { sequencer: ChosenOrder } } })
