import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bytesKey } from '#server/db/bytesKey.ts'
import { ownerlessJob } from '#server/jobs/queue.ts'
import { embeddedPlace } from '#tests/builders/storePlaces.ts'
import { SWEPT_KINDS, type SweptKind } from './sweptKinds.ts'

let place: Awaited<ReturnType<typeof embeddedPlace>>
beforeAll(async () => {
  place = await embeddedPlace(() => new Date())
})
afterAll(() => place.close())

const areaOf = (key: string): SweptKind | undefined => SWEPT_KINDS.find(({ pattern }) => pattern.test(key))
async function put(key: string): Promise<string> {
  const file = await place.blobs.tempFile()
  await writeFile(file, 'bytes')
  await place.blobs.store({ file, size: 5 }, key)
  return key
}
/** What is named of these keys, which are of one kind. */
const named = async (...keys: string[]): Promise<string[]> =>
  [...((await areaOf(keys[0] ?? '')?.findReferenced(place, keys)) ?? [])].toSorted()
/** Frees bytes; are they gone, and did it say so? */
async function free(key: string): Promise<[said: boolean | undefined, isGone: boolean]> {
  const said = await areaOf(key)?.deleteOrphan(place, key)
  return [said, !(await place.blobs.has(key))]
}
const sha256 = (letters: string): string => letters.padEnd(64, '0')

it.each([
  ['content/aa/aaaa', 0],
  ['2020/01/0123.png', 0],
  [bytesKey(sha256('ab')), 1],
  ['kept/sheets/a.xlsx', 2],
  ['parts/one/0-9', 3],
  ['backups/data/backup-1/database/account.ndjson', 4],
  ['rights/tried', 5],
  ['bytes/ab/short', -1],
  ['parts/one', -1],
  ['backups/marks/backup-1.json', -1],
  ['of-somebody-else/a', -1],
])('%s is of the kind %i', (key, kind) => {
  expect(SWEPT_KINDS.findIndex((area) => area === areaOf(key))).toBe(kind)
})

it('uploads and contents stay while a row names them, and leave no row behind when they go', async () => {
  const { db } = place
  const [one, other] = [await put('content/aa/one'), await put('content/aa/other')]
  await db.insertInto('blob').values({ blobKey: one, isStored: 1, touchTime: 5 }).execute()
  expect(await named(one, other)).toEqual([one])
  expect([await free(one), await free(other)]).toEqual([
    [false, false],
    [true, true],
  ])
  expect(await db.selectFrom('blob').selectAll().execute()).toEqual([{ blobKey: one, isStored: 1, touchTime: 5 }])
  const [kept, loose] = [await put(bytesKey(sha256('ab'))), await put(bytesKey(sha256('cd')))]
  const row = { sha256: sha256('ab'), size: 5, isStored: 1, touchTime: 5 } as const
  await db.insertInto('stored_content').values(row).execute()
  expect(await named(kept, loose)).toEqual([kept])
  expect([await free(kept), await free(loose)]).toEqual([
    [false, false],
    [true, true],
  ])
  expect(await db.selectFrom('stored_content').selectAll().execute()).toEqual([row])
})

it('files for a time, chunks and tries stay while something names them', async () => {
  const { db } = place
  const [sheet, gone] = [await put('kept/sheets/a.xlsx'), await put('kept/sheets/b.xlsx')]
  const file = { fileKey: sheet, size: 5, endTime: 9 }
  await db.insertInto('kept_file').values(file).execute()
  expect(await named(sheet, gone)).toEqual([sheet])
  const [going, written, left] = [
    await put('parts/going/0-9'),
    await put('parts/of-row/0-9'),
    await put('parts/left/0-9'),
  ]
  const session = { sessionKey: 'k', partFile: 'going', received: '[]', failure: '', attachmentId: null, touchTime: 1 }
  const { id } = await db.insertInto('upload_session').values(session).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('upload_part').values({ sessionId: id, startAt: 0, endAt: 9, blobKey: written }).execute()
  expect(await named(going, written, left)).toEqual([going, written])
  const tried = await put('rights/tried')
  expect(await named(tried)).toEqual([])
  const freed = await Promise.all([sheet, gone, going, written, left, tried].map(free))
  expect(freed).toEqual([
    [false, false],
    [true, true],
    [false, false],
    [false, false],
    [true, true],
    [true, true],
  ])
})

it('files of a backup stay while it has its mark, and all of them while one is being made', async () => {
  const { db } = place
  const [whole, half] = [await put('backups/data/one/a.ndjson'), await put('backups/data/two/a.ndjson')]
  await put('backups/marks/one.json')
  expect(await named(whole, half)).toEqual([whole])
  const job = ownerlessJob({ kind: 'server.backup', title: '', siteId: 0, input: {} }, new Date())
  const { id } = await db.insertInto('job').values(job).returning('id').executeTakeFirstOrThrow()
  expect(await named(whole, half), 'it only waits').toEqual([whole])
  await db.updateTable('job').set({ state: 'running' }).where('id', '=', id).execute()
  expect(await named(whole, half)).toEqual([whole, half])
  await db.updateTable('job').set({ state: 'done' }).where('id', '=', id).execute()
  await db
    .insertInto('job')
    .values({ ...job, kind: 'site.export', state: 'running' })
    .execute()
  expect([await free(whole), await free(half)]).toEqual([
    [false, false],
    [true, true],
  ])
})
