import { readSource, type SourceFile } from './source.ts'

/** Files of a sample repository for the tests of the rules: path → text. */
export const sampleTree = (files: Record<string, string>): SourceFile[] =>
  Object.entries(files).map(([path, text]) => readSource(path, text))
