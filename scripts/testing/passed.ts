import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { z } from 'zod'
import { parseJsonOrNull } from '#shared/util/json.ts'

/** A file whose tests all passed or were skipped, with the number of each. */
export interface PassedFile {
  file: string
  passed: number
  skipped: number
}

/** Path of the list of passed files, one JSON line each. */
export const PASSED = 'test-results/passed.jsonl'
/** Environment variable with the state of the tested sources; passed files are only recorded if it is set. */
const STATE_ENV = 'SITECRAFT_TESTS_STATE'
/** Environment variable with the path of a JSON list of files to skip. */
const SKIP_ENV = 'SITECRAFT_TESTS_SKIP'
const SKIP = 'test-results/skip.json'

const line = z.object({ state: z.string(), file: z.string(), passed: z.number(), skipped: z.number() })

/** Identifies the commit and the changes of the working tree; '' without git, where runs cannot be resumed. */
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

/** The files that passed in this state; truncated lines are ignored. */
export function readPassedFiles(root: string, state: string): Map<string, PassedFile> {
  const path = join(root, PASSED)
  const lines = state && existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const found = new Map<string, PassedFile>()
  for (const text of lines) {
    const read = line.safeParse(parseJsonOrNull(text))
    if (read.success && read.data.state === state) found.set(read.data.file, read.data)
  }
  return found
}

/**
 * Configures test programs started from now on to record passed files and to skip the given ones.
 * @param keep false: deletes earlier records
 */
export function startRecordingPassed(
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

/** The files that this run skips, for the configurations of the test programs. */
export function readSkippedFiles(): string[] {
  const list = process.env[SKIP_ENV]
  return list ? z.array(z.string()).parse(JSON.parse(readFileSync(list, 'utf8'))) : []
}

/** Records at once that a file passed, so that a killed run can be resumed. */
export function recordPassedFile(root: string, path: string, counts: Omit<PassedFile, 'file'>): void {
  const state = process.env[STATE_ENV]
  if (!state) return
  const file = relative(root, path).split(sep).join(posix.sep)
  // The leading line break ends a truncated line.
  appendFileSync(join(root, PASSED), `\n${JSON.stringify({ state, file, ...counts })}`)
}
