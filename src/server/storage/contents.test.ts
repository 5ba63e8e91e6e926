import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesKey } from '#server/db/bytesKey.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { embeddedContents } from '#tests/builders/templateStores.ts'
import { formatPath, parsePath } from './path.ts'
import { newRow } from './shared/rows.ts'

describe('bytes by their hash', () => {
  let now = new Date('2026-11-01T08:00:00')
  let place: Awaited<ReturnType<typeof embeddedContents>>
  beforeAll(async () => {
    place = await embeddedContents(() => now)
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
  const kept = () => place.contents.kept(async ({ path }) => hashOf(formatPath(path)))

  it('are sent once, and again when they are gone from the store; a row of another content stays as it is', async () => {
    const [one, other] = [await put('one'), await put('other')]
    const before = await rowOf(other)
    expect(await rowOf(one)).toMatchObject({ size: 3, isStored: 1, keptTime: null, touchTime: now.getTime() })
    later(5)
    let asked = 0
    const again = { sha256: one, size: 3, file: async () => ((asked += 1), fileOf('one')) }
    await place.contents.put([again])
    expect([asked, (await rowOf(one))?.touchTime]).toEqual([0, now.getTime()])
    await place.blobs.remove(bytesKey(one))
    await place.contents.put([again])
    expect([asked, await isThere(one)]).toEqual([1, true])
    expect(await rowOf(other)).toEqual(before)
    expect((await place.contents.read(one, 'a.css')).toString()).toBe('one')
  })

  it('of a file are sent when it still holds them', async () => {
    expect(await place.contents.putFile(await fileOf('as said'), hashOf('something else'))).toBe(false)
    expect(await isThere(hashOf('as said'))).toBe(false)
    expect(await place.contents.putFile(await fileOf('as said'), hashOf('as said'))).toBe(true)
    expect(await isThere(hashOf('as said'))).toBe(true)
  })

  it('that failed to arrive are not held; those that were sent before the failure are', async () => {
    const [good, bad] = ['good', 'bad'].map((text) => ({
      sha256: hashOf(text),
      size: text.length,
      file: () => fileOf(text),
    }))
    const broken = { ...bad, sha256: bad?.sha256 ?? '', size: 3, file: () => Promise.reject(new Error('no room')) }
    await expect(place.contents.put([good as typeof broken, broken])).rejects.toThrow('no room')
    const states = [await rowOf(hashOf('good')), await rowOf(hashOf('bad'))].map((row) => row?.isStored)
    expect(states).toEqual([1, 0])
    await place.db.transaction().execute(async (tx) => {
      await place.contents.hold(tx, [hashOf('good'), hashOf('good')])
      await place.contents.hold(tx, [])
      await expect(place.contents.hold(tx, [hashOf('good'), hashOf('bad')])).rejects.toMatchObject({
        code: 'unavailable',
      })
    })
  })

  it('go a day after nothing named them last, unless they are kept', async () => {
    const [loose, named, page, record, keptOne] = [
      await put('loose'),
      await put('named'),
      await put('page'),
      await put('record'),
      await put('kept'),
    ]
    expect(await kept().keep(await fileOf('kept'), keptOne)).toBe(true)
    const { db } = place
    await db
      .insertInto('template_file')
      .values(newRow(parsePath('t/a.css'), { sha256: named, size: 5 }))
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
    const there = await Promise.all([loose, named, page, record, keptOne, fresh].map(isThere))
    expect(there).toEqual([false, true, true, true, true, true])
  })

  it('are kept by their own hash alone, as long as somebody asks for them', async () => {
    const [one, other] = [await put('kept one'), await put('kept other')]
    expect(await kept().has(one)).toBe(false)
    await expect(kept().file(one)).rejects.toMatchObject({ code: 'not-found' })
    expect(await kept().keep(await fileOf('kept one'), one)).toBe(true)
    expect(await kept().keep(await fileOf('kept one'), other), 'the file holds something else').toBe(false)
    expect([await kept().has(one), await kept().has(other), await kept().has(hashOf('nothing'))]).toEqual([
      true,
      false,
      false,
    ])
    const begun = now.getTime()
    later(10)
    await kept().keepGoing({ path: parsePath('kept other') }, hashOf('not there'))
    expect((await rowOf(other))?.keptTime, 'what stands at the path instead').toBe(now.getTime())
    expect((await rowOf(one))?.keptTime).toBe(begun)
    const untouched = async (time: number): Promise<string[]> => {
      const found: string[] = []
      for await (const sha256 of kept().untouchedSince(new Date(time))) found.push(sha256)
      return found
    }
    expect(await untouched(begun)).not.toContain(one)
    expect(await untouched(begun + 1)).toContain(one)
    expect(await untouched(begun + 1)).not.toContain(other)
    expect(await kept().has(one)).toBe(true)
    expect(await rowOf(one)).toMatchObject({ keptTime: now.getTime(), touchTime: now.getTime() })
    await kept().remove(one)
    expect([await kept().has(one), await kept().has(other)]).toEqual([false, true])
    expect(await isThere(one), 'until it is swept').toBe(true)
  })

  it('that are gone from the store are named by their file', async () => {
    const lost = await put('lost')
    await place.blobs.remove(bytesKey(lost))
    await rm(join(place.dir, 'cache'), { recursive: true })
    await expect(place.contents.read(lost, 'a.css')).rejects.toMatchObject({
      code: 'not-found',
      message: '“a.css”的内容不在文件存储中，请联系管理员检查存储桶，或从备份恢复',
    })
  })
})
