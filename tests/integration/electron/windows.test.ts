import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CHANNEL } from '#shared/contract/ipc.ts'
import type { MenuItem } from '#tests/fakes/electron/menu.ts'
import { buildApp, type BuiltApp } from './buildApp.ts'
import { startSession, type Session } from './session.ts'

const KEEP_EDITING = { response: 0 }
const LEAVE = { response: 1 }

let app: BuiltApp
let main: Session
beforeAll(async () => {
  app = await buildApp(['main', 'preload'])
})
afterAll(() => app.remove())
beforeEach(async () => {
  main = await startSession(app.path)
})
afterEach(() => main.end())

describe('closing the window (stand-in for Electron, not Electron itself)', () => {
  it('asks while there is unsaved work, and names it', async () => {
    await main.invoke('app.setUnsaved', { titles: ['index.html', '站点设置'] })
    await main.ask('closeWindow')
    await main.awaitCall('dialog.showMessageBox')
    const [[, question] = []] = await main.called('dialog.showMessageBox')
    expect(question).toMatchObject({
      message: '有未保存的内容',
      detail: expect.stringContaining('index.html\n站点设置'),
    })
    await main.ask('closeWindow')
    await main.ask('answerDialog', KEEP_EDITING)
    expect(await main.called('dialog.showMessageBox')).toHaveLength(1)
    expect(await main.ask('windowCount')).toBe(1)

    await main.ask('closeWindow')
    await main.ask('answerDialog', LEAVE).catch(() => undefined)
    expect(await main.exited).toBe(0)
  })

  it('does not ask when all is saved', async () => {
    await main.invoke('app.setUnsaved', { titles: ['index.html'] })
    await main.invoke('app.setUnsaved', { titles: [] })
    await main.ask('closeWindow').catch(() => undefined)
    expect(await main.exited).toBe(0)
  })

  it('goes on with quitting after the answer', async () => {
    await main.invoke('app.setUnsaved', { titles: ['index.html'] })
    await main.ask('quit')
    await main.awaitCall('dialog.showMessageBox')
    expect(await main.ask('windowCount')).toBe(1)
    await main.ask('answerDialog', LEAVE).catch(() => undefined)
    expect(await main.exited).toBe(0)
  })

  it('asks before a reload too', async () => {
    expect(await main.ask('leavesPage')).toBe(true)
    await main.invoke('app.setUnsaved', { titles: ['index.html'] })
    await main.ask('answerDialog', KEEP_EDITING)
    expect(await main.ask('leavesPage')).toBe(false)
    await main.ask('answerDialog', LEAVE)
    expect(await main.ask('leavesPage')).toBe(true)
    expect(await main.called('dialog.showMessageBoxSync')).toHaveLength(2)
  })
})

describe('a page in trouble (stand-in for Electron, not Electron itself)', () => {
  it('is offered a reload after a crash, and its unsaved titles are gone with it', async () => {
    await main.invoke('app.setUnsaved', { titles: ['index.html'] })
    await main.ask('emitPage', 'render-process-gone', { reason: 'crashed', exitCode: 5 })
    await main.ask('answerDialog', { response: 0 })
    await main.awaitCall('webContents.reload')
    expect((await main.called('dialog.showMessageBox'))[0]?.[1]).toMatchObject({ message: '页面意外停止' })
    await main.ask('closeWindow').catch(() => undefined)
    expect(await main.exited).toBe(0)
  })

  it('is not asked about when it ended as it should', async () => {
    await main.ask('emitPage', 'render-process-gone', { reason: 'clean-exit', exitCode: 0 })
    expect(await main.called('dialog.showMessageBox')).toEqual([])
  })

  it('is offered a reload when it did not load, but not for a frame or an abandoned load', async () => {
    await main.ask('emitPage', 'did-fail-load', -3, 'ERR_ABORTED', 'app://sitecraft/', true)
    await main.ask('emitPage', 'did-fail-load', -6, 'ERR_FILE_NOT_FOUND', 'app://sitecraft/', false)
    expect(await main.called('dialog.showMessageBox')).toEqual([])
    await main.ask('emitPage', 'did-fail-load', -6, 'ERR_FILE_NOT_FOUND', 'app://sitecraft/', true)
    await main.ask('answerDialog', { response: 0 })
    await main.awaitCall('webContents.reload')
    expect((await main.called('dialog.showMessageBox'))[0]?.[1]).toMatchObject({ message: '页面加载失败' })
  })

  it('is reloaded on request when it hangs, and left alone when it recovers', async () => {
    await main.ask('emitWindow', 'unresponsive')
    await main.ask('emitWindow', 'responsive')
    await main.ask('answerDialog', LEAVE)
    await main.ask('emitWindow', 'unresponsive')
    await main.ask('answerDialog', LEAVE)
    await main.awaitCall('webContents.reload')
    expect(await main.called('webContents.forcefullyCrashRenderer')).toHaveLength(1)
    expect(await main.called('webContents.reload')).toHaveLength(1)
    expect(await main.called('dialog.showMessageBox')).toHaveLength(2)
  })
})

describe('the window and its menu (stand-in for Electron, not Electron itself)', () => {
  it('open again where they stood', async () => {
    const bounds = { x: 100, y: 50, width: 1200, height: 800 }
    await main.ask('moveWindow', bounds)
    const saved = (): Promise<string> => readFile(join(main.dataDir, 'window.json'), 'utf8').catch(() => '{}')
    await expect.poll(async () => JSON.parse(await saved())).toEqual({ bounds, maximized: false })
    await main.kill()
    const again = await startSession(app.path, { dataDir: main.dataDir })
    expect((await again.called('new BrowserWindow'))[0]?.[0]).toMatchObject(bounds)
    await again.kill()
  })

  it('come to the front when the program is started a second time', async () => {
    await main.ask('minimizeWindow')
    await main.ask('emitApp', 'second-instance', ['/opt/sitecraft'])
    expect(await main.called('window.restore')).toHaveLength(1)
    expect(await main.called('window.focus')).toHaveLength(1)
    const second = await startSession(app.path, { env: { STAND_IN_SECOND: '1' }, window: false })
    expect(await second.exited).toBe(0)
    await second.end()
  })

  it('have Chinese labels, each accelerator once, and no developer tools when packaged', async () => {
    const flat = (items: MenuItem[]): MenuItem[] => items.flatMap((item) => [item, ...flat(item.submenu ?? [])])
    const items = flat(await main.ask('menu'))
    for (const { label } of items) expect(label ?? '中').toMatch(/\p{Script=Han}/u)
    const keys = items.flatMap(({ accelerator }) => accelerator ?? [])
    expect(new Set(keys).size).toBe(keys.length)
    expect(items.map(({ role }) => role)).toContain('toggleDevTools')

    const packaged = await startSession(app.path, { env: { STAND_IN_PACKAGED: '1' } })
    expect(flat(await packaged.ask('menu')).map(({ role }) => role)).not.toContain('toggleDevTools')
    await packaged.end()
  })

  it('follow the theme, whoever changes it, and tell the page that listens', async () => {
    await main.ask('tell', CHANNEL.listen)
    await main.ask('clickMenu', '视图(&V)', '外观', '深色')
    await expect.poll(() => main.ask('theme')).toBe('dark')
    expect(await main.ask('sent')).toContainEqual({
      pageId: 1,
      channel: CHANNEL.event,
      message: { event: 'settings.changed', payload: expect.objectContaining({ theme: 'dark' }) },
    })
    await main.invoke('settings.set', { theme: 'light' })
    await expect.poll(() => main.ask('theme')).toBe('light')
    const view = (await main.ask('menu')).find(({ label }) => label === '视图(&V)')
    const themes = view?.submenu?.find(({ label }) => label === '外观')?.submenu ?? []
    expect(themes.filter(({ checked }) => checked).map(({ label }) => label)).toEqual(['浅色'])
  })
})

describe('the systems dialogs (stand-in for Electron, not Electron itself)', () => {
  it('give a grant for the chosen folder, and nothing when the user cancels', async () => {
    expect(await main.invoke('app.info')).toMatchObject({ ok: true, data: { host: 'electron', nativeDialogs: true } })
    await main.ask('answerDialog', { canceled: false, filePaths: ['/home/a/我的模板'] })
    expect(await main.invoke('folders.choose')).toMatchObject({
      ok: true,
      data: { grant: expect.any(String), label: expect.stringContaining('我的模板') },
    })
    await main.ask('answerDialog', { canceled: true, filePaths: [] })
    expect(await main.invoke('folders.choose')).toMatchObject({ ok: true, data: null })
  })
})

it('a notification of the page goes to the system (stand-in for Electron, not Electron itself)', async () => {
  const note = { title: '复制站点“海洋”已完成', body: '海洋' }
  expect(await main.invoke('app.notify', note)).toMatchObject({ ok: true, data: { shown: true } })
  expect(await main.called('notification.show')).toEqual([[note]])
})

describe('a data folder that can not be used (stand-in for Electron, not Electron itself)', () => {
  it('is named in a message before the program ends', async () => {
    const file = join(main.dataDir, 'window.json', 'below-a-file')
    await main.ask('moveWindow', { x: 0, y: 0, width: 1000, height: 700 })
    await expect.poll(() => readFile(join(main.dataDir, 'window.json'), 'utf8').catch(() => '')).not.toBe('')
    const broken = await startSession(app.path, { dataDir: file, window: false })
    expect(await broken.exited).toBe(1)
    expect(broken.output()).toContain('站匠无法启动')
    expect(broken.output()).toContain(file)
  })
})
