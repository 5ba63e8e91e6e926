import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import {
  apiNames,
  operation,
  type ApiName,
  type InputOf,
  type OperationName,
  type OwnOutputOf,
} from '#shared/contract/registry.ts'
import { composeHost, type Host } from '#services/compose.ts'
import { fromWire } from '#shared/errors/index.ts'
import { testPorts, type TestPorts } from '#tests/fakes/ports.ts'
import { realLauncher, tokenOf } from './builtin.ts'

let dataDir: string
let host: Host
let ports: TestPorts
const launcher = realLauncher()

async function call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OwnOutputOf<N>> {
  const result = await host.invoke(name, input)
  if (!result.ok) throw fromWire(result.error)
  return result.data as OwnOutputOf<N>
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-builtin-'))
  ports = testPorts({ launcher })
  host = await composeHost(ports, { dataDir, version: '0.0.0' })
  await call('connections.use', { id: 'builtin' })
})
afterAll(async () => {
  await host.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Sends a file through the queue; what became of it. */
async function uploaded(path: string, target: InputOf<'uploads.add'>['target']) {
  const { tasks } = await call('uploads.add', { grants: [host.grants.issue(path)], target })
  const state = async () => (await call('uploads.list', {})).tasks.find(({ id }) => id === tasks[0]?.id)?.state
  await expect.poll(async () => (await state())?.step, { timeout: 20_000 }).toBe('done')
  const done = await state()
  return done?.step === 'done' ? done.attachment : null
}

/** A valid input of any template call; what it names does not exist. */
function inputs(name: ApiName): unknown {
  const hash = '0'.repeat(64)
  if (name === 'template.deleteByIdList' || name === 'template.restore') return [{ id: 987654321 }]
  return {
    id: 987654321,
    folder: 'none',
    path: 'none/x',
    name: '无',
    since: 0,
    epoch: 'e',
    paths: [{ path: 'a.css', expected: hash }],
    timeoutMs: 0,
    expected: null,
    sha256: hash,
    content: '',
    realName: 'a.css',
    accessPath: 'x',
    filename: 'a.css',
    folderName: 'a',
    rename: 'b.css',
    openFileName: 'a.css',
    saveFileName: 'a.css',
    deleteFileName: 'a.css',
    sourceFileName: 'a.css',
    downloadFileName: 'a.css',
    unzipFileName: 'a.zip',
  }
}

describe('the built-in server through the services', () => {
  it('understands every operation of the contract, with empty and with absurd input', async () => {
    const page = apiNames.filter((name) => {
      const op = operation(name)
      return op.kind === 'api' && !op.hostOnly && !op.raw
    })
    for (const name of page) {
      const absurd = { id: 987654321, path: '../../x', folder: '..', page: 'x', siteId: -1 }
      for (const input of [{}, absurd, [{ id: 987654321 }]]) {
        const result = await host.invoke(name, input)
        const code = result.ok ? 'ok' : result.error.code
        expect([name, code]).not.toEqual([name, expect.stringMatching(/internal|bad-answer|unauthorized|no-response/)])
      }
    }
  })

  it('answers exactly in the contract’s shapes', async () => {
    const folder = (await call('template.list', { page: 1, size: 10 })).content[0]?.folder ?? ''
    const reads: { [N in ApiName]?: InputOf<N> } = {
      'system.capabilities': {},
      'system.health': {},
      'rsa.publicKey': {},
      'account.captcha': {},
      'account.current': {},
      'site.page': { page: 1, size: 200 },
      'column.getTree': { siteId: 0 },
      'dict.index': {},
      'template.list': {},
      'templateSite.page': {},
      'templateFile.list': { path: folder },
      'templateFile.templateList': { path: folder },
    }
    for (const [name, input] of Object.entries(reads)) {
      expect([name, await host.invoke(name, input)]).toMatchObject([name, { ok: true, code: 200 }])
    }
    expect(await readFile(join(dataDir, 'logs', 'host.log'), 'utf8')).not.toContain('answer mended')
  })

  it('takes an upload into a template and gives the same bytes back', async () => {
    const { content } = await call('template.list', {})
    const folder = content[0]?.folder ?? ''
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a, 0xff, 0x00])
    const source = join(dataDir, '样式 1.css')
    await writeFile(source, bytes)
    await uploaded(source, { to: 'template', path: folder })
    const listed = await call('templateFile.list', { path: folder })
    expect(listed).toContainEqual(expect.objectContaining({ name: '样式 1.css', size: bytes.length, file: true }))
    ports.answers.file = join(dataDir, 'back.css')
    await call('downloads.templateFile', { path: folder, downloadFileName: '样式 1.css' })
    expect(await readFile(join(dataDir, 'back.css'))).toEqual(bytes)
  })

  it('takes an image as an attachment and shows it', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    )
    const source = join(dataDir, '封面.png')
    await writeFile(source, png)
    const attachment = await uploaded(source, { to: 'library', kind: 'image' })
    expect(attachment).toMatchObject({ oldName: '封面.png', extension: 'png', size: png.length })
    const { dataUrl } = await call('media.image', { accessPath: attachment?.accessPath ?? '' })
    expect(dataUrl).toBe(`data:image/png;base64,${png.toString('base64')}`)
  })

  it.each(['guest', 'editor'])('refuses %s, signed in with a token, what the role is not granted', async (user) => {
    const status = await call('session.autoLogin', { token: await tokenOf(launcher, dataDir, user) })
    expect(status).toMatchObject({ state: 'signed-in', username: user })
    const templateCalls = apiNames.filter((name) => {
      const op = operation(name)
      return op.kind === 'api' && !op.raw && op.access.kind === 'menu' && /^template(File|Sync)?\./.test(name)
    })
    expect(templateCalls.length).toBeGreaterThan(15)
    for (const name of templateCalls) {
      const result = await host.invoke(name, inputs(name))
      const code = result.ok ? 'ok' : result.error.code
      const granted = user === 'editor' && name === 'templateFile.templateList'
      if (!granted) expect([name, code]).toEqual([name, 'forbidden'])
    }
    await call('session.autoLogin', {})
  })

  it('revokes a session by sign-out: its token is worth nothing afterwards', async () => {
    expect(await call('session.signOut', {})).toMatchObject({ state: 'signed-out' })
    await expect(call('site.page', {})).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await call('session.autoLogin', {})).toMatchObject({ state: 'signed-in', username: 'admin' })
  })
})
