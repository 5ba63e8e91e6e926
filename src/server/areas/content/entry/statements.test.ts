import { expect, it } from 'vitest'
import { engineOf } from '#server/db/dialect.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const [FEW, MANY, ROUNDS] = [2, 12, 3]

onBothDatabases('batches of entries', (_server, start) => {
  it('ask the database no more often for many entries than for a few', async () => {
    let statements = 0
    const server = await start({ runsJobs: false, isClockStill: true, onQuery: () => void (statements += 1) })
    const admin = await server.as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id: toMenuId } = await emptyColumn(admin)
    const all: number[] = []
    for (let at = 0; at < MANY; at++) all.push((await saveArticle(admin, classId, {}, { isStatus: false })).id)
    const works = {
      copy: (ids: number[]) => admin.ok('content.copy', { classId, copyIdsFrom: ids, toMenuId }),
      publish: (idList: number[]) => admin.ok('content.publish', { classId, idList }),
      unpublish: (idList: number[]) => admin.ok('content.unpublish', { classId, idList }),
    }
    const asked = async (work: (ids: number[]) => Promise<unknown>, ids: number[]): Promise<number> => {
      const before = statements
      await work(ids)
      return statements - before
    }
    // What is read once and remembered is read now.
    for (const work of Object.values(works)) await work(all)
    // The index of words of the embedded database is written entry by entry.
    const grows = engineOf(server.deps.db) === 'sqlite' ? ['copy'] : []
    const least = { many: new Map<string, number>(), few: new Map<string, number>() }
    const note = (of: Map<string, number>, name: string, count: number) =>
      of.set(name, Math.min(count, of.get(name) ?? Infinity))
    // The least of several rounds: what the server asks by itself meanwhile is not counted.
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, work] of Object.entries(works)) {
        note(least.many, name, await asked(work, all))
        // The former state again, for a few of them.
        if (name === 'publish') await works.unpublish(all.slice(0, FEW))
        if (name === 'unpublish') await works.publish(all.slice(0, FEW))
        note(least.few, name, await asked(work, all.slice(0, FEW)))
      }
    for (const [name, many] of least.many)
      if (!grows.includes(name)) expect(many - (least.few.get(name) ?? 0), name).toBeLessThan((MANY - FEW) / 2)
    const rows = await server.deps.db
      .selectFrom('content')
      .select(['version', 'isStatus'])
      .where('classId', '=', classId)
      .where('id', 'in', all.slice(FEW))
      .execute()
    expect(rows).toEqual(Array.from({ length: MANY - FEW }, () => ({ version: 3 + 2 * ROUNDS, isStatus: 0 })))
  })
})
