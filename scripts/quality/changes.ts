import { execFileSync } from 'node:child_process'
import { ROOT } from '../start/root.ts'
import { type Reach, readChange, reachOf } from './reach.ts'

/** A commit or a range, with how far it reaches. */
export interface MeasuredChange extends Reach {
  /** As git takes it. */
  range: string
}

/** Screens of the last commits that say how many files one touches. */
const SCREENS = 5

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** @param range a commit, or two with `..` between them. Throws when git doesn't know it. */
export function measureChange(range: string): MeasuredChange {
  // With end-of-options: a name that begins with a dash is no option of git.
  const both = range.includes('..') ? [range] : [`${range}^`, range]
  return { range, ...reachOf(readChange(git('diff', '--name-status', '-M', '--end-of-options', ...both))) }
}

/** The last commits that added a screen; empty where there is no history, as in an archive or a shallow clone. */
export function lastScreens(): MeasuredChange[] {
  try {
    const added = ['log', `-${SCREENS}`, '-M', '--diff-filter=A', '--format=%h', '--']
    // Also where screens stood before: one that was moved is none that was added.
    const commits = git(...added, '*/screen.ts')
      .split('\n')
      .filter(Boolean)
    return commits.map(measureChange).filter(({ areas }) => areas.length > 0)
  } catch {
    return []
  }
}
