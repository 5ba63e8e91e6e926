import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import pg from 'pg'
import { databaseGate } from '#tests/fakes/databaseGate.ts'
import { type Cluster, useCluster, whyNoPostgres } from '#tests/integration/server/harness/postgres.ts'
import { listen, LISTENER_NAME, NOTIFY } from './listen.ts'

const times = { answerMs: 2000, pingMs: 50 }

describe.skipIf(whyNoPostgres())('the listening connection', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await useCluster()
  })
  afterAll(() => cluster.stop())

  /** Listens at `url` to what is sent to the database. */
  async function listening(databaseUrl: string, url: string) {
    const sender = new pg.Client(databaseUrl)
    await sender.connect()
    const said = { states: [] as boolean[], payloads: [] as string[], troubles: [] as string[] }
    const send = (payload: string) => sender.query(NOTIFY, [payload])
    const ending = new AbortController()
    const ended = listen(
      {
        url,
        send,
        times,
        onPayload: (payload) => said.payloads.push(payload),
        onState: (isListening) => said.states.push(isListening),
        onError: ({ message }) => said.troubles.push(message),
      },
      ending.signal,
    )
    onTestFinished(async () => {
      ending.abort()
      await ended
      await sender.end()
    })
    return { ...said, send, sender }
  }

  it('receives sent messages except its own probes, and only after the commit', async () => {
    const url = await cluster.createDatabase()
    const { states, payloads, send, sender } = await listening(url, url)
    await expect.poll(() => states).toEqual([true])
    await sender.query('begin')
    await send('given up')
    await sender.query('rollback')
    await sender.query('begin')
    await send('kept')
    await send('kept')
    await sender.query('commit')
    await expect.poll(() => payloads).toEqual(['kept'])
  })

  it('knows when nothing arrives, as behind a pool that hands connections on, and reports it once', async () => {
    const { states, troubles } = await listening(await cluster.createDatabase(), await cluster.createDatabase())
    await expect.poll(() => troubles).toEqual([expect.stringContaining('do not arrive')])
    expect(states).toEqual([])
  })

  it('comes back when it is ended by the database, closed on the way, or silently dropped', async () => {
    const url = await cluster.createDatabase()
    const gate = await databaseGate(url)
    const { states, payloads, troubles, send, sender } = await listening(url, gate.url)
    await expect.poll(() => states).toEqual([true])
    await sender.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
      LISTENER_NAME,
    ])
    await expect.poll(() => states).toEqual([true, false, true])
    gate.close()
    await expect.poll(() => states.length).toBe(4)
    const { came } = gate
    await expect.poll(() => gate.came, { timeout: 15_000 }).toBeGreaterThan(came + 1)
    gate.open()
    await expect.poll(() => states, { timeout: 15_000 }).toEqual([true, false, true, false, true])
    gate.freeze()
    await expect.poll(() => states, { timeout: 15_000 }).toEqual([true, false, true, false, true, false, true])
    await send('heard again')
    await expect.poll(() => payloads).toEqual(['heard again'])
    expect(troubles).toHaveLength(3)
  })
})
