import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CHANNEL } from '#shared/contract/ipc.ts'
import { buildApp, type BuiltApp } from './buildApp.ts'
import { startSession, type Session } from './session.ts'

const LINK = 'sitecraft://open/admin/model_manage/12?entry=5&at=https%3A%2F%2Fcms.example.com&in=3'
const PAGE = '/open/admin/model_manage/12?entry=5&at=https%3A%2F%2Fcms.example.com&in=3'
const told = { pageId: 1, channel: CHANNEL.event, message: { event: 'page.open', payload: { href: PAGE } } }

let app: BuiltApp
let main: Session
beforeAll(async () => {
  app = await buildApp(['main', 'preload'])
})
afterAll(() => app.remove())
afterEach(() => main.end())

describe('a link from outside (stand-in for Electron, not Electron itself)', () => {
  it('begins with its page when it starts the program', async () => {
    main = await startSession(app.path, { args: [LINK] })
    expect(await main.called('window.loadURL')).toEqual([[`app://sitecraft${PAGE}`]])
  })

  it('comes to the window that is open, by a second start and as a Mac gives it, once its page hears', async () => {
    main = await startSession(app.path, { platform: 'darwin' })
    await main.ask('minimizeWindow')
    await main.ask('emitApp', 'second-instance', ['/opt/sitecraft', '--allow-file-access', LINK])
    expect(await main.called('window.restore')).toHaveLength(1)
    expect(await main.ask('sent')).toEqual([])
    await main.ask('tell', CHANNEL.listen)
    expect(await main.ask('sent')).toEqual([told])
    await main.ask('emitApp', 'open-url', LINK)
    expect(await main.ask('sent')).toEqual([told, told])
    expect(await main.ask('windowCount')).toBe(1)
  })

  it.each([
    ['a script', 'sitecraft://open/settings?x=<script>alert(1)</script>'],
    ['another command', 'sitecraft://run/settings'],
    ['100 kB', `sitecraft://open/settings?x=${'a'.repeat(100_000)}`],
  ])('with %s is refused with a message and opens nothing', async (_what, link) => {
    main = await startSession(app.path)
    await main.ask('tell', CHANNEL.listen)
    await main.ask('emitApp', 'second-instance', ['/opt/sitecraft', link])
    await main.awaitCall('dialog.showMessageBox')
    expect((await main.called('dialog.showMessageBox'))[0]?.[0]).toMatchObject({ message: '链接没有打开' })
    expect(await main.ask('sent')).toEqual([])
    expect(await main.called('window.loadURL')).toEqual([['app://sitecraft/']])
  })

  it.each([
    ['win32', 1],
    ['linux', 0],
  ] as const)(
    'is given to this program by the system once it is installed: by itself on %s %i times',
    async (platform, times) => {
      main = await startSession(app.path, { platform, env: { STAND_IN_PACKAGED: '1' } })
      expect(await main.called('app.setAsDefaultProtocolClient')).toHaveLength(times)
    },
  )

  it('that comes while the program still starts opens afterwards', async () => {
    main = await startSession(app.path, { env: { STAND_IN_SECOND_STARTED_WITH: LINK } })
    expect(await main.called('window.loadURL')).toEqual([[`app://sitecraft${PAGE}`]])
  })

  it('that a Mac gives before it is ready opens afterwards', async () => {
    main = await startSession(app.path, { platform: 'darwin', env: { STAND_IN_OPEN_URL: LINK } })
    expect(await main.called('window.loadURL')).toEqual([[`app://sitecraft${PAGE}`]])
  })
})
