import { Agent, get } from 'node:http'
import { expect, it } from 'vitest'
import { lifecycleOf } from '#server/observe/lifecycle.ts'
import { onBothDatabases } from './harness/onBothDatabases.ts'

onBothDatabases('probes', (server, start) => {
  it('say that the process answers and that it takes requests', async () => {
    expect(await (await server().nobody.fetch('health')).json()).toEqual({ status: 'ok' })
    const ready = await server().nobody.fetch('ready')
    expect(ready.status).toBe(200)
    expect(await ready.json()).toEqual({
      status: 'ready',
      parts: { database: true, migrations: true, store: true },
      problems: [],
    })
  })
  it('turn away from a server whose database is gone or that stops', async () => {
    const stopping = await start()
    lifecycleOf(stopping.deps).stop()
    const answer = await stopping.nobody.fetch('ready')
    expect([answer.status, await answer.json()]).toMatchObject([503, { status: 'stopping' }])
    expect((await stopping.nobody.fetch('health')).status).toBe(200)
    const broken = await start()
    await broken.deps.db.schema.dropTable('kysely_migration').execute()
    const failing = await broken.nobody.fetch('ready')
    expect([failing.status, await failing.json()]).toMatchObject([
      503,
      { status: 'failing', parts: { migrations: false } },
    ])
  })
  it('count requests, sign-ins, jobs, statements and the store', async () => {
    const { nobody } = server()
    await server().as('admin')
    await nobody.call('account.autoLogin', { token: 'wrong' })
    await nobody.fetch('ready')
    const text = await (await nobody.fetch('metrics')).text()
    expect(text).toMatch(/sitecraft_http_requests_total\{operation="account.autoLogin",status="200"\} [1-9]/)
    expect(text).toMatch(/sitecraft_http_request_duration_seconds_count\{operation="account.autoLogin"\} [2-9]/)
    expect(text).toContain('sitecraft_sign_ins_total{outcome="failed"} 1')
    expect(text).toMatch(/sitecraft_store_duration_seconds_count\{call="has",outcome="ok"\} [1-9]/)
    expect(text).toMatch(/sitecraft_sessions [1-9]/)
    expect(text).toMatch(/sitecraft_database_connections\{state="total"\} [1-9]/)
    expect(text).toContain('sitecraft_job_oldest_wait_seconds 0')
    expect(text).toContain('process_resident_memory_bytes')
  })
  it('show the figures to this machine alone, not to what a proxy on it passes on, or to who has the token', async () => {
    const { nobody } = server()
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
      expect((await nobody.fetch('metrics', { headers: { [name]: '203.0.113.9' } })).status).toBe(404)
    const other = await start()
    other.deps.metricsToken = 'figures-for-prometheus'
    const status = async (authorization?: string) =>
      (await other.nobody.fetch('metrics', authorization ? { headers: { authorization } } : {})).status
    expect(await status()).toBe(404)
    expect(await status('Bearer figures-for-prometheuS')).toBe(404)
    expect(await status('Bearer figures-for-prometheus')).toBe(200)
  })
  it('name every answer, by a name of a trusted proxy or one of their own', async () => {
    const given = { 'x-request-id': 'proxy-0123456789' }
    const idOf = async (which: { nobody: typeof trusting.nobody }, path: string) =>
      (await which.nobody.fetch(path, { headers: given })).headers.get('x-request-id')
    const trusting = await start({ trustedProxies: ['127.0.0.1'] })
    expect(await idOf(trusting, 'health')).toBe('proxy-0123456789')
    const ids = await Promise.all(['health', 'nowhere', 'api/cebest-cms/site/page'].map((path) => idOf(server(), path)))
    for (const id of ids) expect(id).toMatch(/^[2-9A-Z]{12}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })
  it('answer waiting calls at once when the server stops, and ask for a new connection', async () => {
    const stopping = await start()
    const editor = await stopping.as('editor')
    const known = await editor.ok('notice.wait', { after: -1, unread: 0, timeoutMs: 0 })
    const waiting = editor.ok('notice.wait', { after: known.last, unread: known.unread, timeoutMs: 20_000 })
    const since = performance.now()
    lifecycleOf(stopping.deps).stop()
    await waiting
    expect(performance.now() - since).toBeLessThan(10_000)
    const agent = new Agent({ keepAlive: true })
    const connection = await new Promise<string | undefined>((resolve, reject) => {
      get(new URL('health', stopping.url), { agent }, (response) => {
        response.resume()
        resolve(response.headers.connection)
      }).once('error', reject)
    })
    agent.destroy()
    expect(connection).toBe('close')
  })
})
