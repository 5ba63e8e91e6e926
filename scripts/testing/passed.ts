import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { z } from 'zod'
import { jsonOrNull } from '#shared/util/json.ts'

/** A file of which every test passed or was skipped, with how many of each. */
export interface PassedFile {
  file: string
  passed: number
  skipped: number
}

/** Where the passed files stand, one line of JSON each. */
export const PASSED = 'test-results/passed.jsonl'
/** Names the sources that are tested; only where it is set, passed files are noted. */
const STATE_ENV = 'SITECRAFT_TESTS_STATE'
/** A JSON list of the files that are left out of this run. */
const SKIP_ENV = 'SITECRAFT_TESTS_SKIP'
const SKIP = 'test-results/skip.json'

const line = z.object({ state: z.string(), file: z.string(), passed: z.number(), skipped: z.number() })

/** The commit, and what the working tree changes of it; '' without git, where nothing can be resumed. */
export function stateOf(root: string): string {
  const git = (...args: string[]): string => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, maxBuffer: 1 << 30 })
    if (status !== 0) throw new Error(`git ${args[0] ?? ''} failed`)
    return stdout.toString()
  }
  try {
    const hash = createHash('sha256').update(git('diff', 'HEAD', '--binary'))
    for (const path of git('ls-files', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean))
      hash.update(path).update(readFileSync(join(root, path)))
    return `${git('rev-parse', 'HEAD').trim()} ${hash.digest('hex').slice(0, 16)}`
  } catch {
    return ''
  }
}

/** What passed of this state, by file; a line that a kill cut off counts for nothing. */
export function readPassed(root: string, state: string): Map<string, PassedFile> {
  const path = join(root, PASSED)
  const lines = state && existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const found = new Map<string, PassedFile>()
  for (const text of lines) {
    const read = line.safeParse(jsonOrNull(text))
    if (read.success && read.data.state === state) found.set(read.data.file, read.data)
  }
  return found
}

/**
 * Makes the test programs that are started from here note what passes, and leave out what is named.
 * @param keep false: forgets what passed before.
 */
export function notePassed(
  root: string,
  state: string,
  { keep, skip }: { keep: boolean; skip: readonly string[] },
): void {
  mkdirSync(join(root, dirname(PASSED)), { recursive: true })
  if (!keep) rmSync(join(root, PASSED), { force: true })
  writeFileSync(join(root, SKIP), JSON.stringify(skip))
  process.env[STATE_ENV] = state
  process.env[SKIP_ENV] = join(root, SKIP)
}

/** The files that this run leaves out, for the configurations of the test programs. */
export function leftOut(): string[] {
  const list = process.env[SKIP_ENV]
  return list ? z.array(z.string()).parse(JSON.parse(readFileSync(list, 'utf8'))) : []
}

/** Notes that all of a file passed; at once, so that a run that is killed can be resumed. */
export function addPassed(root: string, path: string, counts: Omit<PassedFile, 'file'>): void {
  const state = process.env[STATE_ENV]
  if (!state) return
  const file = relative(root, path).split(sep).join(posix.sep)
  // The break before it ends a line that a kill cut off.
  appendFileSync(join(root, PASSED), `\n${JSON.stringify({ state, file, ...counts })}`)
}
