import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PASSWORD } from '#tests/fakes/cms.ts'
import { connect, runCms, runHost, signIn, tempFolder } from '../harness.ts'
import { LIBRARY } from './harness.ts'

const FACTS = { id: 5, accessPath: '/upload/5', extension: 'zip', size: 1, imageWidth: 0, imageHeight: 0 }

it.each([
  ['that lists it', true, 1],
  ['that has no list to ask', false, 2],
])(
  '[P16] a foreign server %s, whose answer to the register call is lost, is told again only if it must be',
  async (_what, lists, calls) => {
    const [running, cms] = [await runHost(), await runCms()]
    await connect(running, cms.baseUrl)
    await signIn(running, PASSWORD)
    const registered: object[] = []
    cms.on('api/upload/file', () => ({ ...FACTS, oldName: 'x' }))
    cms.on('api/cebest-cms/attachment/register', ({ json }) => {
      const row = { ...FACTS, oldName: json.realName }
      registered.push(row)
      // No Envelope: the connection breaks after the work is done.
      if (registered.length === 1) throw new Error('cut')
      return row
    })
    if (lists)
      cms.on('api/cebest-cms/attachment/page', ({ json }) => ({
        content: json.key === '一次.zip' ? registered : [],
        totalElements: 1,
        totalPages: 1,
      }))
    const path = join(await tempFolder(), '一次.zip')
    await writeFile(path, 'bytes')
    await running.call('uploads.add', { grants: [running.host.grants.issue(path)], target: LIBRARY })
    await expect
      .poll(async () => (await running.call('uploads.list', {})).tasks[0]?.state, { timeout: 20_000 })
      .toMatchObject({ step: 'done', attachment: { id: 5, oldName: '一次.zip' } })
    expect(registered).toHaveLength(calls)
    expect(cms.requests.filter(({ path: asked }) => asked === 'api/upload/file')).toHaveLength(1)
  },
)
