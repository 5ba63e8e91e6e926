import { randomBytes } from 'node:crypto'
import { appendFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Fault, SeenRequest } from '#tests/fakes/faultyProxy.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'
import { type UploadHarness, library, MB, openUploadHarness, sha512 } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const isUpload = ({ method, path }: SeenRequest): boolean => method === 'POST' && path.startsWith('api/upload/')
const answer = (code: number, msg: string, status = code): Fault => ({ status, body: JSON.stringify({ code, msg }) })

/** Breaks the first `times` uploads, or chunks of this number. */
function breaks(
  desk: UploadHarness,
  fault: Fault,
  { times = Infinity, chunk }: { times?: number; chunk?: number } = {},
): void {
  let left = times
  desk.proxy.fault = (request) => {
    if (!isUpload(request) || (chunk && request.query.get('chunkNumber') !== String(chunk)) || left <= 0) return null
    left -= 1
    return fault
  }
}
const one = async (desk: UploadHarness, name: string, content: Buffer | number = 2000) => {
  const [task] = await desk.upload([await desk.file(name, content)])
  return task?.id ?? ''
}
const registered = async (...names: string[]) =>
  (await library(server, ...names)).filter(({ isRegistered }) => isRegistered === 1)

describe('a connection cut in the middle of a chunk', () => {
  it('[P7] [P14] costs that chunk alone: the others are not sent again', async () => {
    const desk = await openUploadHarness(server)
    breaks(desk, { cutAfter: 5 * MB }, { times: 1, chunk: 2 })
    const content = randomBytes(50 * MB)
    const id = await one(desk, '断.zip', content)
    await desk.reaches(id, 'done')
    // Two are sent at a time, each on a connection of its own.
    expect(desk.chunks().slice(0, 2).toSorted()).toEqual(['POST 1', 'POST 2'])
    expect(desk.chunks().slice(2)).toEqual(['GET 1', 'POST 2', 'POST 3'])
    expect(await library(server, '断.zip')).toMatchObject([{ sha512: sha512(content), isRegistered: 1 }])
    await desk.expectNothingLeft()
  })
})

describe('a server that', () => {
  it.each<[string, Fault]>([
    ['is overloaded (503)', { status: 503, body: '<h1>503</h1>', type: 'text/html' }],
    ['answers HTML', { status: 200, body: '<!doctype html><title>nginx</title>', type: 'text/html' }],
    ['says nothing', 'silent'],
    ['asks for patience (429)', answer(429, '操作太频繁，请稍后再试')],
  ])('%s is tried again by itself [P6]', async (what, fault) => {
    const desk = await openUploadHarness(server, { patience: 1000 })
    breaks(desk, fault, { times: 1 })
    const name = `${what.slice(0, 4)}.zip`.replaceAll(' ', '')
    const id = await one(desk, name)
    expect((await desk.reaches(id, 'held')).state).toMatchObject({ reason: 'unreachable' })
    await desk.reaches(id, 'done')
    expect(await registered(name)).toHaveLength(1)
    await desk.expectNothingLeft()
  })
  it.each<[string, Fault, string | RegExp, boolean]>([
    ['500', answer(500, '保存文件失败，请联系管理员'), '保存文件失败，请联系管理员', true],
    ['413', answer(413, '该站点的上传空间不足'), '该站点的上传空间不足', true],
    ['415', answer(415, '“a.zip”的内容和扩展名不一致'), '“a.zip”的内容和扩展名不一致', false],
    ['a proxy’s 413', { status: 413, body: '<h1>413</h1>', type: 'text/html' }, '文件太大，服务器拒绝接收', true],
    ['a proxy’s 404', { status: 404, body: '<h1>404</h1>', type: 'text/html' }, /服务器地址/, true],
    ['a full disk', answer(507, '服务器磁盘空间不足，无法保存上传的文件'), /磁盘空间不足/, true],
  ])('refuses with %s is not asked again by itself [P6]', async (_name, fault, message, retry) => {
    const desk = await openUploadHarness(server)
    breaks(desk, fault)
    const name = `refused-${Math.random()}.zip`
    const id = await one(desk, name)
    const { state } = await desk.reaches(id, 'failed')
    expect(state).toMatchObject({ retry, message: expect.stringMatching(message) as string })
    expect(desk.chunks()).toEqual(['POST 1'])
    desk.proxy.fault = () => null
    await desk.running.call('uploads.retry', { ids: [id] })
    if (!retry) return expect((await desk.task(id))?.state).toEqual(state)
    await desk.reaches(id, 'done')
    expect(await registered(name)).toHaveLength(1)
    await desk.expectNothingLeft()
  })
  it('[A-287] [P9] answers 200 with a failing code shows its own words', async () => {
    const desk = await openUploadHarness(server)
    breaks(desk, answer(400050, '文件名包含敏感词', 200))
    const id = await one(desk, 'word.zip')
    expect((await desk.reaches(id, 'failed')).state).toMatchObject({ message: '文件名包含敏感词', retry: true })
    expect(await library(server, 'word.zip')).toEqual([])
  })
  it('does not answer at all holds all its uploads until it is back', { timeout: 60_000 }, async () => {
    const desk = await openUploadHarness(server, { patience: 1000 })
    await desk.reaches(await one(desk, 'before.zip'), 'done')
    desk.proxy.fault = () => 'silent'
    const paths = await Promise.all([1, 2, 3, 4].map((n) => desk.file(`back${n}.zip`)))
    const tasks = await desk.upload(paths)
    for (const { id } of tasks) {
      expect((await desk.reaches(id, 'held')).state).toMatchObject({ message: '连接不上服务器，恢复后会自动继续上传' })
    }
    desk.proxy.fault = () => null
    for (const { id } of tasks) await desk.reaches(id, 'done')
    expect(await registered(...paths.map((_path, n) => `back${n + 1}.zip`))).toHaveLength(4)
  })
  it('has ended the session: the queue waits for the sign-in and goes on', async () => {
    const desk = await openUploadHarness(server)
    breaks(desk, answer(401, '登录已失效，请重新登录'), { times: 1 })
    const id = await one(desk, 'session.zip')
    expect((await desk.reaches(id, 'held')).state).toMatchObject({
      reason: 'signed-out',
      message: '等待“admin”登录，登录后自动继续上传',
    })
    await desk.signIn()
    await desk.reaches(id, 'done')
    expect(await registered('session.zip')).toHaveLength(1)
  })
  it('loses the answer to the register call is asked once more, and it is registered once [P16]', async () => {
    const desk = await openUploadHarness(server)
    let left = 1
    desk.proxy.fault = ({ path }) => (path.endsWith('attachment/register') && left-- > 0 ? { cutAfter: 1 } : null)
    const id = await one(desk, '登记.zip')
    await desk.reaches(id, 'done')
    expect(desk.chunks()).toEqual(['POST 1'])
    expect(await library(server, '登记.zip')).toMatchObject([{ isRegistered: 1 }])
  })
})

describe('a file that', () => {
  /** Holds chunk 2 back, so that the file can be changed in between. */
  const halfway = async (name: string, then: (path: string, desk: UploadHarness, id: string) => Promise<void>) => {
    const desk = await openUploadHarness(server, { patience: 3000 })
    breaks(desk, 'silent', { times: 1, chunk: 2 })
    const path = await desk.file(name, randomBytes(50 * MB))
    const [task] = await desk.upload([path])
    await expect.poll(() => desk.chunks().includes('POST 2'), { timeout: 20_000 }).toBe(true)
    await then(path, desk, task?.id ?? '')
    await vi.waitFor(async () => expect((await desk.running.call('uploads.list', {})).totals.active).toBe(0), {
      timeout: 30_000,
    })
    return { desk, id: task?.id ?? '' }
  }
  it('changes begins again, and arrives as it is now [P14]', async () => {
    const { desk, id } = await halfway('改.zip', (path) => appendFile(path, 'more'))
    await desk.reaches(id, 'done')
    await desk.expectNothingLeft()
    expect((await library(server, '改.zip')).map(({ size }) => size)).toEqual([50 * MB + 4])
    expect(desk.running.events).toContainEqual({
      event: 'notice',
      payload: { level: 'warning', text: '“改.zip”在上传过程中被修改，已重新开始上传' },
    })
  })
  it('is cut short begins again too', async () => {
    const { desk, id } = await halfway('短.zip', (path) => truncate(path, 3000))
    await desk.reaches(id, 'done')
    expect((await library(server, '短.zip')).map(({ size }) => size)).toEqual([3000])
  })
  it.each([
    ['is deleted', (path: string) => rm(path)],
    ['is renamed', (path: string) => rename(path, `${path}.away`)],
  ])('%s says so, and goes on once it is back', async (what, then) => {
    const name = `gone-${what.slice(3)}.zip`
    const { desk, id } = await halfway(name, (path) => then(path))
    expect((await desk.reaches(id, 'failed')).state).toMatchObject({
      message: expect.stringMatching(new RegExp(`找不到文件“${name}”.*重试`)) as string,
      retry: true,
    })
    await writeFile(join(desk.folder, name), 'back')
    await desk.running.call('uploads.retry', { ids: [id] })
    await desk.reaches(id, 'done')
    expect((await library(server, name)).map(({ size }) => size)).toEqual([4])
  })
})

describe('the user', () => {
  it('[P14] pauses, resumes where it stopped, and cancels without a trace', async () => {
    const desk = await openUploadHarness(server)
    breaks(desk, 'silent', { times: 1, chunk: 3 })
    const content = randomBytes(50 * MB)
    const id = await one(desk, '停.zip', content)
    // The last one is sent when the others are safe.
    await expect.poll(() => desk.chunks().includes('POST 3'), { timeout: 20_000 }).toBe(true)
    await desk.running.call('uploads.pause', { ids: [id] })
    expect((await desk.task(id))?.state).toEqual({ step: 'paused' })
    await expect.poll(async () => (await desk.task(id))?.sent).toBe(32 * MB)
    await desk.running.call('uploads.resume', { ids: [id] })
    await desk.reaches(id, 'done')
    expect(desk.chunks().slice(2)).toEqual(['POST 3', 'GET 1', 'POST 3'])

    breaks(desk, 'silent', { chunk: 2 })
    const before = desk.chunks().length
    const other = await one(desk, '消.zip', 40 * MB)
    await expect.poll(() => desk.chunks().slice(before), { timeout: 20_000 }).toEqual(['POST 1', 'POST 2'])
    await desk.running.call('uploads.cancel', { ids: [other] })
    expect(await desk.task(other)).toBeUndefined()
    expect(await library(server, '消.zip')).toEqual([])
    await desk.expectNothingLeft()
  })
  it('moves one to the front; three run at a time; what changes is told in few messages', async () => {
    const desk = await openUploadHarness(server)
    await desk.running.call('settings.set', { uploadLimitKbps: 1 })
    const tasks = await desk.upload(await Promise.all([1, 2, 3, 4, 5].map((n) => desk.file(`序${n}.zip`, 5000))))
    const ids = tasks.map(({ id }) => id)
    const [first = '', , , , last = ''] = ids
    expect((await desk.running.call('uploads.list', {})).totals).toMatchObject({ open: 5, active: 3, bytes: 25_000 })
    await desk.running.call('uploads.move', { id: last, before: first })
    expect((await desk.running.call('uploads.list', {})).tasks.map(({ id }) => id)).toEqual([last, ...ids.slice(0, 4)])
    await desk.running.call('settings.set', { uploadLimitKbps: 0 })
    for (const id of ids) await desk.reaches(id, 'done')
    const told = desk.running.events.filter(({ event }) => event === 'uploads.changed')
    expect(told.length).toBeLessThan(60)
  })
})
