import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { ENTRIES } from '#tests/setup/entries.ts'
import { realLauncher } from './builtin.ts'
import { runHost, tempFolder, type RunningHost } from './harness.ts'

const SOON = { timeout: 20_000, interval: 50 }

/** The command line as scripts run it, in a process of its own. */
async function sitecraft(dataDir: string, args: readonly string[], cwd = dataDir) {
  const child = spawn(process.execPath, [ENTRIES.cli, ...args], {
    cwd,
    env: { ...process.env, SITECRAFT_DATA: dataDir },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (err += part.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, err, json: () => JSON.parse(out) as Record<string, unknown> & { workspaces: unknown[] } }
}

/** The draft of the built-in server's first template in a fresh folder: no site uses it, so nothing asks. */
async function draftHere(running: RunningHost) {
  const { content } = await running.call('template.list', {})
  const { draft, name } = await running.call('templateDraft.create', { id: content[0]?.id ?? 0 })
  const localPath = await tempFolder()
  const grant = running.host.grants.issue(localPath)
  const folder = draft?.folder ?? ''
  const plan = await running.call('workspaces.plan', { folder, templateName: `${name} 草稿`, grant })
  const { id } = await running.call('workspaces.connect', { planId: plan.planId })
  await vi.waitFor(async () => {
    const [workspace] = await running.call('workspaces.list', {})
    expect(workspace).toMatchObject({ state: 'idle', waiting: 0 })
  }, SOON)
  const onServer = async () =>
    (await running.call('templateFile.open', { path: folder, openFileName: 'index.html' })).content
  return { id, localPath, folder, onServer }
}

/** A new template without files, in a fresh folder. */
async function templateHere(running: RunningHost) {
  const folder = `t${randomUUID().slice(0, 8)}`
  await running.call('template.save', { name: folder, folder })
  const localPath = await tempFolder()
  const grant = running.host.grants.issue(localPath)
  const { planId } = await running.call('workspaces.plan', { folder, templateName: folder, grant })
  const { id } = await running.call('workspaces.connect', { planId })
  await vi.waitFor(async () => {
    const { workspace } = await running.call('workspaces.detail', { id })
    expect(workspace).toMatchObject({ state: 'idle', lastSync: expect.stringContaining('T') })
  }, SOON)
  const files = async () => {
    const { files: listed } = await running.call('workspaces.detail', { id })
    return listed.filter(({ kind, state }) => kind === 'file' && state === 'synced').map(({ path }) => path)
  }
  return { id, localPath, folder, files }
}

describe('the command line', { timeout: 90_000 }, () => {
  it('builds a site and delivers it to a target of that name', async () => {
    const dataDir = await tempFolder()
    const running = await runHost({ dataDir, ports: { launcher: realLauncher() } })
    await running.call('connections.use', { id: 'builtin' })
    const built = await sitecraft(dataDir, ['build', '--site', '1', '--json'])
    expect([built.code, built.json()]).toMatchObject([
      0,
      { sites: [{ id: 1, state: 'done', report: { problems: [] } }] },
    ])
    const folder = await tempFolder()
    await running.call('publishTarget.save', { siteId: 1, name: '正式', kind: 'folder', folder })
    expect(await sitecraft(dataDir, ['deploy', '正', '--site', '1'])).toMatchObject({ code: 2 })
    const delivered = await sitecraft(dataDir, ['deploy', '正式', '--site', '1'])
    expect(delivered).toMatchObject({ code: 0, err: '', out: expect.stringContaining('正式：已发布，写入 ') })
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('<html')
  })

  it('syncs over the program that runs, and ends with codes for scripts', async () => {
    const dataDir = await tempFolder()
    expect(await sitecraft(dataDir, ['status'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('站匠未运行'),
    })
    expect((await sitecraft(dataDir, ['--help'])).out).toContain('返回值')
    expect(await sitecraft(dataDir, ['release'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('未知命令“release”'),
    })

    const running = await runHost({ dataDir, ports: { launcher: realLauncher() } })
    await running.call('connections.use', { id: 'builtin' })
    expect(await sitecraft(dataDir, ['sync'])).toMatchObject({
      code: 4,
      err: expect.stringContaining('还没有同步到本机'),
    })
    const { id, localPath, folder, onServer } = await draftHere(running)
    const status = await sitecraft(dataDir, ['status', '--json'])
    expect([status.code, status.json()]).toEqual([
      0,
      {
        command: 'status',
        code: 0,
        workspaces: [expect.objectContaining({ id, folder, localPath, state: 'idle', inStep: true })],
      },
    ])

    await running.call('workspaces.pause', { id })
    await writeFile(join(localPath, 'index.html'), '<p>本地</p>')
    const dry = await sitecraft(dataDir, ['push', '--dry-run', '--json'])
    expect([dry.code, dry.json().workspaces]).toEqual([
      1,
      [
        expect.objectContaining({
          done: 0,
          items: [expect.objectContaining({ action: 'upload', path: 'index.html' })],
        }),
      ],
    ])
    expect(await onServer()).not.toBe('<p>本地</p>')
    expect(await sitecraft(dataDir, ['pull'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('没有需要执行的操作'),
    })
    // From within the folder, as a build script does.
    expect(await sitecraft(dataDir, ['push'], join(localPath, 'css'))).toMatchObject({
      code: 0,
      out: expect.stringContaining('上传  index.html'),
    })
    expect(await onServer()).toBe('<p>本地</p>')

    await writeFile(join(localPath, 'index.html'), '<p>这边</p>')
    await running.call('templateFile.save', { path: folder, saveFileName: 'index.html', content: '<p>那边</p>' })
    const conflict = await sitecraft(dataDir, ['sync', folder])
    expect(conflict).toMatchObject({ code: 1, out: expect.stringContaining('未完成  index.html：两边都改过') })
    expect(await onServer()).toBe('<p>那边</p>')
    expect((await sitecraft(dataDir, ['status'])).code).toBe(1)
    expect(await sitecraft(dataDir, ['sync', '没有这个'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(localPath),
    })
    const preview = await sitecraft(dataDir, ['preview', '--json'])
    const [shown] = preview.json().workspaces as { id: string; href: string; issues: unknown[] }[]
    expect([preview.code, shown]).toEqual([0, expect.objectContaining({ id, folder, localPath, isOffline: false })])
    expect(await (await fetch(`${shown?.href ?? ''}index.html`)).text()).toContain('这边</p>')
    await writeFile(join(localPath, 'broken.html'), '{% if %}')
    expect(await sitecraft(dataDir, ['preview', folder])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/错误 {2}broken\.html:1：/),
    })

    await running.host.close()
    expect((await sitecraft(dataDir, ['status'])).code).toBe(3)
  })

  it('tells several workspaces apart: what one waits for, a paused one, and one nobody knows', async () => {
    const running = await runHost({ ports: { launcher: realLauncher() } })
    const { dataDir } = running
    await running.call('connections.use', { id: 'builtin' })
    const [one, two, resting] = [await templateHere(running), await templateHere(running), await templateHere(running)]
    await running.call('workspaces.pause', { id: resting.id })
    for (const { localPath } of [one, two, resting]) await writeFile(join(localPath, 'a.css'), localPath)
    await vi.waitFor(async () => {
      expect([await one.files(), await two.files()]).toEqual([['a.css'], ['a.css']])
      const all = await running.call('workspaces.list', {})
      const found = new Map(all.map(({ id, state, waiting }) => [id, `${state} ${waiting}`]))
      const ids = [one, two, resting].map(({ id }) => id)
      expect(ids.map((id) => found.get(id))).toEqual(['idle 0', 'idle 0', 'paused 1'])
    }, SOON)

    const all = await sitecraft(dataDir, ['status', '--json'])
    expect(all.code).toBe(1)
    const inStep = (all.json().workspaces as { id: string; inStep: boolean }[]).filter((each) => each.inStep)
    expect(inStep.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted())
    expect((await sitecraft(dataDir, ['status', two.folder])).code).toBe(0)
    expect(await sitecraft(dataDir, ['status', resting.folder])).toMatchObject({
      code: 1,
      out: expect.stringContaining('已暂停（0 个文件，1 个待同步）'),
    })
    for (const command of ['sync', 'pull', 'push', 'preview']) {
      const unclear = await sitecraft(dataDir, [command, '--json'])
      expect([unclear.code, unclear.json()], command).toEqual([2, expect.objectContaining({ command, code: 2 })])
      const unknown = await sitecraft(dataDir, [command, 'nobody', '--json'])
      expect([unknown.code, unknown.json().error]).toEqual([2, expect.stringContaining('工作区“nobody”不存在')])
    }
    expect((await sitecraft(dataDir, ['push', resting.folder, '--only', '*.js'])).code).toBe(0)
    expect(await resting.files()).toEqual([])
    expect(await sitecraft(dataDir, ['sync', '--all'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('已执行 1 项'),
    })
    expect(await resting.files()).toEqual(['a.css'])
    expect((await sitecraft(dataDir, ['status'])).code).toBe(0)

    await running.call('session.signOut', {})
    for (const [command, code] of [
      ['status', 1],
      ['sync', 4],
      ['pull', 4],
      ['push', 4],
      ['preview', 4],
    ] as const) {
      const refused = await sitecraft(dataDir, [command, one.folder, '--json'])
      expect([refused.code, refused.json().code], command).toEqual([code, code])
    }
    await running.host.close()
    for (const command of ['status', 'sync', 'pull', 'push', 'preview']) {
      const refused = await sitecraft(dataDir, [command, '--json'])
      expect([refused.code, refused.json().error]).toEqual([3, expect.stringContaining('站匠未运行')])
    }
  })

  it('goes on with the others when one of all fails, and says which and why, also as JSON', async () => {
    const dataDir = await tempFolder()
    const running = await runHost({ dataDir, ports: { launcher: realLauncher() } })
    await running.call('connections.use', { id: 'builtin' })
    const [one, gone, two] = [await templateHere(running), await templateHere(running), await templateHere(running)]
    await rm(gone.localPath, { recursive: true })
    for (const { localPath } of [one, two]) await writeFile(join(localPath, 'a.css'), 'a {}')
    const synced = await sitecraft(dataDir, ['sync', '--all', '--json'])
    const failed = { templateName: gone.folder, error: expect.stringMatching(/\p{Script=Han}/u) }
    expect(synced).toMatchObject({ code: 4, err: '' })
    expect(synced.json()).toMatchObject({
      code: 4,
      workspaces: expect.arrayContaining([expect.objectContaining(failed)]),
    })
    expect(synced.json().workspaces).toHaveLength(3)
    expect([await one.files(), await two.files()]).toEqual([['a.css'], ['a.css']])
    expect(await sitecraft(dataDir, ['preview', gone.folder])).toMatchObject({
      code: 4,
      err: expect.stringContaining(`找不到本地文件夹“${gone.localPath}”`),
    })
    const wrong = await sitecraft(dataDir, ['deploy', '--json'])
    expect(wrong).toMatchObject({ code: 2, err: '' })
    expect(wrong.json()).toEqual({ command: null, code: 2, error: '未知命令“release”' })
  })

  it('is answered to who can read the data folder, to no page and no other', async () => {
    const running = await runHost()
    const file = join(running.dataDir, 'control.json')
    const { port, secret } = await vi.waitFor(
      async () => JSON.parse(await readFile(file, 'utf8')) as { port: number; secret: string },
      SOON,
    )
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
    const ask = async (headers: Record<string, string>, name = 'workspaces.list', method = 'POST') => {
      const sent = method === 'POST' ? { body: JSON.stringify({ name, input: {} }) } : {}
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method, headers, ...sent })
      return answer.status
    }
    const authorization = `Bearer ${secret}`
    expect(await ask({ authorization })).toBe(200)
    expect(await ask({})).toBe(403)
    expect(await ask({ authorization: 'Bearer wrong' })).toBe(403)
    expect(await ask({ authorization, origin: 'http://127.0.0.1:1234' })).toBe(403)
    expect(await ask({ authorization, origin: 'null' })).toBe(403)
    expect(await ask({ authorization }, 'workspaces.list', 'GET')).toBe(403)
    // What changes more than a sync does is the window's alone.
    for (const name of ['workspaces.disconnect', 'session.signOut', 'template.list', 'x'])
      expect(await ask({ authorization }, name), name).toBe(400)
  })
})
