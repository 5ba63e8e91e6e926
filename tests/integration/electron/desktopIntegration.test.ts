import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CHANNEL } from '#shared/contract/ipc.ts'
import { PASSWORD, startCms } from '#tests/fakes/cms.ts'
import { buildApp, type BuiltApp } from './buildApp.ts'
import { startSession, type Session } from './session.ts'

const QUIET = { syncing: 0, conflicts: 0, tasks: 0, unread: 0, uploads: 0, jobs: 0 }

let app: BuiltApp
let main: Session
beforeAll(async () => {
  app = await buildApp(['main', 'preload'])
})
afterAll(() => app.remove())
afterEach(() => main.end())

const labels = async (): Promise<(string | undefined)[]> =>
  (await main.ask('trayMenu')).flatMap(({ label }) => (label === undefined ? [] : [label]))
/** What else the page is told, such as how the session stands, is not of interest here. */
const opened = async (): Promise<unknown[]> =>
  (await main.ask('sent'))
    .map(({ message }) => message as { event: string })
    .filter(({ event }) => event === 'page.open')
const opens = (href: string): unknown => ({ event: 'page.open', payload: { href } })

describe('tray, badge and bar (stand-in for Electron, not Electron itself)', () => {
  it('say what goes on and waits, and lead to it', async () => {
    main = await startSession(app.path)
    await main.ask('tell', CHANNEL.listen)
    expect(await labels()).toEqual(['打开站匠', '没有等待处理的事', '设置', '退出'])
    const state = { ...QUIET, syncing: 1, conflicts: 2, tasks: 3, unread: 4, uploads: 5 }
    expect(await main.invoke('desktop.showState', state)).toMatchObject({ ok: true })
    expect(await labels()).toEqual(['打开站匠', '同步中', '冲突 2', '待审批 3', '未读通知 4', '上传 5', '设置', '退出'])
    expect((await main.called('tray.setToolTip')).at(-1)).toEqual([
      '站匠\n同步中\n冲突 2\n待审批 3\n未读通知 4\n上传 5',
    ])
    expect((await main.called('app.setBadgeCount')).at(-1)).toEqual([9])
    await main.ask('clickTrayMenu', '待审批 3')
    expect(await opened()).toEqual([opens('/U176/U179')])
    expect(await main.called('new Tray')).toHaveLength(1)
    expect(await main.invoke('desktop.showState', { ...state, tasks: -1 })).toMatchObject({ ok: false })
  })

  it('draw a moving bar for jobs, and leave it to the uploads while there are some', async () => {
    main = await startSession(app.path)
    await main.invoke('desktop.showState', { ...QUIET, jobs: 1, uploads: 1 })
    expect(await main.called('window.setProgressBar')).toEqual([])
    await main.invoke('desktop.showState', { ...QUIET, jobs: 1 })
    await main.invoke('desktop.showState', { ...QUIET, jobs: 2 })
    await main.invoke('desktop.showState', QUIET)
    expect(await main.called('window.setProgressBar')).toEqual([[2], [-1]])
  })

  it('offer recent places and new things in the dock, and nothing that is no address of the page', async () => {
    main = await startSession(app.path, { platform: 'darwin' })
    await main.ask('tell', CHANNEL.listen)
    const places = [
      { title: '海洋模板', href: '/workspace?id=abc', siteId: 0, kind: 'recent' },
      { title: '坏的', href: '//evil.example/a', siteId: 0, kind: 'recent' },
      { title: '新增站点', href: '/site/list?begin=1', siteId: 0, kind: 'begin' },
    ]
    expect(await main.invoke('desktop.setJumpList', { places })).toMatchObject({ ok: true })
    expect((await main.ask('dockMenu')).flatMap(({ label }) => label ?? [])).toEqual(['海洋模板', '新增站点'])
  })
})

describe('a notification (stand-in for Electron, not Electron itself)', () => {
  it('leads to its place', async () => {
    main = await startSession(app.path)
    await main.ask('tell', CHANNEL.listen)
    const note = { title: '“年报”等待审批', body: '张三 提交' }
    await main.invoke('app.notify', { ...note, href: '/U176/U179' })
    expect(await main.called('notification.show')).toEqual([[note]])
    await main.ask('clickNotification', 0)
    expect(await opened()).toEqual([opens('/U176/U179')])
    expect(await main.called('window.focus')).toHaveLength(1)
  })

  it('is not shown for the place that the person looks at', async () => {
    main = await startSession(app.path)
    await main.invoke('app.notify', { title: '“年报”等待审批', body: '', href: '/' })
    expect(await main.called('notification.show')).toEqual([])
    await main.invoke('app.notify', { title: '“年报”等待审批', body: '', href: '/U176/U179' })
    expect(await main.called('notification.show')).toHaveLength(1)
  })
})

describe('closing to the tray (stand-in for Electron, not Electron itself)', () => {
  it('hides the window with its unsaved work, says so once, and ends when it is quit', async () => {
    main = await startSession(app.path)
    await main.invoke('settings.set', { keepInTray: true })
    await main.invoke('app.setUnsaved', { titles: ['index.html'] })
    await main.ask('closeWindow')
    expect(await main.ask('isVisible')).toBe(false)
    await main.awaitCall('notification.show')
    expect((await main.called('notification.show'))[0]?.[0]).toMatchObject({ title: '站匠仍在运行' })
    await main.ask('clickTray')
    expect(await main.ask('isVisible')).toBe(true)
    await expect
      .poll(async () => (await main.invoke('settings.get')) as object)
      .toMatchObject({ data: { trayTold: true } })
    await main.ask('closeWindow')
    expect(await main.called('notification.show')).toHaveLength(1)
    expect(await main.called('dialog.showMessageBox')).toEqual([])

    // Quitting asks about the unsaved work; who stays and closes the window afterwards hides it again.
    await main.ask('quit')
    await main.awaitCall('dialog.showMessageBox')
    await main.ask('answerDialog', { response: 0 })
    await main.ask('closeWindow')
    expect(await main.ask('windowCount')).toBe(1)
    await main.invoke('app.setUnsaved', { titles: [] })
    await main.ask('clickTrayMenu', '退出').catch(() => undefined)
    expect(await main.exited).toBe(0)
  })

  it('is not done unless it was chosen', async () => {
    main = await startSession(app.path)
    await main.ask('closeWindow').catch(() => undefined)
    expect(await main.exited).toBe(0)
  })
})

describe('starting with the system (stand-in for Electron, not Electron itself)', () => {
  it('is set and taken back with the choice', async () => {
    const config = { XDG_CONFIG_HOME: join(tmpdir(), `sc-${process.pid}`) }
    main = await startSession(app.path, { env: config })
    await main.invoke('settings.set', { startWithSystem: true })
    if (process.platform !== 'linux') {
      await main.awaitCall('app.setLoginItemSettings')
      return
    }
    const entry = join(config.XDG_CONFIG_HOME, 'autostart', 'sitecraft.desktop')
    const read = (): Promise<string> => readFile(entry, 'utf8').catch(() => '')
    await expect.poll(read).toContain('--hidden')
    await main.invoke('settings.set', { startWithSystem: false })
    await expect.poll(read).toBe('')
  })

  it('shows no window, and one when it is asked for', async () => {
    main = await startSession(app.path, { args: ['--hidden'], window: false })
    await main.awaitCall('window.loadURL')
    await main.awaitCall('new Tray')
    expect(await main.called('window.show')).toEqual([])
    await main.ask('clickTray')
    expect(await main.called('window.show')).toHaveLength(1)
  })
})

describe('files dragged out of the window (stand-in for Electron, not Electron itself)', () => {
  it('are handed to the system as files on this computer, with a picture beside the pointer', async () => {
    main = await startSession(app.path)
    const cms = await startCms()
    cms.serveFile('a.png', Buffer.from('one'), 'image/png')
    cms.serveFile('b.pdf', Buffer.from('two'), 'application/pdf')
    const { data } = (await main.invoke('connections.save', { name: '外部', baseUrl: cms.baseUrl })) as {
      data: { id: string }
    }
    await main.invoke('connections.use', data)
    const who = { username: 'editor', password: PASSWORD, imageCodeKey: 'key-1', imageCodeValue: 'abcd' }
    expect(await main.invoke('session.signIn', who)).toMatchObject({ ok: true })
    const files = [
      { accessPath: 'a.png', name: '封面.png' },
      { accessPath: 'b.pdf', name: '年报.pdf' },
    ]
    const prepared = await main.invoke('dragOut.prepare', { from: 'library', files })
    expect(await main.called('webContents.startDrag')).toEqual([])
    const { ticket } = (prepared as { data: { ticket: string } }).data
    expect(await main.invoke('dragOut.start', { ticket })).toMatchObject({ ok: true, data: { started: true } })
    const [[first, all] = []] = await main.called('webContents.startDrag')
    const paths = all as string[]
    expect(first).toBe(paths[0])
    expect(paths.map((path) => basename(path))).toEqual(['封面.png', '年报.pdf'])
    expect(await Promise.all(paths.map((path) => readFile(path, 'utf8')))).toEqual(['one', 'two'])
    expect(await main.called('nativeImage.createFromPath')).not.toEqual([])
    await cms.close()
  })
})
