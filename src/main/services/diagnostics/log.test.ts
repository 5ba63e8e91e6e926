import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog, listFullLogs } from './log.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-log-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the log', () => {
  it('writes one line of JSON per entry, at once', async () => {
    const path = join(folder, 'logs', 'host.log')
    const log = createLog(path)
    log.info('一', { a: 1 })
    log.error('二')
    const lines = (await readFile(path, 'utf8')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: '一', a: 1 },
      { msg: '二', level: 50 },
    ])
  })
  it('keeps its size: full parts move aside, and the oldest ones go', async () => {
    const path = join(folder, 'host.log')
    const log = createLog(path, { maxBytes: 300, keep: 3 })
    for (let n = 0; n < 40; n++) log.info(`entry ${n} ${'x'.repeat(40)}`)
    expect((await readFile(path, 'utf8')).length).toBeLessThan(500)
    expect(await readFile(path, 'utf8')).toContain('entry 39')
    const full = listFullLogs(path)
    expect(full).toHaveLength(3)
    expect(await readFile(`${path}.${full[2]}`, 'utf8')).toMatch(/entry 3\d/)
    expect(full[0]).toBeGreaterThan(1)
  })
  it('names the part of the program, and takes secrets out', async () => {
    const path = join(folder, 'host.log')
    createLog(path).area('sync').warn('login ?token=abc123', { password: 'p' })
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      area: 'sync',
      msg: 'login ?token=[已隐藏]',
      password: '[已隐藏]',
    })
  })
  it('goes on when its folder is gone', async () => {
    const path = join(folder, 'logs', 'host.log')
    const log = createLog(path)
    await rm(join(folder, 'logs'), { recursive: true })
    expect(() => log.info('lost')).not.toThrow()
  })
})
