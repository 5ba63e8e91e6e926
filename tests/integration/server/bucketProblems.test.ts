import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { findBucketProblems } from '#server/storage/s3/problems.ts'
import { type S3Fault, type S3Right, type S3Server, s3Environment, startS3 } from '#tests/fakes/s3.ts'
import { runServer } from './harness/process.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

const MINUTE = 60_000
const RIGHTS: Readonly<Record<S3Right, string>> = {
  list: '列出（s3:ListBucket）',
  put: '写入（s3:PutObject）',
  get: '读取（s3:GetObject）',
  delete: '删除（s3:DeleteObject）',
}
const FAULTS: Readonly<Record<S3Fault, RegExp>> = {
  bucketGone: /存储桶不存在.*SITECRAFT_S3_URL/,
  clock: /时钟和存储桶相差 \d+ 分钟/,
  region: /SITECRAFT_S3_REGION 是 us-east-1，存储桶在 cn-north-1/,
  noSuchKey: /SITECRAFT_S3_ACCESS_KEY/,
  wrongSecret: /SITECRAFT_S3_SECRET_KEY/,
  away: /连接不上/,
}
const keys = <K extends string>(of: Readonly<Record<K, unknown>>): K[] => Object.keys(of) as K[]

let s3: S3Server
let server: TestServer
beforeAll(async () => {
  s3 = await startS3()
  server = await startTestServer({ s3: s3.options })
})
afterAll(async () => {
  await server.close()
  await s3.close()
})

const ready = async (): Promise<{ status: number; problems: string[]; store: boolean }> => {
  const answer = await server.nobody.fetch('ready')
  const { problems, parts } = (await answer.json()) as { problems: string[]; parts: { store: boolean } }
  return { status: answer.status, problems, store: parts.store }
}

it.each(keys(RIGHTS))('/ready names the right to %s by itself, and is well again when it is given', async (right) => {
  await expect.poll(ready).toEqual({ status: 200, problems: [], store: true })
  s3.refused.add(right)
  server.clock.advance(6 * MINUTE)
  const lacking = { status: 503, problems: [`存储桶的访问密钥缺少权限：${RIGHTS[right]}`], store: false }
  await expect.poll(ready).toEqual(lacking)
  s3.refused.clear()
  server.clock.advance(6000)
  await expect.poll(ready).toEqual({ status: 200, problems: [], store: true })
})

it.each(keys(FAULTS))('/ready says in plain words: %s', async (fault) => {
  s3.fault = fault
  server.clock.advance(6 * MINUTE)
  await expect
    .poll(async () => (await ready()).problems, { timeout: 10_000 })
    .toEqual([expect.stringMatching(FAULTS[fault])])
  expect((await ready()).status).toBe(503)
  s3.fault = null
  server.clock.advance(6000)
  await expect.poll(ready).toEqual({ status: 200, problems: [], store: true })
})

it('tells of several rights at once, and of none when the bucket does not answer', async () => {
  onTestFinished(() => {
    s3.refused.clear()
    s3.fault = null
  })
  for (const right of keys(RIGHTS)) s3.refused.add(right)
  expect((await findBucketProblems(s3.options)).rights).toEqual(Object.values(RIGHTS))
  s3.fault = 'away'
  expect(await findBucketProblems(s3.options)).toMatchObject({ rights: [], fault: null, away: expect.any(String) })
})

it('a start refuses with the right or the fault in plain words', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-rights-'))
  onTestFinished(async () => {
    s3.refused.clear()
    s3.fault = null
    await rm(dataDir, { recursive: true, force: true })
  })
  const env = {
    ...s3Environment(s3),
  }
  const start = () => runServer(['--port', '0', '--data', dataDir], env)
  s3.refused.add('list')
  expect(await start()).toMatchObject({ code: 1, stderr: expect.stringContaining(RIGHTS.list) })
  s3.refused.clear()
  s3.fault = 'region'
  expect(await start()).toMatchObject({ code: 1, stderr: expect.stringMatching(FAULTS.region) })
}, 60_000)
