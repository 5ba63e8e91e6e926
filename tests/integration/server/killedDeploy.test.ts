import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStatics } from '#tests/builders/builtSite.ts'
import { deploymentOf, deployTo, folderTarget, makeTargetFolder, readTarget } from '#tests/builders/publishTarget.ts'
import { startSshServer, type SshServer } from '#tests/fakes/sshServer.ts'
import { startStallingProxy } from '#tests/fakes/stallingProxy.ts'
import { TestClient } from './harness/client.ts'
import { runServer, ServerProcess } from './harness/process.ts'

let ssh: SshServer
beforeAll(async () => {
  ssh = await startSshServer()
})
afterAll(() => ssh.stop())

/** Is each address of the page's parts a file that lies there? */
function expectParts(files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files)
    if (path.endsWith('.html'))
      for (const [, address = ''] of text.matchAll(/<(?:link|script|img)\b[^>]*\s(?:href|src)="\/([^"#?]+\.\w+)"/g))
        if (!address.endsWith('.html') && !address.endsWith('.xml'))
          expect(files.has(decodeURI(address)), `${path} → ${address}`).toBe(true)
}

it.each([
  ['in place', false],
  ['beside the release that visitors see', true],
])(
  'a deployment %s whose server was killed is completed by the next one',
  { timeout: 240_000 },
  async (_how, hasReleases) => {
    const proxy = await startStallingProxy(ssh.account.port)
    const dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-killed-'))
    const args = ['--port', '0', '--data', dataDir]
    const killed = new ServerProcess(args)
    const { url } = await killed.listening()
    const { stdout } = await runServer(['token', '--data', dataDir, '--user', 'admin'])
    const { token } = await new TestClient(url).ok('account.autoLogin', { token: stdout.trim() })
    const admin = new TestClient(url, token)
    await buildStatics(admin)
    const folder = await makeTargetFolder()
    const { host, username, privateKey, hostKey } = ssh.account
    const account = { kind: 'sftp', host, port: proxy.port, username, hostKey, signIn: 'key', privateKey } as const
    const { id } = await admin.ok('publishTarget.save', folderTarget(folder, { ...account, hasReleases }))
    proxy.stallAfter(hasReleases ? 400_000 : 500_000)
    const { jobId } = await admin.ok('publishTarget.deploy', { id })
    await proxy.stalled
    await killed.kill('SIGKILL')
    const half = await readTarget(folder)
    expect(half.size).toBeGreaterThan(3)
    if (hasReleases) expect(await readdir(folder)).not.toContain('current')
    else expectParts(half)
    proxy.pass()

    const next = new ServerProcess(args)
    const after = new TestClient((await next.listening()).url, token)
    expect(await deploymentOf(after, id, jobId)).toMatchObject({ state: 'done', message: '' })
    const whole = await makeTargetFolder()
    const other = await after.ok('publishTarget.save', folderTarget(whole, { name: '对照' }))
    await deployTo(after, other.id)
    const files = await readTarget(hasReleases ? join(folder, 'current') : folder)
    expect(files).toEqual(await readTarget(whole))
    expect((await readdir(join(folder, '.sitecraft'))).sort()).toEqual(['release.json'])
    await next.kill('SIGTERM')
    proxy.stop()
    await rm(dataDir, { recursive: true, force: true })
  },
)
