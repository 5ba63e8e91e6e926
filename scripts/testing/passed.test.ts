import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordPassedFile, readSkippedFiles, startRecordingPassed, PASSED, readPassedFiles, stateOf } from './passed.ts'

let root = ''
const git = (...args: string[]): void => {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.com']
  expect(spawnSync('git', [...who, ...args], { cwd: root }).status).toBe(0)
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'passed-'))
  vi.stubEnv('SITECRAFT_TESTS_STATE', '')
  vi.stubEnv('SITECRAFT_TESTS_SKIP', '')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

const COUNTS = { passed: 2, skipped: 1 }

describe('what passed', () => {
  it('is noted file by file, and read for the same state alone', () => {
    startRecordingPassed(root, 'one', { keep: false, skip: [] })
    recordPassedFile(root, join(root, 'src', 'a.test.ts'), COUNTS)
    expect([...readPassedFiles(root, 'one').values()]).toEqual([
      expect.objectContaining({ file: 'src/a.test.ts', ...COUNTS }),
    ])
    expect(readPassedFiles(root, 'two').size).toBe(0)
  })
  it('survives a kill in the middle of a line', () => {
    startRecordingPassed(root, 'one', { keep: false, skip: [] })
    recordPassedFile(root, join(root, 'a.test.ts'), COUNTS)
    appendFileSync(join(root, PASSED), '\n{"state":"one","fi')
    recordPassedFile(root, join(root, 'b.test.ts'), COUNTS)
    expect([...readPassedFiles(root, 'one').keys()]).toEqual(['a.test.ts', 'b.test.ts'])
  })
  it('is kept for a run that resumes, and forgotten by one that begins', () => {
    startRecordingPassed(root, 'one', { keep: false, skip: [] })
    recordPassedFile(root, join(root, 'a.test.ts'), COUNTS)
    startRecordingPassed(root, 'one', { keep: true, skip: ['a.test.ts'] })
    expect(readPassedFiles(root, 'one').size).toBe(1)
    expect(readSkippedFiles()).toEqual(['a.test.ts'])
    startRecordingPassed(root, 'one', { keep: false, skip: [] })
    expect(readPassedFiles(root, 'one').size).toBe(0)
    expect(readSkippedFiles()).toEqual([])
  })
  it('is not noted by a run of some of the tests, and never without git', () => {
    recordPassedFile(root, join(root, 'a.test.ts'), COUNTS)
    expect(stateOf(root)).toBe('')
    expect(readPassedFiles(root, '').size).toBe(0)
  })
})

it('the state is another after a commit, a change and a new file, and the same without', () => {
  git('init', '-q')
  writeFileSync(join(root, 'a.ts'), 'a')
  git('add', '.')
  git('commit', '-qm', 'a')
  const states = [stateOf(root)]
  expect(stateOf(root)).toBe(states[0])
  writeFileSync(join(root, 'a.ts'), 'b')
  states.push(stateOf(root))
  writeFileSync(join(root, 'new.ts'), '1')
  states.push(stateOf(root))
  writeFileSync(join(root, 'new.ts'), '2')
  states.push(stateOf(root))
  git('add', '.')
  git('commit', '-qm', 'b')
  states.push(stateOf(root))
  expect(new Set(states).size).toBe(states.length)
})
