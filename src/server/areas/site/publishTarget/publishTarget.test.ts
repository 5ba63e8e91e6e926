import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStatics } from '#tests/builders/builtSite.ts'
import { columnNamed, columnsOf } from '#tests/builders/column.ts'
import { saveArticle } from '#tests/builders/content.ts'
import { deploymentOf, deployTo, folderTarget, makeTargetFolder, readTarget } from '#tests/builders/publishTarget.ts'
import { pngOf, upload } from '#tests/builders/upload.ts'
import { startSshServer, type SshServer } from '#tests/fakes/sshServer.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

let ssh: SshServer
beforeAll(async () => {
  ssh = await startSshServer()
})
afterAll(() => ssh.stop())

const WAIT = { timeout: 30_000, interval: 50 }

/** Addresses in a page that begin at the root of the host. */
const rootAddresses = (html: string): string[] =>
  [...html.matchAll(/\s(?:href|src)="(\/[^"#?]*)/g)].map(([, address = '']) => decodeURI(address))

onBothDatabases('publish targets', (_server, start) => {
  it('get the whole site: every address of every page leads to a file there, below a path, too', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const picture = await upload(admin, { kind: 'image', name: 'a.png', content: pngOf(4, 3) })
    const { id: classId } = await columnNamed(admin, '集团新闻')
    await saveArticle(
      admin,
      classId,
      { title: '有图的消息', content: `<p><img src="${picture.data.accessPath}"></p>` },
      { isStatus: true },
    )
    await buildStatics(admin)
    const folder = await makeTargetFolder()
    const { id } = await admin.ok('publishTarget.save', folderTarget(folder, { basePath: '/bureau' }))
    const done = await deployTo(admin, id)
    expect(done).toMatchObject({ state: 'done', message: '', removed: 0, warnings: [] })
    const files = await readTarget(folder)
    expect(done.written).toBe(files.size)
    expect(files.has(picture.data.accessPath.slice(1))).toBe(true)
    let addresses = 0
    for (const [path, text] of files)
      for (const address of path.endsWith('.html') ? rootAddresses(text) : []) {
        expect(address, path).toMatch(/^\/bureau\//)
        const file = address.slice('/bureau/'.length)
        expect(files.has(file) || files.has(`${file}index.html`), `${path} → ${address}`).toBe(true)
        addresses += 1
      }
    expect(addresses).toBeGreaterThan(500)
    expect(files.get('sitemap.xml')).toContain('<loc>https://www.group.example/bureau/</loc>')
    expect(files.get('index.html')).not.toContain('sitecraft-count')
  })

  it('get only what changed, and lose what is gone; nothing is written when nothing changed', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    const folder = await makeTargetFolder()
    const { id } = await admin.ok('publishTarget.save', folderTarget(folder))
    await deployTo(admin, id)
    expect(await deployTo(admin, id)).toMatchObject({ state: 'done', written: 0, removed: 0 })
    const { id: classId } = await columnNamed(admin, '集团新闻')
    const made = await saveArticle(admin, classId, { title: '刚刚发布的消息' }, { isStatus: true })
    await buildStatics(admin)
    const after = await deployTo(admin, id)
    expect(after.written).toBeGreaterThan(1)
    expect(after.written).toBeLessThan(45)
    const page = join(folder, `news/group/${made.id}.html`)
    expect(await readFile(page, 'utf8')).toContain('刚刚发布的消息')
    expect(await admin.ok('publishTarget.findById', { id })).toMatchObject({ isCurrent: true, isPaused: false })
  })

  it('are asked about before files of others are touched, and those stay', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    const folder = await makeTargetFolder()
    await writeFile(join(folder, 'index.html'), 'old site')
    await mkdir(join(folder, 'other'))
    await writeFile(join(folder, 'other', 'kept.txt'), 'kept')
    const { id } = await admin.ok('publishTarget.save', folderTarget(folder))
    const asked = await deployTo(admin, id)
    expect(asked).toMatchObject({ state: 'confirm', asks: 'foreign', foreign: ['index.html', 'other/kept.txt'] })
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe('old site')
    expect(await deployTo(admin, id, { agreesForeign: true })).toMatchObject({ state: 'done' })
    expect(await readFile(join(folder, 'index.html'), 'utf8')).not.toBe('old site')
    expect(await readFile(join(folder, 'other', 'kept.txt'), 'utf8')).toBe('kept')
  })

  it('of one site are refused to another', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    await buildStatics(admin, 2)
    const folder = await makeTargetFolder()
    const first = await admin.ok('publishTarget.save', folderTarget(folder))
    await deployTo(admin, first.id)
    const home = await readFile(join(folder, 'index.html'), 'utf8')
    const second = await admin.ok('publishTarget.save', folderTarget(folder, { siteId: 2 }))
    expect(await deployTo(admin, second.id)).toMatchObject({ state: 'failed', message: /已用于站点“/ })
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe(home)
  })

  it('that others changed are mended', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    const folder = await makeTargetFolder()
    const { id } = await admin.ok('publishTarget.save', folderTarget(folder))
    await deployTo(admin, id)
    const before = await readTarget(folder)
    await rm(join(folder, 'news'), { recursive: true })
    await writeFile(join(folder, 'index.html'), 'defaced')
    expect(await deployTo(admin, id, { isVerified: true })).toMatchObject({ state: 'done' })
    expect(await readTarget(folder)).toEqual(before)
  })

  it('ask before a third of the pages go, and can be put back to what they were', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    const folder = await makeTargetFolder()
    const { id } = await admin.ok('publishTarget.save', folderTarget(folder, { isAuto: true }))
    await deployTo(admin, id)
    const before = await readTarget(folder)
    const { id: news } = await columnNamed(admin, '新闻中心')
    const below = (await columnsOf(admin, 1)).filter(({ parentId }) => parentId === news)
    await admin.ok(
      'column.deleteByIdList',
      below.map(({ id: columnId }) => ({ id: columnId })),
    )
    await buildStatics(admin)
    const asked = await deployTo(admin, id)
    expect(asked).toMatchObject({ state: 'confirm', asks: 'removal' })
    expect(await readTarget(folder)).toEqual(before)
    const agreed = await deployTo(admin, id, { agreesRemoval: true })
    expect(agreed.state).toBe('done')
    expect(agreed.removed).toBeGreaterThan(10)
    const { jobId } = await admin.ok('publishTarget.restore', { id: agreed.id })
    expect(await deploymentOf(admin, id, jobId)).toMatchObject({ state: 'done', cause: 'restore' })
    expect(await readTarget(folder)).toEqual(before)
    // Builds stay at home until somebody deploys by hand.
    expect(await admin.ok('publishTarget.findById', { id })).toMatchObject({ isPaused: true, isCurrent: false })
  })

  it('over SFTP get each build by themselves, with a key that the server keeps to itself', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const folder = await makeTargetFolder()
    const { host, port, username, privateKey } = ssh.account
    const { hostKey } = await admin.ok('publishTarget.readHostKey', { siteId: 1, host, port })
    expect(hostKey).toBe(ssh.account.hostKey)
    const form = { host, port, username, hostKey, signIn: 'key', privateKey, isAuto: true } as const
    const target = await admin.ok('publishTarget.save', folderTarget(folder, { kind: 'sftp', ...form }))
    expect(target).toMatchObject({ hasPrivateKey: true, hasPassword: false })
    expect(JSON.stringify(target)).not.toContain('PRIVATE KEY')
    expect(await admin.ok('publishTarget.test', { id: target.id })).toEqual({ message: '' })
    await buildStatics(admin)
    const files = async () => (await admin.ok('publishTarget.findById', { id: target.id })).isCurrent
    await expect.poll(files, WAIT).toBe(true)
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('<html')
    // The key goes nowhere else.
    const elsewhere = {
      ...folderTarget(folder, { kind: 'sftp', ...form }),
      id: target.id,
      privateKey: '',
      host: 'other.example',
    }
    expect((await admin.call('publishTarget.save', elsewhere)).msg).toContain('重新粘贴私钥')
  })

  it('are named by what is wrong with them', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const folder = await makeTargetFolder()
    const { id } = await admin.ok('publishTarget.save', folderTarget(folder))
    expect(await deployTo(admin, id)).toMatchObject({ state: 'failed', message: /还没有生成/ })
    await rm(folder, { recursive: true })
    expect((await admin.ok('publishTarget.test', { id })).message).toContain('不存在')
    for (const [form, text] of [
      [folderTarget('relative/folder'), '完整路径'],
      [folderTarget(server.deps.dataDir), '数据目录'],
      [folderTarget(join(server.deps.dataDir, 'uploads')), '数据目录'],
      [folderTarget('/'), '数据目录'],
      [folderTarget(folder, { basePath: 'bureau/' }), '访问路径'],
      [folderTarget(folder, { origin: 'https://a.example/b' }), '访问域名'],
      [folderTarget(folder, { kind: 'sftp' }), '请输入地址'],
      [folderTarget(folder, { kind: 'sftp', host: 'a.example', username: 'x' }), '请输入密码'],
    ] as const)
      expect((await admin.call('publishTarget.save', form)).msg, text).toContain(text)
  })
})
