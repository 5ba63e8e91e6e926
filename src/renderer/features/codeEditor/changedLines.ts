import { diffIndices } from 'node-diff3'

/** Lines from 1, first and last. */
export interface LineRange {
  from: number
  to: number
}

/** What a version changed of the one that it came from: its own lines, and those that they took the place of. */
export function changedLines(base: string, version: string): { own: LineRange[]; base: LineRange[] } {
  const own: LineRange[] = []
  const replaced: LineRange[] = []
  const lines = (text: string): string[] => text.split(/\r?\n/)
  for (const { buffer1, buffer2 } of diffIndices(lines(base), lines(version))) {
    const [at, length] = buffer2
    if (length > 0) own.push({ from: at + 1, to: at + length })
    const [baseAt, baseLength] = buffer1
    if (baseLength > 0) replaced.push({ from: baseAt + 1, to: baseAt + baseLength })
  }
  return { own, base: replaced }
}
