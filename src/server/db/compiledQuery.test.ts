import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { createCompiledQuery } from './compiledQuery.ts'

onBothDatabases('a statement that is compiled once', (server) => {
  it('takes the values of each run, in and outside of transactions, and is built once', async () => {
    let built = 0
    const write = createCompiledQuery<{ name: string; value: string }, unknown>((db, place) => {
      built += 1
      const row = { name: place('name'), value: place('value') }
      return db.insertInto('setting').values(row)
    })
    const read = createCompiledQuery<{ name: string }, { name: string; value: string }>((db, place) =>
      db.selectFrom('setting').select(['name', 'value']).where('name', '=', place('name')).limit(1),
    )
    const { db } = server().deps
    await write(db, { name: 'compiled.a', value: '甲' })
    await db.transaction().execute(async (tx) => {
      await write(tx, { name: 'compiled.b', value: "'); drop table setting" })
      expect(await read(tx, { name: 'compiled.b' })).toEqual([{ name: 'compiled.b', value: "'); drop table setting" }])
    })
    await expect(
      db.transaction().execute(async (tx) => {
        await write(tx, { name: 'compiled.c', value: '' })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(built).toBe(1)
    expect(await read(db, { name: 'compiled.a' })).toEqual([{ name: 'compiled.a', value: '甲' }])
    expect(await read(db, { name: 'compiled.c' })).toEqual([])
  })
})
