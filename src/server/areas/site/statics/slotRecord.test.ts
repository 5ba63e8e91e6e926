import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { BuiltPage } from '#engine/index.ts'
import { readRecordFiles, readRecord, writeRecord } from './slotRecord.ts'

const folder = mkdtempSync(join(tmpdir(), 'sitecraft-record-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// A path with what stands between the parts of a record.
const aPage = (id: number): BuiltPage => ({
  page: { path: `${id},"files":[.html`, kind: 'entry', columnId: 1, entryId: id, number: 1, template: 'detail.html' },
  hash: `hash “${id}”`,
  dependencies: ['site', `entry:${id}`],
  fingerprint: String(id),
  paging: null,
  problem: null,
})

it.each([0, 1, 499, 500, 501, 1000, 1234])('a record of %i pages is read as it was written', (count) => {
  const all = Array.from({ length: count }, (_none, at) => aPage(at))
  const record = {
    pages: new Map(all.map((built) => [built.page.path, built])),
    files: new Map(all.map(({ page, hash }) => [page.path, hash ?? ''])),
  }
  writeRecord(folder, 'a', record)
  expect(readRecord(folder, 'a')).toEqual(record)
  expect(readRecordFiles(folder, 'a')).toEqual(record.files)
})
