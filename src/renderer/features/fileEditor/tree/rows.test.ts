import { describe, expect, it } from 'vitest'
import type { FileEntry } from '#shared/contract/templateFile.ts'
import { type Folder, parentRow, treeRows, type TreeRow } from './rows.ts'

const entry = (path: string, folder = false): FileEntry => ({
  name: path.split('/').at(-1) ?? path,
  path,
  folder,
  file: !folder,
  zip: false,
  size: 0,
  updateTime: '',
})
const folders = new Map<string, Folder>([
  ['t', { entries: [entry('t/css', true), entry('t/img', true), entry('t/index.html')] }],
  ['t/css', { entries: [entry('t/css/a.css')] }],
  ['t/img', { entries: [] }],
])
const lines = (rows: readonly TreeRow[]): string[] =>
  rows.map((row) => `${row.level} ${row.kind === 'entry' ? row.entry.name : row.text}`)

describe('the lines of the editor’s tree', () => {
  it('are the entries of the folders that are open, below their folder', () => {
    expect(lines(treeRows('t', folders, new Set(['t/css'])))).toEqual(['1 css', '2 a.css', '1 img', '1 index.html'])
  })

  it('say what is empty, what loads and what failed', () => {
    const more = new Map(folders).set('t/css', { problem: '没有权限' })
    expect(lines(treeRows('t', more, new Set(['t/css', 't/img'])))).toEqual([
      '1 css',
      '2 没有权限',
      '1 img',
      '2 空文件夹',
      '1 index.html',
    ])
    expect(lines(treeRows('other', folders, new Set()))).toEqual(['1 正在加载…'])
  })

  it('know their folder', () => {
    const rows = treeRows('t', folders, new Set(['t/css']))
    expect([0, 1, 3].map((at) => parentRow(rows, at))).toEqual([0, 0, 3])
  })
})
