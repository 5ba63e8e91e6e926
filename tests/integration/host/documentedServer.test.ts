import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PASSWORD } from '#tests/fakes/cms.ts'
import { type DocumentedServer, startDocumentedServer } from '#tests/fakes/documentedServer.ts'
import { until } from '#tests/fakes/syncHarness.ts'
import { connect, runHost, type RunningHost, signIn } from './harness.ts'

async function begin(code: 1 | 200): Promise<{ server: DocumentedServer; running: RunningHost; root: string }> {
  const server = await startDocumentedServer(code)
  onTestFinished(() => server.close())
  for (const path of ['index.html', 'css/a.css', 'js/deep/b.js']) server.write(path, `body of ${path}`)
  const root = await mkdtemp(join(tmpdir(), 'sitecraft-documented-'))
  // What is registered last ends first: the host lets go of the folder before it is removed.
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const running = await runHost()
  return { server, running, root }
}

describe.each([200, 1] as const)('the main job with a server of the documents, code %i', (code) => {
  it('connects, signs in, lists, edits, saves and syncs both ways', async () => {
    const { server, running, root } = await begin(code)
    const { call } = running
    const tested = await call('connections.test', { name: '外部', baseUrl: server.baseUrl })
    expect(tested.own).toBe(false)
    await connect(running, server.baseUrl)
    expect(await signIn(running, PASSWORD)).toMatchObject({ state: 'signed-in' })
    expect((await call('site.page', {})).content).toMatchObject([{ id: 7, title: '集团官网', domain: '' }])
    const [template] = (await call('template.list', {})).content
    expect(template).toMatchObject({ name: '官网模板', folder: 'site', relationSiteIds: [] })
    const entries = await call('templateFile.list', { path: 'site' })
    expect(entries.map(({ name, folder }) => [name, folder])).toEqual([
      ['index.html', false],
      ['css', true],
      ['js', true],
    ])
    const opened = await call('templateFile.open', { path: 'site', openFileName: 'index.html' })
    expect(opened.content).toBe('body of index.html')
    const saved = { path: 'site', saveFileName: 'index.html', content: '改过', expectedHash: opened.hash }
    const { hash } = (await call('templateFile.save', saved)) ?? {}
    expect(server.files.get('index.html')?.toString()).toBe('改过')
    expect(hash).toBe((await call('templateFile.open', { path: 'site', openFileName: 'index.html' })).hash)

    const plan = await call('workspaces.plan', {
      folder: 'site',
      templateName: '官网模板',
      grant: running.host.grants.issue(root),
    })
    expect(plan.items.filter(({ action }) => action === 'download')).toHaveLength(3)
    const { id } = await call('workspaces.connect', { planId: plan.planId })
    const state = async () => (await call('workspaces.list', {})).find((each) => each.id === id)?.state
    await until(async () => expect(await readFile(join(root, 'js/deep/b.js'), 'utf8')).toBe('body of js/deep/b.js'))
    await until(async () => expect(await state()).toBe('idle'))
    expect(Object.fromEntries(server.reads)).toEqual({ 'index.html': 1, 'css/a.css': 1, 'js/deep/b.js': 1 })

    await writeFile(join(root, 'css/a.css'), 'edited here')
    await until(() => expect(server.files.get('css/a.css')?.toString()).toBe('edited here'), 20_000)
    server.write('js/deep/b.js', 'edited there')
    await call('workspaces.syncNow', { id })
    await until(async () => expect(await readFile(join(root, 'js/deep/b.js'), 'utf8')).toBe('edited there'), 20_000)
    await rm(join(root, 'index.html'))
    await until(() => expect(server.files.has('index.html')).toBe(false), 20_000)
  }, 60_000)
})
