import { Writable } from 'node:stream'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { REQUEST_ID_HEADER } from '#shared/errors/envelope.ts'
import type { ServerDeps } from '#server/deps.ts'
import { metricsOf } from '#server/observe/metricsOf.ts'
import { logRequests } from './requestLog.ts'

it('each answer has its id, a line, a count and its time', async () => {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(bytes: Buffer, _encoding, done) {
      const line = JSON.parse(bytes.toString()) as Record<string, unknown>
      if (line.msg === 'request') lines.push(line)
      done()
    },
  })
  const deps = {} as ServerDeps
  const loggerInstance: FastifyBaseLogger = pino(stream)
  const app = Fastify({ loggerInstance, genReqId: () => 'r-1' })
  logRequests(app, deps)
  const status = (code: number) => ({ config: { operation: 'account.login' }, code })
  for (const code of [200, 299, 300, 401]) {
    const { config } = status(code)
    app.get(`/login/${code}`, { config }, async (_request, reply) => reply.status(code).send('x'))
  }
  app.get('/auto', { config: { operation: 'account.autoLogin' } }, async () => 'x')
  app.get('/page', { config: { operation: 'content.page' } }, async () => 'x')
  app.get('/plain', async () => 'x')
  const asked = ['/login/200', '/login/299', '/login/300', '/login/401', '/auto', '/page?secret=1', '/plain', '/none']
  for (const url of asked) expect((await app.inject(url)).headers[REQUEST_ID_HEADER.toLowerCase()]).toBe('r-1')
  const page = lines.find(({ path }) => path === '/page')
  expect(page).toEqual({
    level: 30,
    time: expect.any(Number),
    pid: process.pid,
    hostname: expect.any(String),
    reqId: 'r-1',
    operation: 'content.page',
    method: 'GET',
    path: '/page',
    status: 200,
    ms: expect.any(Number),
    ip: '127.0.0.1',
    msg: 'request',
  })
  expect(lines.map(({ operation }) => operation).slice(5)).toEqual(['content.page', 'other', 'none'])
  const { requests, requestTime, signIns } = metricsOf(deps)
  expect((await signIns.get()).values).toEqual([
    { labels: { outcome: 'ok' }, value: 3 },
    { labels: { outcome: 'failed' }, value: 2 },
  ])
  expect((await requests.get()).values).toEqual([
    { labels: { operation: 'account.login', status: 200 }, value: 1 },
    { labels: { operation: 'account.login', status: 299 }, value: 1 },
    { labels: { operation: 'account.login', status: 300 }, value: 1 },
    { labels: { operation: 'account.login', status: 401 }, value: 1 },
    { labels: { operation: 'account.autoLogin', status: 200 }, value: 1 },
    { labels: { operation: 'content.page', status: 200 }, value: 1 },
    { labels: { operation: 'other', status: 200 }, value: 1 },
    { labels: { operation: 'none', status: 404 }, value: 1 },
  ])
  const { values } = await requestTime.get()
  const ofPage = (name: string) =>
    values.find((value) => value.metricName?.endsWith(name) && value.labels.operation === 'content.page')?.value
  expect(ofPage('_count')).toBe(1)
  // Seconds, as the line has milliseconds.
  expect(ofPage('_sum')).toBeLessThanOrEqual((Number(page?.ms) + 1) / 1000)
})
