import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { createRestorePoints, type RestorePoints, RESTORE_POINTS_SCHEMA } from './restorePoints.ts'

const DAY = 24 * 3600 * 1000
const MB = 1024 * 1024
const now = new Date('2026-11-28T03:00:00Z')
let database: DatabaseSync
let moments: RestorePoints
beforeEach(() => {
  database = new DatabaseSync(':memory:')
  database.exec(`${RESTORE_POINTS_SCHEMA}
    create table texts (sha256 text primary key, bytes blob not null);
    create table base (path text primary key, sha256 text not null);`)
  moments = createRestorePoints(database)
})

const file = (sha256: string) => ({ kind: 'file', sha256, size: 1 }) as const
/** A sync so many ms ago that replaced a file of this content. */
function replaced(id: string, ago: number, sha256: string): void {
  moments.begin(id, new Date(now.getTime() - ago), 'sync')
  moments.record({ path: 'a.css', side: 'local', by: '', before: file(sha256), after: file('new') })
}
const text = (sha256: string, bytes: number): void =>
  void database.prepare('insert into texts values (?, zeroblob(?))').run(sha256, bytes)
const left = (): string[] => moments.list().map(({ id }) => id)

test('[S20] a moment can be put back for thirty days, and what it needs stays as long', () => {
  replaced('older', 30 * DAY + 1, 'one')
  replaced('old', 30 * DAY, 'two')
  replaced('new', 0, 'three')
  moments.prune(now)
  expect(left()).toEqual(['new', 'old'])
  expect([...moments.findNeededHashes()].toSorted()).toEqual(['three', 'two'])
  expect(moments.files('older')).toEqual([])
})

test('the newest 500 moments stay', () => {
  for (let n = 0; n < 502; n++) replaced(`${n}`, (502 - n) * 1000, `${n}`)
  moments.prune(now)
  expect(moments.list()).toHaveLength(500)
  expect(left().at(-1)).toBe('2')
})

test('texts that only moments need take 200 MB at most; the older half goes, the last moment never', () => {
  for (const [n, id] of ['1', '2', '3', '4'].entries()) replaced(id, (4 - n) * 1000, id)
  for (const id of ['1', '2', '3', '4']) text(id, 50 * MB)
  moments.prune(now)
  expect(left()).toEqual(['4', '3', '2', '1'])
  text('more', 1)
  moments.begin('5', now, 'sync')
  moments.record({ path: 'b.css', side: 'local', by: '', before: file('more'), after: null })
  moments.prune(now)
  expect(left()).toEqual(['5', '4'])
})

test('a text that is the base’s does not count', () => {
  replaced('1', 2000, 'large')
  replaced('2', 1000, 'other')
  text('large', 201 * MB)
  database.exec(`insert into base values ('a.css', 'large')`)
  moments.prune(now)
  expect(left()).toEqual(['2', '1'])
  database.exec('delete from base')
  moments.prune(now)
  expect(left()).toEqual(['2'])
})
