import { describe, expect, it, test } from 'vitest'
import { MAX_SMALL_FILE_BYTES, type FoundEntry } from './folderJobs.ts'
import { contentStep, ScanRequests, type ContentStep, type ScanRequest } from './scanRequest.ts'

type Hint = (requests: ScanRequests) => void
const path =
  (disk: string): Hint =>
  (requests) =>
    requests.addPath(disk)
const folder =
  (disk: string): Hint =>
  (requests) =>
    requests.addFolder(disk)
const all =
  (isDeep = false): Hint =>
  (requests) =>
    requests.addAll(isDeep)
const named = (paths: string[], folders: string[] = []): ScanRequest => ({
  kind: 'named',
  paths: new Set(paths),
  folders: new Set(folders),
})
const ALL: ScanRequest = { kind: 'all', isDeep: false }
const DEEP: ScanRequest = { kind: 'all', isDeep: true }

/** After the first scan, which is one of everything. */
function after(...hints: Hint[]): ScanRequests {
  const requests = new ScanRequests()
  expect(requests.drain()).toEqual(ALL)
  for (const hint of hints) hint(requests)
  return requests
}

test.each<[string, Hint[], ScanRequest]>([
  ['nothing', [], named([])],
  ['named paths and folders', [path('a'), path('a'), path('d/b'), folder('d')], named(['a', 'd/b'], ['d'])],
  ['the root stands for everything', [path('a'), path('')], ALL],
  ['also as a folder', [folder('')], ALL],
  ['everything covers what is named', [path('a'), all(), path('b'), folder('d')], ALL],
  ['a deep scan stays deep', [all(true), all(), path('a')], DEEP],
  ['a burst', Array.from({ length: 2000 }, (_, n) => path(`f${n}`)), ALL],
])('the next scan: %s', (_title, hints, expected) => {
  const requests = after(...hints)
  expect(requests.isAll()).toBe(expected.kind === 'all')
  expect(requests.isEmpty()).toBe(hints.length === 0)
  expect(requests.drain()).toEqual(expected)
  expect(requests.isEmpty()).toBe(true)
})

it('needs no second scan of a folder that is about to be read with all below it', () => {
  const requests = after(folder('d'), folder('d/e'), folder('do'), path('d/a'))
  requests.removeFoldersBelow('d')
  expect(requests.drain()).toEqual(named(['d/a'], ['do']))
})

describe('a file that was found', () => {
  const file = (change: Partial<FoundEntry>): FoundEntry => ({
    disk: 'a',
    kind: 'file',
    stamp: 's',
    age: 10_000,
    size: 1,
    sha256: '',
    code: '',
    ...change,
  })
  const SETTLE = 150
  test.each<[string, Partial<FoundEntry>, boolean, boolean, ContentStep]>([
    ['looks as it did', {}, true, false, { kind: 'unchanged' }],
    [
      'was read and looks as it did',
      { sha256: 'h' },
      true,
      true,
      { kind: 'changed', entry: { kind: 'file', sha256: 'h', size: 1 } },
    ],
    ['is large, and every file is to be read', { size: MAX_SMALL_FILE_BYTES + 1 }, true, true, { kind: 'hash' }],
    ['is large and new', { size: MAX_SMALL_FILE_BYTES + 1 }, false, false, { kind: 'hash' }],
    ['was read', { sha256: 'h' }, false, false, { kind: 'changed', entry: { kind: 'file', sha256: 'h', size: 1 } }],
    ['is being written', { age: 50 }, false, false, { kind: 'unsettled', settlesIn: 101 }],
    ['has a time that lies ahead', { age: -1 }, false, false, { kind: 'hash' }],
  ])('[S6] %s', (_title, change, isKnown, isDeep, expected) => {
    expect(contentStep(file(change), isKnown, isDeep, SETTLE)).toEqual(expected)
  })
})
