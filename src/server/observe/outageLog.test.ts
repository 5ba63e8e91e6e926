import { pino } from 'pino'
import { expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { collapseOutages } from './outageLog.ts'

it('logs an unreachable database once per cause and second, and every other error in full', () => {
  const lines: Record<string, unknown>[] = []
  let time = 5000
  const hooks = collapseOutages(() => time)
  const log = pino({ hooks }, { write: (text) => void lines.push(JSON.parse(text) as Record<string, unknown>) })
  const ended = Object.assign(new Error('terminating connection'), { code: '57P01' })
  for (let at = 0; at < 90; at++) log.child({ requestId: at }).error({ err: ended }, 'unexpected error')
  log.error({ err: new AppError('unavailable', '数据库暂时无法连接', { cause: ended }), job: 1 }, 'a job failed')
  log.error({ err: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }, 'polling jobs failed')
  log.error({ err: new Error('a mistake') }, 'unexpected error')
  log.error({ err: new Error('a mistake') }, 'unexpected error')
  time += 1000
  log.error({ err: ended, job: 7 }, 'a job failed')
  expect(lines).toMatchObject([
    { requestId: 0, cause: 'terminating connection', msg: 'unexpected error' },
    { cause: 'refused', msg: 'polling jobs failed' },
    { err: { message: 'a mistake' } },
    { err: { message: 'a mistake' } },
    { job: 7, cause: 'terminating connection', alike: 90, msg: 'a job failed' },
  ])
  expect(lines.filter((line) => 'err' in line)).toHaveLength(2)
})
