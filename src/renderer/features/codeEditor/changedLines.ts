import { diffHunks } from '#shared/util/hunks.ts'

/** Lines from 1, first and last. */
export interface LineRange {
  from: number
  to: number
}

/** The changes of a version against its base: its own lines, and the lines of the base that they replace. */
export function changedLines(base: string, version: string): { own: LineRange[]; base: LineRange[] } {
  const own: LineRange[] = []
  const replaced: LineRange[] = []
  const lines = (text: string): string[] => text.split(/\r?\n/)
  /** Number of lines that the version has more than the base so far. */
  let shift = 0
  for (const { start, end, parts } of diffHunks(lines(base), lines(version))) {
    if (parts.length > 0) own.push({ from: start + shift + 1, to: start + shift + parts.length })
    if (end > start) replaced.push({ from: start + 1, to: end })
    shift += parts.length - (end - start)
  }
  return { own, base: replaced }
}
