import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { LocalLinks } from '#services/ports.ts'
import { Envelope, PASSWORD } from '#tests/fakes/cms.ts'
import { testPorts } from '#tests/fakes/ports.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { connect, runCms, runHost, signIn, tempFolder } from './harness.ts'

const EXPORT = 'api/cms/dict/output-data'
const TICKET = 'T'.repeat(32)
const wanted = { download: 'd1', operation: 'dictionary.exportSheet', input: { siteId: 3 }, name: '字典' }

async function signedIn(ports: Parameters<typeof runHost>[0] = {}) {
  const [running, cms] = [await runHost(ports), await runCms()]
  await connect(running, cms.baseUrl)
  await signIn(running, PASSWORD)
  return { running, cms }
}

describe('an export of rows', () => {
  it('is asked of the server and saved where the user wants it', async () => {
    const { running, cms } = await signedIn()
    cms.on(EXPORT, () => 'sheets/1')
    cms.serveFile('sheets/1', Buffer.from('rows'), 'application/octet-stream')
    running.ports.answers.file = join(await tempFolder(), '字典.xlsx')
    const { savedAs } = await running.call('sheets.download', wanted)
    expect(await readFile(savedAs, 'utf8')).toBe('rows')
    expect(cms.requests.find(({ path }) => path === EXPORT)?.json).toMatchObject({ siteId: 3 })
  })
  it('names the rows whose texts were not written whole', async () => {
    const { running, cms } = await signedIn()
    const note = '没有写完整：第 3 行“正文”（75000 字），超过 Excel 单元格的上限 32766 字'
    cms.on(EXPORT, () => {
      throw new Envelope(200, note, 'sheets/1')
    })
    cms.serveFile('sheets/1', Buffer.from('rows'), 'application/octet-stream')
    running.ports.answers.file = join(await tempFolder(), '字典.xlsx')
    expect(await running.call('sheets.download', wanted)).toMatchObject({ note })
  })
  it('is suggested under a name that stands in no other folder', async () => {
    const suggested: string[] = []
    const dialogs = { ...testPorts().dialogs, chooseSaveFile: async (name: string) => (suggested.push(name), null) }
    const { running, cms } = await signedIn({ ports: { dialogs } })
    cms.on(EXPORT, () => 'sheets/1')
    for (const name of ['../../.ssh/字典', 'C:\\字典', '2026/11: 全部?'])
      await running.call('sheets.download', { ...wanted, name })
    expect(suggested).toEqual(['_.._.ssh_字典.xlsx', 'C__字典.xlsx', '2026_11_ 全部_.xlsx'])
  })
  it('becomes a local address in a browser tab', async () => {
    const published: Parameters<LocalLinks['publish']>[0][] = []
    const links: LocalLinks = { publish: (source) => `/download/${published.push(source)}` }
    const { running, cms } = await signedIn({ ports: { links } })
    cms.on(EXPORT, () => 'sheets/1')
    cms.serveFile('sheets/1', Buffer.from('rows'), 'application/octet-stream')
    expect(await running.call('sheets.download', wanted)).toEqual({ href: '/download/1', savedAs: '', note: '' })
    const source = requireValue(published[0], 'it was published')
    expect([source.name, await text((await source.open()).stream)]).toEqual(['字典.xlsx', 'rows'])
  })
  it.each(['templateFile.download', 'account.current', 'sheets.report', 'session.signOut', 'made.up'])(
    'is no other operation: %s',
    async (operation) => {
      const { running, cms } = await signedIn()
      const before = cms.requests.length
      await expect(running.call('sheets.download', { ...wanted, operation })).rejects.toMatchObject({
        code: 'forbidden',
      })
      expect(cms.requests).toHaveLength(before)
    },
  )
  it('ends when it is cancelled', async () => {
    const links: LocalLinks = { publish: () => '/download/1' }
    const { running, cms } = await signedIn({ ports: { links } })
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    cms.on(EXPORT, () => {
      resolve()
      return new Promise(() => undefined)
    })
    const download = running.call('sheets.download', wanted)
    await asked
    await running.call('sheets.cancel', { download: 'd1' })
    await expect(download).rejects.toMatchObject({ code: 'cancelled', message: '已取消导出' })
  })
})

describe('the progress of an export', () => {
  const PROGRESS = /^api\/sitecraft\/sheet-progress\//
  const CAPABILITIES = 'api/sitecraft/capabilities'
  const PATIENTLY = { timeout: 10_000 }

  it('is asked of a server that tells it, under the name that the export went out with', async () => {
    const links: LocalLinks = { publish: () => '/download/1' }
    const { running, cms } = await signedIn({ ports: { links } })
    const told = () => running.events.filter(({ event }) => event === 'sheets.progress').map(({ payload }) => payload)
    cms.on(CAPABILITIES, () => ({ product: 'sitecraft', version: '1', features: ['export-progress-1'] }))
    const { promise, resolve } = Promise.withResolvers<string>()
    cms.on(EXPORT, () => promise)
    const download = running.call('sheets.download', wanted)
    await expect.poll(() => cms.requests.some(({ path }) => path === EXPORT)).toBe(true)
    const watch = requireValue(
      cms.requests.find(({ path }) => path === EXPORT),
      'it was asked for',
    ).headers['x-sitecraft-watch']
    cms.on(`api/sitecraft/sheet-progress/${String(watch)}`, () => ({ written: 3, total: 7 }))
    await expect.poll(() => told().at(-1)).toEqual({ download: 'd1', written: 3, total: 7 })
    resolve('sheets/1')
    await download
    const asked = (name: string) => cms.requests.filter(({ path }) => path.endsWith(`/${name}`)).length
    const after = asked(String(watch))
    // The next export is asked about twice: in that time the first one would have been asked about again.
    cms.on(EXPORT, async ({ headers }) => {
      const next = String(headers['x-sitecraft-watch'])
      cms.on(`api/sitecraft/sheet-progress/${next}`, () => null)
      await expect.poll(() => asked(next), PATIENTLY).toBeGreaterThan(1)
      return 'sheets/1'
    })
    await running.call('sheets.download', { ...wanted, download: 'd2' })
    expect(asked(String(watch))).toBe(after)
  })
  it('is not asked of another server, which might end the session over it', async () => {
    const links: LocalLinks = { publish: () => '/download/1' }
    const { running, cms } = await signedIn({ ports: { links } })
    cms.on(EXPORT, async () => {
      await expect.poll(() => cms.requests.some(({ path }) => path === CAPABILITIES), PATIENTLY).toBe(true)
      // Whoever asked at the answer would be here before these.
      for (let trip = 0; trip < 5; trip += 1) await running.call('account.captcha', {})
      return 'sheets/1'
    })
    await running.call('sheets.download', wanted)
    expect(cms.requests.filter(({ path }) => PROGRESS.test(path))).toEqual([])
  })
})

describe('the rows that an import refused', () => {
  it('are fetched by their ticket, which is no address', async () => {
    const { running, cms } = await signedIn()
    const path = `api/sitecraft/sheet/${TICKET}/${encodeURIComponent('未导入的行.xlsx')}`
    cms.serveFile(decodeURIComponent(path), Buffer.from('rows'), 'application/octet-stream')
    cms.serveFile(path, Buffer.from('rows'), 'application/octet-stream')
    running.ports.answers.file = join(await tempFolder(), 'x.xlsx')
    const { savedAs } = await running.call('sheets.report', { report: TICKET })
    expect(await readFile(savedAs, 'utf8')).toBe('rows')
    for (const report of ['../../x', 'https://evil.example/', ''])
      await expect(running.call('sheets.report', { report })).rejects.toMatchObject({ code: 'invalid' })
  })
})
