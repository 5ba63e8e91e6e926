import { mkdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { HostHandlers } from '#shared/contract/bridge.ts'
import { localFileHandlers } from '#services/localFiles/index.ts'
import { RESERVED_FOLDER } from '#services/sync/core/names.ts'
import { createDragOut } from '#services/transfers/dragOut.ts'
import { createFakeRemote, type FakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

let desk: SyncHarness
let remote: FakeRemote
let id: string
let files: HostHandlers<'localFiles'>
const opened: string[] = []

beforeEach(async () => {
  remote = createFakeRemote({ 'index.html': '<p>首页</p>\n', 'css/site.css': 'body {}\n' })
  desk = await openSyncHarness(remote)
  id = await desk.connect()
  await until(async () => expect((await desk.view()).state).toBe('idle'))
  opened.length = 0
  files = localFileHandlers({
    folderOf: (workspace) => desk.service.folderOf(workspace),
    workspaces: () => desk.service.workspaces(),
    emit: () => undefined,
    shell: { openExternal: async () => undefined, revealFolder: async (path) => void opened.push(path) },
    editors: {
      list: async () => [{ id: 'vscode', title: 'VS Code' }],
      open: async (editor, path) => void opened.push(`${editor} ${path}`),
    },
  })
})
afterEach(() => desk.close())

const open = (path: string) => files['localFiles.open']({ id, path })
const save = (path: string, content: string, was: { hash: string; encoding: 'utf-8' | 'utf-8-bom' | 'gb18030' }) =>
  files['localFiles.save']({ id, path, content, encoding: was.encoding, expectedHash: was.hash })
const trash = async (): Promise<string[]> =>
  (await desk.service.handlers['workspaces.trash']({ id })).map(({ path }) => path).toSorted()

describe('texts', () => {
  test('a save replaces the file in one step, and the sync carries it to the server', async () => {
    const before = await open('index.html')
    expect(before).toMatchObject({ content: '<p>首页</p>\n', encoding: 'utf-8' })
    const inode = (await stat(join(desk.root, 'index.html'))).ino
    const { hash } = await save('index.html', '<p>新的首页</p>\n', before)
    expect((await stat(join(desk.root, 'index.html'))).ino).not.toBe(inode)
    expect((await open('index.html')).hash).toBe(hash)
    await until(() => expect(remote.texts()['index.html']).toBe('<p>新的首页</p>\n'))
  })

  test('[S37] encoding, byte order mark and line ends stay as they were', async () => {
    const gbk = iconv.encode('标题\r\n内容\r\n', 'gbk')
    await desk.write('gbk.html', gbk)
    const bom = Buffer.from('\uFEFFa\r\nb\r\n', 'utf8')
    await desk.write('bom.css', bom)
    for (const [path, bytes] of [
      ['gbk.html', gbk],
      ['bom.css', bom],
    ] as const) {
      const text = await open(path)
      await save(path, `${text.content}x`, text)
      expect(await readFile(join(desk.root, path))).toEqual(Buffer.concat([bytes, Buffer.from('x')]))
    }
    expect((await open('gbk.html')).encoding).toBe('gb18030')
    expect((await open('bom.css')).encoding).toBe('utf-8-bom')
    await desk.write('picture.png', Buffer.from([0x89, 0x50, 0, 1]))
    await expect(open('picture.png')).rejects.toMatchObject({ code: 'unsupported' })
  })

  test('what another program wrote meanwhile is not overwritten; a file that went can be made anew', async () => {
    const before = await open('index.html')
    await desk.write('index.html', 'by vim')
    await expect(save('index.html', 'mine', before)).rejects.toMatchObject({ code: 'conflict' })
    expect(await desk.read('index.html')).toBe('by vim')
    await desk.remove('css')
    const gone = { hash: before.hash, encoding: 'utf-8' } as const
    await expect(save('css/site.css', 'mine', gone)).rejects.toMatchObject({ code: 'not-found' })
    await save('css/site.css', 'mine', { hash: '', encoding: 'utf-8' })
    expect(await desk.read('css/site.css')).toBe('mine')
    await expect(save('css/site.css', 'again', { hash: '', encoding: 'utf-8' })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('versions tell what became other on the disk, also while the workspace is paused', async () => {
    await desk.service.handlers['workspaces.pause']({ id })
    const { hash } = await open('index.html')
    const ask = () => files['localFiles.versions']({ id, paths: ['index.html', 'none.css'] })
    expect(await ask()).toEqual([
      { path: 'index.html', hash },
      { path: 'none.css', hash: null },
    ])
    await desk.write('index.html', '<p>那页</p>\n')
    expect((await ask())[0]?.hash).not.toBe(hash)
  })

  test('the sync’s log names what happened to a file last', async () => {
    const before = await open('index.html')
    await save('index.html', 'mine', before)
    await until(() => expect(remote.texts()['index.html']).toBe('mine'))
    await until(async () => expect((await open('index.html')).last?.text).toContain('已上传'))
  })
})

describe('paths', () => {
  test('[S36] nothing outside of the folder is reached: no way up, no link, nothing of git or of the sync', async () => {
    const outside = join(desk.dataDir, 'secret.txt')
    await writeFile(outside, 'secret')
    await symlink(desk.dataDir, join(desk.root, 'linked'))
    await symlink(outside, join(desk.root, 'link.txt'))
    await mkdir(join(desk.root, '.git'))
    await writeFile(join(desk.root, '.git/config'), '[core]')
    const closed = ['../data/secret.txt', 'css/../../data/secret.txt', '/etc/passwd', 'a\\..\\b', 'css//x', './x']
    const own = ['.git/config', '.GIT/config', `${RESERVED_FOLDER}/workspace.json`]
    for (const path of [...closed, ...own, 'linked/secret.txt', 'link.txt']) {
      const refused = { code: expect.stringMatching(/forbidden|unsupported/) }
      await expect(open(path), path).rejects.toMatchObject(refused)
      await expect(save(path, 'x', { hash: '', encoding: 'utf-8' }), path).rejects.toThrow()
      await expect(files['localFiles.remove']({ id, path }), path).rejects.toMatchObject(refused)
      await expect(files['localFiles.rename']({ id, path, to: 'stolen.txt' }), path).rejects.toThrow()
    }
    for (const to of ['../x.html', '.git/hooks/post-checkout', 'linked/x.html']) {
      await expect(files['localFiles.rename']({ id, path: 'index.html', to }), to).rejects.toThrow()
      await expect(files['localFiles.create']({ id, path: to, folder: false }), to).rejects.toThrow()
    }
    await expect(files['localFiles.list']({ id, path: 'linked' })).rejects.toThrow()
    expect(await readFile(outside, 'utf8')).toBe('secret')
    const names = (await files['localFiles.list']({ id, path: '' })).map(({ name }) => name)
    expect(names).toEqual(['css', 'index.html'])
  })

  test('[S34] a new name that some computer can not take is refused with the reason', async () => {
    for (const path of ['a:b.html', 'con.css', 'end. ', 'x'.repeat(300)]) {
      await expect(files['localFiles.create']({ id, path, folder: false }), path).rejects.toMatchObject({
        code: 'invalid',
      })
    }
  })
})

describe('entries', () => {
  test('files and folders are made, renamed without replacing anything, and named as ignored where they are', async () => {
    await files['localFiles.create']({ id, path: 'pages/about.html', folder: false })
    await files['localFiles.create']({ id, path: 'img', folder: true })
    await expect(files['localFiles.create']({ id, path: 'img', folder: true })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(files['localFiles.rename']({ id, path: 'index.html', to: 'css/site.css' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await files['localFiles.rename']({ id, path: 'css', to: 'style/css' })
    expect(await desk.read('style/css/site.css')).toBe('body {}\n')
    await files['localFiles.rename']({ id, path: 'index.html', to: 'Index.html' })
    await desk.write('node_modules/x/index.js', '')
    const listed = await files['localFiles.list']({ id, path: '' })
    expect(listed.map(({ path, folder, ignored }) => [path, folder, ignored])).toEqual([
      ['img', true, false],
      ['node_modules', true, true],
      ['pages', true, false],
      ['style', true, false],
      ['Index.html', false, false],
    ])
    await until(() =>
      expect(Object.keys(remote.texts()).toSorted()).toEqual(['Index.html', 'pages/about.html', 'style/css/site.css']),
    )
  })

  test('[S20] a deleted file, and a folder with all its files, is in the trash as one moment and comes back', async () => {
    await desk.write('many/a.css', 'a')
    await desk.write('many/deep/b.css', 'b')
    await until(() => expect(remote.texts()['many/deep/b.css']).toBe('b'))
    expect(await files['localFiles.remove']({ id, path: 'many' })).toEqual({ files: 2 })
    expect(await trash()).toEqual(['many/a.css', 'many/deep/b.css'])
    await until(() => expect(Object.keys(remote.texts())).not.toContain('many/a.css'))
    const [entry] = await desk.service.handlers['workspaces.trash']({ id })
    await desk.service.handlers['workspaces.restoreMoment']({ id, moment: entry?.moment ?? '' })
    expect(await desk.read('many/deep/b.css')).toBe('b')
  })

  test('a folder with a link in it is left alone as a whole', async () => {
    await desk.write('many/a.css', 'a')
    await symlink(desk.dataDir, join(desk.root, 'many/out'))
    await expect(files['localFiles.remove']({ id, path: 'many' })).rejects.toMatchObject({ code: 'unsupported' })
    expect(await desk.read('many/a.css')).toBe('a')
  })

  test('files are found by parts of their names, the best first', async () => {
    for (const path of ['js/site.js', 'css/old/site.min.css', 'pages/sitemap.html']) await desk.write(path, 'x')
    await until(async () => expect((await files['localFiles.find']({ id, text: '' })).of).toBe(5))
    const find = async (text: string) => (await files['localFiles.find']({ id, text })).paths
    expect(await find('SITE')).toEqual(['js/site.js', 'css/site.css', 'pages/sitemap.html', 'css/old/site.min.css'])
    expect(await find('old/s')).toEqual(['css/old/site.min.css'])
    expect(await find('pgmap')).toEqual(['pages/sitemap.html'])
    expect(await find('zzz')).toEqual([])
    const everywhere = await files['localFiles.findAll']({ text: 'old/s' })
    expect(everywhere).toEqual([{ id, workspace: (await desk.view()).templateName, path: 'css/old/site.min.css' }])
    expect(await files['localFiles.findAll']({ text: 'zzz' })).toEqual([])
  })

  test('a folder or file is opened in an editor that the page names, never by a path of its own', async () => {
    await files['localFiles.openIn']({ id, editor: 'folder', path: '' })
    await files['localFiles.openIn']({ id, editor: 'vscode', path: 'css/site.css' })
    expect(opened).toEqual([desk.root, `vscode ${join(desk.root, 'css/site.css')}`])
    await expect(files['localFiles.openIn']({ id, editor: 'vscode', path: '../data' })).rejects.toThrow()
  })
})

test('a folder that is away says so, and is not made', async () => {
  await rename(desk.root, `${desk.root}-away`)
  await expect(files['localFiles.list']({ id, path: '' })).rejects.toMatchObject({ code: 'not-found' })
  await expect(files['localFiles.create']({ id, path: 'a/b.css', folder: false })).rejects.toThrow()
  await expect(stat(desk.root)).rejects.toMatchObject({ code: 'ENOENT' })
  await rename(`${desk.root}-away`, desk.root)
})

describe('files and folders that are dragged out of a workspace', () => {
  const carried: string[][] = []
  const dragOut = () => {
    carried.length = 0
    return createDragOut({
      client: () => Promise.reject(new Error('nothing is asked of the server')),
      folderOf: (workspace) => desk.service.folderOf(workspace),
      dragger: { start: (paths) => carried.push([...paths]) > 0 },
      links: null,
      clock: { now: () => new Date() },
      folder: join(desk.root, '..', 'never made'),
    }).handlers
  }

  test('are the person’s own, where they lie', async () => {
    const { 'dragOut.prepare': prepare, 'dragOut.start': start } = dragOut()
    const { ticket } = await prepare({ from: 'workspace', id, paths: ['css', 'index.html'] })
    expect(await start({ ticket })).toEqual({ started: true })
    expect(carried).toEqual([[join(desk.root, 'css'), join(desk.root, 'index.html')]])
  })

  test('lie in the folder of the workspace, and not behind a link', async () => {
    const { 'dragOut.prepare': prepare } = dragOut()
    await symlink('/etc/hosts', join(desk.root, 'link.html'))
    const refused = { '../secret': 'forbidden', '.git/config': 'forbidden', 'link.html': 'unsupported' }
    for (const [path, code] of Object.entries(refused))
      await expect(prepare({ from: 'workspace', id, paths: [path] }), path).rejects.toMatchObject({ code })
    await expect(prepare({ from: 'workspace', id, paths: ['none.html'] })).rejects.toMatchObject({ code: 'not-found' })
  })
})
