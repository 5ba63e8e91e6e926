import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { HASH_PLACEHOLDER } from '#shared/contract/upload.ts'
import { startCms } from '#tests/fakes/cms.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { createApiClient } from '../api/client.ts'
import { createFolders } from './folders.ts'
import { type UploadRecord, unsent } from './record.ts'
import { runUpload } from './run.ts'
import { lookAt } from './source.ts'

it('[A-167] [P12] a hash that fails is only logged: the upload goes on with the placeholder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-run-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const cms = await startCms()
  onTestFinished(() => cms.close())
  cms.tokens.add('t')
  const made = { id: 1, oldName: 'a.zip', accessPath: '/f/1', extension: 'zip', size: 3, imageWidth: 0, imageHeight: 0 }
  cms.on('api/upload/file', () => made)
  cms.on('api/cebest-cms/attachment/register', () => made)
  const path = join(folder, 'a.zip')
  await writeFile(path, 'zip')
  const log = memoryLog()
  let record: UploadRecord = {
    ...unsent('one'),
    ...(await lookAt({ path, name: 'a.zip' })),
    id: 'one',
    connectionId: 'c',
    username: 'editor',
    target: { to: 'library', kind: 'file', siteId: 0 },
    name: 'a.zip',
    relativePath: 'a.zip',
    path,
    owned: false,
    state: { step: 'open' },
  }
  const connection = { id: 'c', name: '', kind: 'remote' as const, baseUrl: cms.baseUrl, pathMap: {}, certificate: '' }
  const steps: string[] = []
  const answer = await runUpload({
    client: createApiClient({ connection: () => connection, token: () => 't', log }),
    signal: new AbortController().signal,
    hasher: () => Promise.reject(new Error('no hash today')),
    folders: createFolders(),
    log,
    isOwn: () => Promise.resolve(false),
    patience: { chunk: 5000, whole: 5000 },
    record: () => record,
    save: (change) => (record = { ...record, ...change }),
    step: ({ type }) => steps.push(type),
    pieceSize: (most) => most,
    pace: () => undefined,
    acknowledged: () => undefined,
    changed: () => undefined,
    forget: () => undefined,
  })
  expect([answer, steps]).toEqual([made, ['send', 'register']])
  const [sent] = cms.requests.filter((request) => request.path === 'api/upload/file')
  expect(sent?.body.toString()).toContain(`name="fileMd5"\r\n\r\n${HASH_PLACEHOLDER}\r\n`)
  expect(log.lines.join()).toContain('upload goes on without its hash')
})
