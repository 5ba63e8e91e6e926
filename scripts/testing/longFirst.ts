import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isLong = ({ moduleId }: TestSpecification): boolean => /\.long\.test\.tsx?$/.test(moduleId)

/**
 * Runs files that take minutes first, so that none of them runs alone at the end. By default vitest sorts untimed files
 * by size, and some of the slowest are a few lines that run a model hundreds of times.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
