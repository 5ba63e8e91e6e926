import { expect, it } from 'vitest'
import { engineOf } from '#server/db/dialect.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const [FEW, MANY] = [2, 12]

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
    for (const [name, work] of Object.entries(works)) {
      const many = await asked(work, all)
      // The former state again, for a few of them.
      if (name === 'publish') await works.unpublish(all.slice(0, FEW))
      if (name === 'unpublish') await works.publish(all.slice(0, FEW))
      const few = await asked(work, all.slice(0, FEW))
      // Whatever the server asks by itself meanwhile is less than one statement for each further entry.
      if (!grows.includes(name)) expect(many - few, name).toBeLessThan((MANY - FEW) / 2)
    }
    const rows = await server.deps.db
      .selectFrom('content')
      .select(['version', 'isStatus'])
      .where('classId', '=', classId)
      .where('id', 'in', all.slice(FEW))
      .execute()
    expect(rows).toEqual(Array.from({ length: MANY - FEW }, () => ({ version: 5, isStatus: 0 })))
  })
})
