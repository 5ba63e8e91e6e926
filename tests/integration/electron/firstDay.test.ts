import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { MenuItem } from '#tests/fakes/electron/menu.ts'
import { buildApp, type BuiltApp } from './buildApp.ts'
import { startSession, type Session } from './session.ts'

// What a person meets on the first day. In a stand-in as strict as Electron, not in Electron itself.

let app: BuiltApp
beforeAll(async () => {
  app = await buildApp(['main', 'preload'])
})
afterAll(() => app.remove())

async function start(options: Parameters<typeof startSession>[1] = {}): Promise<Session> {
  const main = await startSession(app.path, options)
  onTestFinished(() => main.end())
  return main
}

const NOTE = { title: '发布完成', body: '海洋' }

it('a notification that the system does not show is not said to be shown', async () => {
  const shown = await start()
  expect(await shown.invoke('app.notify', NOTE)).toMatchObject({ data: { shown: true } })
  const refused = await start({ platform: 'win32', env: { STAND_IN_NOTIFICATION_FAILS: 'disabled' } })
  expect(await refused.invoke('app.notify', NOTE)).toMatchObject({ data: { shown: false } })
  const without = await start({ env: { STAND_IN_NO_NOTIFICATIONS: '1' } })
  expect(await without.invoke('app.notify', NOTE)).toMatchObject({ data: { shown: false } })
})

it('a dialog that saves begins in the folder that was used last', async () => {
  const main = await start()
  const savePdf = async (path: string): Promise<string> => {
    await main.ask('clickMenu', '文件(&F)', '另存为 PDF…')
    const asked = await main.called('dialog.showSaveDialog')
    await main.ask('answerDialog', { canceled: false, filePath: path })
    return (asked.at(-1)?.[1] as { defaultPath?: string } | undefined)?.defaultPath ?? ''
  }
  expect(await savePdf(join(main.dataDir, '甲.pdf'))).toBe(join(main.dataDir, '站匠.pdf'))
  expect(await savePdf(join(main.dataDir, 'electron', '乙.pdf'))).toBe(join(main.dataDir, '站匠.pdf'))
  expect(await savePdf(join(main.dataDir, '丙.pdf'))).toBe(join(main.dataDir, 'electron', '站匠.pdf'))
})

it('a start with the system shows no window, as each system says it', async () => {
  const mac = await start({ platform: 'darwin', env: { STAND_IN_OPENED_AT_LOGIN: '1' }, window: false })
  await mac.awaitCall('window.loadURL')
  expect(await mac.called('window.show')).toEqual([])
  await mac.invoke('settings.set', { startWithSystem: true })
  await mac.awaitCall('app.setLoginItemSettings')
  expect(await mac.called('app.setLoginItemSettings')).toEqual([[{ openAtLogin: true }]])
  const windows = await start({ platform: 'win32', args: ['--hidden'], window: false, env: { STAND_IN_PACKAGED: '1' } })
  await windows.awaitCall('window.loadURL')
  expect(await windows.called('window.show')).toEqual([])
  await windows.invoke('settings.set', { startWithSystem: true })
  await windows.awaitCall('app.setLoginItemSettings')
  expect(await windows.called('app.setLoginItemSettings')).toEqual([[{ openAtLogin: true, args: ['--hidden'] }]])
})

it('the menu bar of a Mac has the outline, its own settings and no marks for keys', async () => {
  const main = await start({ platform: 'darwin' })
  expect(await main.called('nativeImage.createFromPath')).toEqual([[expect.stringMatching(/trayTemplate\.png$/)]])
  expect(await main.called('nativeImage.setTemplateImage')).toEqual([[true]])
  const labels = (items: MenuItem[]): string[] =>
    items.flatMap(({ label = '', submenu }) => [label, ...labels(submenu ?? [])])
  const all = labels(await main.ask('menu'))
  expect(all.filter((label) => label.includes('&'))).toEqual([])
  expect(all).toContain('设置…')
  await main.ask('clickMenu', '站匠', '设置…')
})

it('on Windows and Linux the window is grouped under the program', async () => {
  const [windows, linux] = [await start({ platform: 'win32' }), await start({ platform: 'linux' })]
  expect(await windows.called('app.setAppUserModelId')).toEqual([['cn.sitecraft.app']])
  expect(await linux.called('app.setDesktopName')).toEqual([['sitecraft.desktop']])
})

it('the panel about the program names it as the person knows it', async () => {
  const main = await start()
  expect(await main.called('app.setAboutPanelOptions')).toEqual([
    [expect.objectContaining({ applicationName: '站匠', applicationVersion: '0.1.0' })],
  ])
})

it('a computer that wakes up asks its server at once', async () => {
  const main = await start()
  await main.invoke('connections.use', { id: 'builtin' })
  await main.ask('emitPower', 'resume')
  expect(await main.invoke('site.page', { page: 1, size: 10 })).toMatchObject({ ok: true })
})

it('an error that nothing handles is explained in Chinese, and the program goes on', async () => {
  const main = await start()
  await main.ask('throwInMain', '坏了')
  await expect.poll(() => main.output()).toContain('站匠遇到了意外错误')
  expect(await main.invoke('app.info')).toMatchObject({ ok: true })
})
