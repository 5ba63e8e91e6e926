import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { keychain } from '#tests/fakes/secrets.ts'
import { realLauncher } from './builtin.ts'
import { runHost, tempFolder, type RunningHost } from './harness.ts'

const SOON = { timeout: 20_000, interval: 50 }

/** Clones the first template of the built-in server into a fresh folder, as the page does. */
async function cloned(running: RunningHost) {
  const { content } = await running.call('template.list', {})
  const template = content[0]
  if (!template) throw new Error('the built-in server has no template')
  const localPath = await tempFolder()
  const grant = running.host.grants.issue(localPath)
  const plan = await running.call('workspaces.plan', { folder: template.folder, templateName: template.name, grant })
  const { id } = await running.call('workspaces.connect', { planId: plan.planId })
  await vi.waitFor(async () => expect(await stateOf(running, id)).toBe('idle'), SOON)
  const page = (await running.call('templateFile.list', { path: template.folder })).find((f) =>
    f.name.endsWith('.html'),
  )
  if (!page) throw new Error('the template has no page')
  const onServer = async () =>
    (await running.call('templateFile.open', { path: template.folder, openFileName: page.name })).content
  return { id, localPath, file: join(localPath, page.name), name: page.name, folder: template.folder, onServer }
}

const stateOf = async (running: RunningHost, id: string) =>
  (await running.call('workspaces.list', {})).find((workspace) => workspace.id === id)?.state

/** S41: the demo's first template is used by an enabled site, so the first change asks. */
async function agreeToLive(running: RunningHost, id: string): Promise<void> {
  const signature = await vi.waitFor(async () => {
    const { halt } = await running.call('workspaces.halt', { id })
    expect(halt).toMatchObject({ kind: 'live-template', message: expect.stringContaining('“集团官网”') })
    return halt?.signature ?? ''
  }, SOON)
  await running.call('workspaces.answerHalt', { id, answer: 'proceed', signature })
}

describe('a workspace of the composed host', { timeout: 90_000 }, () => {
  it('carries edits both ways, over a killed server and a restarted host', async () => {
    const [dataDir, secrets, launcher] = [await tempFolder(), keychain(), realLauncher()]
    const first = await runHost({ dataDir, ports: { secrets, launcher } })
    await first.call('connections.use', { id: 'builtin' })
    const { id, file, name, folder, onServer } = await cloned(first)
    expect(await readFile(file, 'utf8')).toBe(await onServer())

    await writeFile(file, '<p>一</p>')
    await agreeToLive(first, id)
    await vi.waitFor(async () => expect(await onServer()).toBe('<p>一</p>'), SOON)
    await first.call('templateFile.save', { path: folder, saveFileName: name, content: '<p>二</p>' })
    await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toBe('<p>二</p>'), SOON)

    process.kill(launcher.pids[0] ?? 0, 'SIGKILL')
    await writeFile(file, '<p>三</p>')
    await vi.waitFor(async () => expect(await onServer()).toBe('<p>三</p>'), SOON)

    await first.host.close()
    await writeFile(file, '<p>四</p>')
    const second = await runHost({ dataDir, ports: { secrets, launcher: realLauncher() } })
    await vi.waitFor(async () => {
      const opened = await second.call('templateFile.open', { path: folder, openFileName: name })
      expect(opened.content).toBe('<p>四</p>')
    }, SOON)
    await vi.waitFor(async () => expect(await stateOf(second, id)).toBe('idle'), SOON)
    expect((await second.call('workspaces.list', {}))[0]).toMatchObject({ conflicts: 0, failed: 0 })
  })
})
