import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildApp, type BuiltApp } from './buildApp.ts'
import { startSession, type Session } from './session.ts'

let app: BuiltApp
let main: Session
beforeAll(async () => {
  app = await buildApp(['main', 'preload'])
})
afterAll(() => app.remove())
afterEach(() => main.end())

const text = { isEditable: true, selectionText: '', misspelledWord: '', dictionarySuggestions: [] }
const labels = async (): Promise<unknown[]> => (await main.ask('contextMenu')).flatMap(({ label }) => label ?? [])

describe('a view (stand-in for Electron, not Electron itself)', () => {
  it('keeps its zoom from one run to the next', async () => {
    main = await startSession(app.path)
    await main.ask('zoom', 1.5)
    await main.ask('moveWindow', { x: 100, y: 50, width: 1200, height: 800 })
    const saved = (): Promise<string> => readFile(join(main.dataDir, 'window.json'), 'utf8').catch(() => '{}')
    await expect.poll(async () => JSON.parse(await saved()) as object).toMatchObject({ zoom: 1.5 })
    await main.kill()
    const again = await startSession(app.path, { dataDir: main.dataDir })
    expect(await again.called('webContents.setZoomLevel')).toEqual([[1.5]])
    await again.kill()
  })

  it('is printed, and written as a PDF where the person says', async () => {
    main = await startSession(app.path)
    await main.ask('clickMenu', '文件(&F)', '打印…')
    expect(await main.called('webContents.print')).toHaveLength(1)
    const filePath = join(main.dataDir, '站点 列表.pdf')
    await main.ask('answerDialog', { canceled: false, filePath })
    await main.ask('clickMenu', '文件(&F)', '另存为 PDF…')
    await expect.poll(() => readFile(filePath, 'utf8').catch(() => '')).toContain('%PDF')
    await main.ask('answerDialog', { canceled: false, filePath: join(main.dataDir, 'none', 'a.pdf') })
    await main.ask('clickMenu', '文件(&F)', '另存为 PDF…')
    await main.awaitCall('dialog.showMessageBox')
    expect((await main.called('dialog.showMessageBox'))[0]?.[1]).toMatchObject({ message: 'PDF 保存失败' })
  })

  it('has a menu for text: only copying outside of fields, corrections for a wrong word', async () => {
    main = await startSession(app.path)
    await main.ask('emitPage', 'context-menu', { ...text, isEditable: false })
    expect(await labels()).toEqual([])
    await main.ask('emitPage', 'context-menu', { ...text, isEditable: false, selectionText: '海洋' })
    expect(await labels()).toEqual(['复制'])
    await main.ask('emitPage', 'context-menu', { ...text, misspelledWord: 'teh', dictionarySuggestions: ['the'] })
    expect(await labels()).toEqual([
      'the',
      '添加到词典',
      '撤销',
      '重做',
      '剪切',
      '复制',
      '粘贴',
      '粘贴为纯文本',
      '全选',
    ])
    await main.ask('clickContextMenu', 'the')
    expect(await main.called('webContents.replaceMisspelling')).toEqual([['the']])
  })

  it('checks spelling only when the person wants it: a dictionary is fetched', async () => {
    main = await startSession(app.path)
    expect(await main.called('session.setSpellCheckerEnabled')).toEqual([[false]])
    await main.invoke('settings.set', { spellCheck: true })
    await main.invoke('settings.set', { editorFontSize: 18 })
    expect(await main.called('session.setSpellCheckerEnabled')).toEqual([[false], [true]])
    expect(await main.called('session.setSpellCheckerLanguages')).toEqual([[['en-US']]])
    await main.kill()
    const again = await startSession(app.path, { dataDir: main.dataDir })
    expect(await again.called('session.setSpellCheckerEnabled')).toEqual([[false], [true]])
    await again.kill()
  })

  it('fills the screen again after a restart', async () => {
    main = await startSession(app.path)
    await main.ask('fullScreen', true)
    const saved = (): Promise<string> => readFile(join(main.dataDir, 'window.json'), 'utf8').catch(() => '{}')
    await expect.poll(async () => JSON.parse(await saved()) as object).toMatchObject({ fullScreen: true })
    await main.kill()
    const again = await startSession(app.path, { dataDir: main.dataDir })
    expect(await again.called('window.setFullScreen')).toEqual([[true]])
    await again.kill()
  })

  it('comes back when the display under it goes or shrinks, and stays where it can be caught', async () => {
    const first = { x: 0, y: 0, width: 1920, height: 1040 }
    main = await startSession(app.path)
    await main.ask('displays', first, { x: 1920, y: 0, width: 2560, height: 1400 })
    await main.ask('moveWindow', { x: 2400, y: 100, width: 1800, height: 1200 })
    await main.ask('displays', first, { x: 1920, y: 0, width: 1280, height: 700 })
    expect(await main.called('window.setBounds')).toEqual([])
    await main.ask('displays', first)
    expect(await main.called('window.setBounds')).toEqual([[{ x: 60, y: 0, width: 1800, height: 1040 }]])
    await main.ask('displays', { x: 0, y: 0, width: 1024, height: 728 })
    expect(await main.called('window.setBounds')).toHaveLength(1)
  })
})
