import { execFileSync } from 'node:child_process'
import { ROOT } from '../start/root.ts'
import { type Reach, readChange, reachOf } from './reach.ts'

/** A commit or a range, with its reach. */
export interface MeasuredChange extends Reach {
  /** The range in git's notation. */
  range: string
}

/** Number of recent screens to measure. */
const SCREENS = 5

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** @param range a commit, or two commits with `..`. Throws if git does not know it. */
export function measureChange(range: string): MeasuredChange {
  // end-of-options: a name that begins with a dash is not a git option.
  const both = range.includes('..') ? [range] : [`${range}^`, range]
  return { range, ...reachOf(readChange(git('diff', '--name-status', '-M', '--end-of-options', ...both))) }
}

/** The last commits that added a screen; empty without a history, as in an archive or a shallow clone. */
export function lastScreens(): MeasuredChange[] {
  try {
    const added = ['log', `-${SCREENS}`, '-M', '--diff-filter=A', '--format=%h', '--']
    // The pattern also covers former folders of screens, so that a moved screen does not count as added.
    const commits = git(...added, '*/screen.ts')
      .split('\n')
      .filter(Boolean)
    return commits.map(measureChange).filter(({ areas }) => areas.length > 0)
  } catch {
    return []
  }
}
