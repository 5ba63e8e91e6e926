import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiOperation } from '#shared/contract/define.ts'
import { apiNames, operations } from '#shared/contract/registry.ts'
import { documentedCalls } from '#tests/fakes/documentedCalls.ts'
import { type DocumentedServer, poorest, startDocumentedServer } from '#tests/fakes/documentedServer.ts'
import { Envelope } from '#tests/fakes/cms.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { readAnswer } from './readAnswer.ts'
import { createApiClient } from './client.ts'
import type { ApiClient } from '../types.ts'
import { reshape } from './foreign.ts'
import { send } from './http.ts'

const documented = apiNames
  .map((name) => ({ name, op: operations[name] as ApiOperation }))
  .filter(({ op }) => op.call !== undefined)

describe.each([200, 1] as const)('a server that answers as poorly as the documents allow, with code %i', (code) => {
  let server: DocumentedServer
  let client: ApiClient
  beforeAll(async () => {
    server = await startDocumentedServer(code)
    server.tokens.add('t')
    for (const number of [1, 7, 8, 9, 62]) {
      const call = documentedCalls.get(number)
      if (!call) throw new Error(`calls.md has no call ${number}`)
      server.on(call.path, () => {
        throw new Envelope(code, '', poorest(call))
      })
    }
    server.files.set('a.html', Buffer.from('<p>'))
    const connection = { ...REMOTE, baseUrl: server.baseUrl }
    client = createApiClient({ connection: () => connection, token: () => 't', log: memoryLog() })
  })
  afterAll(() => server.close())

  it.each(documented)('$name is understood', async ({ name, op }) => {
    const path = op.path.replace(/\{\w+\}/g, '1')
    const response = await send({
      operation: name,
      url: new URL(path, `${server.baseUrl}/`),
      method: op.method,
      headers: { authorization: 't', 'content-type': 'application/json' },
      ...(op.method === 'POST' && { body: Buffer.from(JSON.stringify(INPUTS[name] ?? {})) }),
      certificate: '',
      timeoutMs: 5000,
      repeatable: false,
    })
    const answer = await readAnswer(
      response,
      name,
      op.output,
      () => undefined,
      (data) => reshape(name, data, INPUTS[name] ?? { id: 1 }, client.call),
    )
    expect(answer.code).toBe(code)
  })

  it('answers every call of the documents', () => {
    expect([...documentedCalls.values()].filter((call) => poorest(call) === undefined)).toEqual([])
    expect(documentedCalls.size).toBe(226)
  })

  it('takes an upload whose answer stands in `datas`', async () => {
    server.on('api/upload/image', () => {
      throw Object.assign(new Envelope(code, ''), { body: { code, msg: '', datas: { accessPath: 'upload/a.png' } } })
    })
    const file = { path: import.meta.filename, name: 'a.png' }
    expect(await client.upload('image', file)).toMatchObject({ accessPath: 'upload/a.png' })
  })
})

const REMOTE = { id: 'c', name: '', kind: 'remote', pathMap: {}, certificate: '' } as const

/** For the calls that look into what they are given. */
const INPUTS: Readonly<Record<string, object>> = {
  'templateFile.open': { path: 'site', openFileName: 'a.html' },
  'templateFile.save': { path: 'site', saveFileName: 'a.html', content: '<p>' },
  'templateFile.download': { path: 'site', downloadFileName: 'a.html' },
  'content.form': { classId: 1, id: 1 },
}
