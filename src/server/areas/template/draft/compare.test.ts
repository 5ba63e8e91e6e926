import { expect, it } from 'vitest'
import { findDifferences, type Entry, FOLDER, hideImpliedFolders, type Tree } from './compare.ts'

const file = (sha256: string): Entry => ({ kind: 'file', sha256, size: 1 })
const tree = (files: Record<string, string>): Tree =>
  new Map(Object.entries(files).map(([path, sha256]) => [path, sha256 === '/' ? FOLDER : file(sha256)]))

it('says who changed what since both had it in common', () => {
  const base = tree({ same: '1', draft: '1', live: '1', both: '1', alike: '1', gone: '1', kept: '1' })
  const live = tree({ same: '1', draft: '1', live: '2', both: '2', alike: '2', gone: '1', kept: '2', fresh: '1' })
  const draft = tree({ same: '1', draft: '2', live: '1', both: '3', alike: '2', added: '1' })
  expect(findDifferences({ base, live, draft }).map(({ path, by }) => [path, by])).toEqual([
    ['added', 'draft'],
    ['both', 'both'],
    ['draft', 'draft'],
    ['fresh', 'live'],
    ['gone', 'draft'],
    ['kept', 'both'],
    ['live', 'live'],
  ])
})

it('takes a file in the place of a folder for a change', () => {
  const [base, live, draft] = [tree({ a: '/' }), tree({ a: '/' }), tree({ a: '1' })]
  expect(findDifferences({ base, live, draft })).toMatchObject([{ path: 'a', by: 'draft', live: FOLDER }])
})

it('shows a folder of its own accord only when nothing else stands below it', () => {
  const items = [
    { path: 'css', kind: 'folder' as const },
    { path: 'css/a.css', kind: 'file' as const },
    { path: 'empty', kind: 'folder' as const },
  ]
  expect(hideImpliedFolders(items).map(({ path }) => path)).toEqual(['css/a.css', 'empty'])
})
