import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isLong = ({ moduleId }: TestSpecification): boolean => /\.long\.test\.tsx?$/.test(moduleId)

/**
 * Begins with the files that take minutes, so that none of them runs alone at the end. By itself vitest goes by the sizes of
 * files until it has timed them, and some of the longest are a few lines that play a model hundreds of times.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
