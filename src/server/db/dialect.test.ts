import { type AddressInfo, createServer, type Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { embeddedFile, openDatabase, countConnections } from './connect.ts'
import { advanceIdSequence, classifyDatabaseError, engineOf } from './dialect.ts'
import { readSequences } from './exportTables.ts'
import { ensureSetting } from './settings.ts'
import { contains } from './search.ts'

onBothDatabases('data layer', (server) => {
  const role = (title: string, id?: number) =>
    server()
      .deps.db.insertInto('role')
      .values({ title, createTime: 1, ...(id && { id }) })
      .returning('id')
      .executeTakeFirstOrThrow()

  it('keeps transactions apart: none sees the half of another', async () => {
    const { db } = server().deps
    const read = async () =>
      Number((await db.selectFrom('setting').select('value').where('name', '=', 'n').executeTakeFirst())?.value)
    await db.insertInto('setting').values({ name: 'n', value: '0' }).execute()
    const add = () =>
      db.transaction().execute(async (trx) => {
        await trx
          .updateTable('setting')
          .set({ value: sql`cast(value as integer) + 1` })
          .where('name', '=', 'n')
          .execute()
        await trx.selectFrom('site').selectAll().execute()
        await trx
          .updateTable('setting')
          .set({ value: sql`cast(value as integer) + 1` })
          .where('name', '=', 'n')
          .execute()
      })
    const reads = Array.from({ length: 20 }, read)
    await Promise.all([...Array.from({ length: 20 }, add), ...reads])
    expect((await Promise.all(reads)).every((n) => n % 2 === 0)).toBe(true)
    expect(await read()).toBe(40)
  })
  it('rolls back all of a failed transaction', async () => {
    const { db } = server().deps
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto('setting').values({ name: 'lost', value: '1' }).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await db.selectFrom('setting').selectAll().where('name', '=', 'lost').execute()).toEqual([])
  })
  it('shows why a transaction failed, also when the embedded database has taken it back by itself, as on a full disk', async () => {
    const { db } = server().deps
    if (engineOf(db) === 'postgres') return
    await db.insertInto('setting').values({ name: 'once', value: '1' }).execute()
    const ending = db
      .transaction()
      .execute((tx) => sql`insert or rollback into setting (name, value) values ('once', '2')`.execute(tx))
    await expect(ending).rejects.toThrow(/UNIQUE/)
  })
  it('distinguishes a file locked by another program from a fault', async () => {
    const { db, dataDir } = server().deps
    if (engineOf(db) === 'postgres') return
    const other = new DatabaseSync(embeddedFile(dataDir))
    other.exec('begin immediate')
    try {
      const failed: unknown = await db
        .connection()
        .execute(async (connection) => {
          await sql`pragma busy_timeout = 0`.execute(connection)
          try {
            await connection.insertInto('setting').values({ name: 'held', value: '1' }).execute()
          } finally {
            await sql`pragma busy_timeout = 5000`.execute(connection)
          }
        })
        .catch((error: unknown) => error)
      expect(classifyDatabaseError(failed)).toBe('away')
    } finally {
      other.close()
    }
  })
  it('says of a connection that was lost in a transaction that the database is away, however often it is asked', async () => {
    const { db } = server().deps
    if (engineOf(db) === 'sqlite') return
    const asked = await db
      .transaction()
      .execute(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db)
        await expect(sql`select 1`.execute(tx)).rejects.toThrow()
        // What is asked after it fails by itself, and says so in words alone.
        await sql`select 1`.execute(tx)
      })
      .catch((error: unknown) => error)
    expect(classifyDatabaseError(asked)).toBe('away')
  })
  it('names what it reads, also after the table has changed and where two columns have one name', async () => {
    const { db } = server().deps
    const all = async () => (await sql`select * from probe`.execute(db)).rows
    await sql`create table probe (a integer, "2" text, b integer)`.execute(db)
    await sql`insert into probe values (1, 'two', 3)`.execute(db)
    expect(await all()).toEqual([{ a: 1, '2': 'two', b: 3 }])
    await sql`alter table probe rename column a to c`.execute(db)
    await sql`alter table probe add column d text default 'new'`.execute(db)
    expect(await all()).toEqual([{ c: 1, '2': 'two', b: 3, d: 'new' }])
    expect((await sql`select c, b as c, d from probe`.execute(db)).rows).toEqual([{ c: 3, d: 'new' }])
    await sql`drop table probe`.execute(db)
  })
  it('never gives out an id twice, also after rows with their own ids', async () => {
    await role('given', 500)
    await advanceIdSequence(server().deps.db, 'role', 300)
    const { id } = await role('next')
    expect(id).toBe(501)
    await server().deps.db.deleteFrom('role').where('id', '=', id).execute()
    expect((await role('after')).id).toBe(502)
  })
  it('shows where a sequence stands before it is used, so that copies go on there', async () => {
    const { db } = server().deps
    await advanceIdSequence(db, 'role', 700)
    if (engineOf(db) === 'postgres') expect(await readSequences(db)).toMatchObject({ role_id_seq: 699 })
    expect((await role('continued')).id).toBe(700)
  })
  it('refuses a row whose parent is not there', async () => {
    const row = { roleId: 9999, siteId: 1, menuId: 1, settings: '[]' }
    await expect(server().deps.db.insertInto('role_grant').values(row).execute()).rejects.toThrow(/foreign key/i)
  })
  it('answers counts and times as numbers', async () => {
    const row = await server()
      .deps.db.selectFrom('site')
      .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.max('createTime').as('at')])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ n: 2, at: expect.any(Number) })
  })
  it('settles a value once for all who race for it', async () => {
    const values = Array.from({ length: 10 }, (_, i) => ensureSetting(server().deps.db, 'race', async () => String(i)))
    expect(new Set(await Promise.all(values)).size).toBe(1)
  })
  it('finds a part of a text, letters of either case, signs as themselves', async () => {
    await role('100%_Done\\')
    const find = (key: string) =>
      server()
        .deps.db.selectFrom('role')
        .select('title')
        .where((eb) => contains([eb.ref('title')], key))
        .execute()
    expect(await find('%_dONE\\')).toEqual([{ title: '100%_Done\\' }])
    expect(await find('1__%')).toEqual([])
    expect(await find('管理')).toEqual([{ title: '超级管理员' }])
    await role('Ａ股 Ärzte')
    for (const key of ['Ａ股', 'ａ股', 'ärzte', 'ÄRZTE'])
      expect([key, await find(key)]).toEqual([key, [{ title: 'Ａ股 Ärzte' }]])
  })
})

it('a PostgreSQL that takes connections and answers nothing keeps no place in the pool', async () => {
  const sockets = new Set<Socket>()
  // Signed in, ready for a query.
  const welcome = Buffer.from('5200000008000000005a0000000549', 'hex')
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.once('data', () => socket.write(welcome))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const db = openDatabase({
    dataDir: '',
    databaseUrl: `postgresql://x@127.0.0.1:${port}/x?sslmode=disable`,
    queryTimeoutMs: 100,
  })
  try {
    for (let time = 0; time < 12; time++) await expect(sql`select 1`.execute(db)).rejects.toThrow(/timeout/i)
    expect(countConnections(db)).toMatchObject({ total: 0, waiting: 0 })
  } finally {
    for (const socket of sockets) socket.destroy()
    await db.destroy()
    server.close()
  }
})
