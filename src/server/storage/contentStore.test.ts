import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesKey } from '#server/db/bytesKey.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { buildTemplateRow, embeddedPlace, type StorePlace } from '#tests/builders/storePlaces.ts'
import { TemplateChange } from './templates/templateChange.ts'

describe('bytes by their hash', () => {
  let now = new Date('2026-11-01T08:00:00')
  let place: StorePlace
  beforeAll(async () => {
    place = await embeddedPlace(() => now)
  })
  afterAll(() => place.close())

  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
  const put = async (text: string): Promise<string> => {
    const sha256 = hashOf(text)
    await place.contents.putBytes([{ sha256, bytes: Buffer.from(text) }])
    return sha256
  }
  const fileOf = async (text: string): Promise<string> => {
    const file = join(place.dir, `file-${hashOf(text)}`)
    await writeFile(file, text)
    return file
  }
  const rowOf = (sha256: string) =>
    place.db.selectFrom('stored_content').selectAll().where('sha256', '=', sha256).executeTakeFirst()
  const isThere = async (sha256: string): Promise<boolean> =>
    (await rowOf(sha256)) !== undefined && (await place.blobs.has(bytesKey(sha256)))
  const later = (ms: number): void => void (now = new Date(now.getTime() + ms))

  it('are sent once, and again when they are gone from the store; a row of another content stays as it is', async () => {
    const [one, other] = [await put('one'), await put('other')]
    const before = await rowOf(other)
    expect(await rowOf(one)).toMatchObject({ size: 3, isStored: 1, touchTime: now.getTime() })
    later(5)
    // The file is not looked at while the bytes are there.
    await place.contents.put([{ sha256: one, size: 3, file: join(place.dir, 'not there') }])
    expect((await rowOf(one))?.touchTime).toBe(now.getTime())
    await place.blobs.remove(bytesKey(one))
    expect(await place.contents.has(one)).toBe(false)
    await place.contents.put([{ sha256: one, size: 3, file: await fileOf('one') }])
    expect([await isThere(one), await place.contents.has(one), await place.contents.has(hashOf('nothing'))]).toEqual([
      true,
      true,
      false,
    ])
    expect(await rowOf(other)).toEqual(before)
    expect((await place.contents.read({ sha256: one, size: 3 }, 'a.css')).toString()).toBe('one')
  })

  it('that failed to arrive are not held', async () => {
    await put('good')
    await expect(
      place.contents.put([{ sha256: hashOf('bad'), size: 3, file: join(place.dir, 'not there') }]),
    ).rejects.toMatchObject({ code: 'not-found' })
    const states = [await rowOf(hashOf('good')), await rowOf(hashOf('bad'))].map((row) => row?.isStored)
    expect(states).toEqual([1, 0])
    await place.db.transaction().execute(async (tx) => {
      await place.contents.lockExisting(tx, [hashOf('good'), hashOf('good')])
      await place.contents.lockExisting(tx, [])
      await expect(place.contents.lockExisting(tx, [hashOf('good'), hashOf('bad')])).rejects.toMatchObject({
        code: 'unavailable',
      })
    })
  })

  it('that a power cut truncated before they were recorded are written again, from bytes and from a file', async () => {
    const sha256 = await put('cut short')
    const file = await place.contents.file(sha256, 'a.css')
    const cut = async (): Promise<void> => {
      await writeFile(file, 'cut')
      await place.db.updateTable('stored_content').set({ isStored: 0 }).where('sha256', '=', sha256).execute()
    }
    await cut()
    await place.contents.put([{ sha256, size: 9, file: await fileOf('cut short') }])
    expect((await place.contents.readVerified(sha256))?.toString()).toBe('cut short')
    await cut()
    await put('cut short')
    expect((await place.contents.readVerified(sha256))?.toString()).toBe('cut short')
  })

  it('are read whole only while they are what their hash says', async () => {
    const sha256 = await put('as written')
    expect((await place.contents.readVerified(sha256))?.toString()).toBe('as written')
    await writeFile(await place.contents.file(sha256, 'a.css'), 'damaged')
    expect(await place.contents.readVerified(sha256)).toBeNull()
    expect(await place.contents.readVerified(hashOf('nothing'))).toBeNull()
  })

  it('go a day after nothing named them last: no file, version or state of a template, no built page', async () => {
    const [loose, named, page, record, version, lost, state] = [
      await put('loose'),
      await put('named'),
      await put('page'),
      await put('record'),
      await put('version'),
      await put('lost'),
      await put('state'),
    ]
    const { db, contents } = place
    const templateId = await buildTemplateRow(db, 't')
    const stamp = { version: 1, changedBy: '', machine: '' }
    await db.transaction().execute(async (tx) => {
      const change = new TemplateChange({ db: tx, contents, templateId, stamp, time: now.getTime() })
      await change.write('a.css', { sha256: named, size: 5 })
      await change.finish()
    })
    const revision = { templateId, path: 'a.css', kind: 'save', size: 1, createTime: 1, endTime: 2 } as const
    const author = { createdBy: '', machine: '', note: '' }
    await db
      .insertInto('template_revision')
      .values([
        { ...revision, ...author, sha256: version, kept: 1 },
        { ...revision, ...author, sha256: lost, kept: 0 },
      ])
      .execute()
    const moment = await db
      .insertInto('template_moment')
      .values({ templateId, kind: 'publish', createTime: 1, createdBy: '', files: 1, changed: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('template_moment_file')
      .values({ momentId: moment.id, path: 'b.css', kind: 'file', size: 5, sha256: state, after: null })
      .execute()
    await db
      .insertInto('site_file')
      .values({ siteId: 1, path: 'a.html', revision: '', size: 4, sha256: page })
      .execute()
    await db.insertInto('static_site').values({ siteId: 1, record }).execute()
    later(DAY_MS)
    await place.contents.prune(now)
    expect(await isThere(loose), 'a day is not over').toBe(true)
    later(1)
    const fresh = await put('fresh')
    await place.contents.prune(now)
    const there = await Promise.all([loose, lost, named, page, record, version, state, fresh].map(isThere))
    expect(there).toEqual([false, false, true, true, true, true, true, true])
  })

  it('that are gone from the store are named by their file', async () => {
    const lost = await put('lost')
    await place.blobs.remove(bytesKey(lost))
    await rm(join(place.dir, 'cache'), { recursive: true, force: true })
    await expect(place.contents.read({ sha256: lost, size: 4 }, 'a.css')).rejects.toMatchObject({
      code: 'not-found',
      message: '“a.css”的内容不在文件存储中，请联系管理员检查文件存储，或从备份恢复',
    })
  })
})
