import { expect, it } from 'vitest'
import type { WorkspaceFile } from '#shared/contract/workspace.ts'
import { filterFiles, sortFiles } from './filters.ts'

const file = (path: string, state: WorkspaceFile['state']): WorkspaceFile => ({
  path,
  state,
  kind: 'file',
  size: 1,
  reason: '',
  at: '',
})
const files = [
  file('css/a.css', 'synced'),
  file('index.html', 'waiting'),
  file('js/10.js', 'failed'),
  file('js/9.js', 'failed'),
  file('about.html', 'conflict'),
  file('.DS_Store', 'ignored'),
]
const paths = (shown: readonly WorkspaceFile[]): string[] => shown.map((each) => each.path)

it('shows what needs a decision first and counts numbers in names as people do [S40]', () => {
  expect(paths(sortFiles(files))).toEqual(['about.html', 'js/9.js', 'js/10.js', 'index.html', 'css/a.css', '.DS_Store'])
})

it('finds the queue, what needs a look, and a part of a path whatever its case', () => {
  expect(paths(filterFiles(files, 'waiting', ''))).toEqual(['index.html'])
  expect(paths(filterFiles(files, 'attention', ''))).toEqual(['js/10.js', 'js/9.js', 'about.html'])
  expect(paths(filterFiles(files, 'all', 'CSS/'))).toEqual(['css/a.css'])
})
