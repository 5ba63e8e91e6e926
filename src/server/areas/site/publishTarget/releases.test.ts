import { mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStatics } from '#tests/builders/builtSite.ts'
import { columnNamed } from '#tests/builders/column.ts'
import { saveArticle } from '#tests/builders/content.ts'
import { deploymentOf, deployTo, folderTarget, makeTargetFolder, readTarget } from '#tests/builders/publishTarget.ts'
import { startSshServer, type SshServer } from '#tests/fakes/sshServer.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

let ssh: SshServer
beforeAll(async () => {
  ssh = await startSshServer()
})
afterAll(() => ssh.stop())

/** A further article on the site, built. */
async function publishArticle(admin: TestClient, title: string): Promise<string> {
  const { id: classId } = await columnNamed(admin, '集团新闻')
  const { id } = await saveArticle(admin, classId, { title }, { isStatus: true })
  await buildStatics(admin)
  return `news/group/${id}.html`
}

onBothDatabases('releases that are switched at once', (_server, start) => {
  it('show the old or the new site; an earlier one is put back by the link alone', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    const folder = await makeTargetFolder()
    await writeFile(join(folder, 'theirs.txt'), 'kept')
    const form = folderTarget(folder, { hasReleases: true, keptReleases: 2 })
    const target = await admin.ok('publishTarget.save', form)
    const { id } = target
    expect(target).toMatchObject({ hasReleases: true, servedFolder: `${folder}/current` })
    expect(await admin.ok('publishTarget.test', { id })).toEqual({ message: '' })
    const current = join(folder, 'current')
    const linked = () => readlink(join(folder, 'current'))
    const first = await deployTo(admin, id)
    expect(first).toMatchObject({ state: 'done', message: '' })
    const before = await readTarget(current)
    expect(first.written).toBe(before.size)
    const firstLink = await linked()
    const page = await publishArticle(admin, '整站切换的消息')
    const second = await deployTo(admin, id)
    expect(second.written).toBeLessThan(45)
    const after = await readTarget(current)
    expect(after.get(page)).toContain('整站切换的消息')
    expect(await readTarget(join(folder, firstLink))).toEqual(before)
    const { jobId } = await admin.ok('publishTarget.restore', { id: second.id })
    expect(await deploymentOf(admin, id, jobId)).toMatchObject({ state: 'done', written: 0, cause: 'restore' })
    expect(await linked()).toBe(firstLink)
    // The next one brings the new site again, and what is known of the files is right.
    expect(await deployTo(admin, id)).toMatchObject({ state: 'done', written: second.written })
    expect(await readTarget(current)).toEqual(after)
    expect(await deployTo(admin, id)).toMatchObject({ written: 0, removed: 0 })
    expect(await readTarget(current)).toEqual(after)
    expect((await readdir(join(folder, 'releases'))).length).toBeLessThanOrEqual(2)
    expect(await readFile(join(folder, 'theirs.txt'), 'utf8')).toBe('kept')
    const files = await admin.ok('publishTarget.deploymentFiles', { deploymentId: second.id, key: page })
    expect(files.content).toEqual([{ path: page, change: 'written' }])
  })

  it('are sent whole when somebody else switched the link, and mended when files were changed', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    const folder = await makeTargetFolder()
    const { id } = await admin.ok('publishTarget.save', folderTarget(folder, { hasReleases: true }))
    const { written } = await deployTo(admin, id)
    const whole = await readTarget(join(folder, 'current'))
    await rm(join(folder, 'current', 'news'), { recursive: true })
    const home = join(folder, 'current', 'index.html')
    const text = await readFile(home, 'utf8')
    await rm(home)
    await writeFile(home, 'x'.repeat(Buffer.byteLength(text)))
    expect(await deployTo(admin, id, { isVerified: true })).toMatchObject({ state: 'done' })
    expect(await readTarget(join(folder, 'current'))).toEqual(whole)
    await mkdir(join(folder, 'other'))
    await rm(join(folder, 'current'))
    await symlink('other', join(folder, 'current'))
    server.clock.advance(1000)
    expect(await deployTo(admin, id, { isVerified: true })).toMatchObject({ state: 'done', written })
    expect(await readTarget(join(folder, 'current'))).toEqual(whole)
  })

  it('over SFTP, and refused where something else has the name of the link', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    const folder = await makeTargetFolder()
    const { host, port, username, privateKey, hostKey } = ssh.account
    const account = { kind: 'sftp', host, port, username, hostKey, signIn: 'key', privateKey } as const
    const { id } = await admin.ok('publishTarget.save', folderTarget(folder, { ...account, hasReleases: true }))
    expect(await admin.ok('publishTarget.test', { id })).toEqual({ message: '' })
    expect(await deployTo(admin, id)).toMatchObject({ state: 'done', message: '' })
    expect(await readFile(join(folder, 'current', 'index.html'), 'utf8')).toContain('<html')
    const page = await publishArticle(admin, '经 SFTP 切换的消息')
    expect((await deployTo(admin, id)).written).toBeLessThan(45)
    expect(await readFile(join(folder, 'current', page), 'utf8')).toContain('经 SFTP 切换的消息')
    const taken = await makeTargetFolder()
    await mkdir(join(taken, 'current'))
    const other = await admin.ok('publishTarget.save', folderTarget(taken, { hasReleases: true }))
    expect((await admin.ok('publishTarget.test', { id: other.id })).message).toContain('“current”不是链接')
    expect(await deployTo(admin, other.id)).toMatchObject({ state: 'failed', message: /“current”不是链接/ })
  })
})
