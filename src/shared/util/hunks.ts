import { diffArrays } from 'diff'

/** Replaces the parts of the base from `start` to `end` (exclusive). */
interface Hunk {
  start: number
  end: number
  parts: string[]
}

/** Beyond this number of changed parts the whole text counts as one change: the cost of comparing is quadratic. */
const MAX_CHANGES = 1500

/** The changes of a version against its base, in lines or other parts; ordered and not adjacent. */
export function diffHunks(base: readonly string[], changed: readonly string[]): Hunk[] {
  const found = diffArrays([...base], [...changed], { maxEditLength: MAX_CHANGES })
  if (!found) return [{ start: 0, end: base.length, parts: [...changed] }]
  const hunks: Hunk[] = []
  let at = 0
  let open: Hunk | null = null
  for (const { added, removed, value } of found) {
    if (!added && !removed) {
      at += value.length
      open = null
      continue
    }
    if (!open) hunks.push((open = { start: at, end: at, parts: [] }))
    if (added) open.parts.push(...value)
    else open.end = at += value.length
  }
  return hunks
}

/**
 * A range of the base that at least one of two versions changed: the parts of each version, null for an unchanged
 * version.
 */
interface ChangedRange {
  start: number
  end: number
  mine: string[] | null
  theirs: string[] | null
}

/** The ranges that two versions changed, in order. Hunks that overlap or touch belong to one range. */
export function* findChangedRanges(
  base: readonly string[],
  mine: readonly Hunk[],
  theirs: readonly Hunk[],
): Generator<ChangedRange> {
  let [i, j] = [0, 0]
  while (i < mine.length || j < theirs.length) {
    const start = Math.min(mine[i]?.start ?? Infinity, theirs[j]?.start ?? Infinity)
    let end = start
    const [fromI, fromJ] = [i, j]
    for (;;) {
      const next = nextWithin(mine[i], end) ?? nextWithin(theirs[j], end)
      if (!next) break
      end = Math.max(end, next.end)
      if (next === mine[i]) i++
      else j++
    }
    yield {
      start,
      end,
      mine: i > fromI ? versionOf(base, mine.slice(fromI, i), start, end) : null,
      theirs: j > fromJ ? versionOf(base, theirs.slice(fromJ, j), start, end) : null,
    }
  }
}

const nextWithin = (hunk: Hunk | undefined, end: number): Hunk | null => (hunk && hunk.start <= end ? hunk : null)

/** The parts of one side in a range of the base. */
function versionOf(base: readonly string[], hunks: readonly Hunk[], start: number, end: number): string[] {
  const parts: string[] = []
  let at = start
  for (const hunk of hunks) {
    parts.push(...base.slice(at, hunk.start), ...hunk.parts)
    at = hunk.end
  }
  return [...parts, ...base.slice(at, end)]
}
