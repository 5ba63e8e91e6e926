import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { launchStandIn, type LaunchOptions, type StandIn } from '#tests/fakes/electron/launch.ts'

/** Runs a program of a few lines in the stand-in. `done()` ends it. */
async function run(
  main: string,
  options: { platform?: LaunchOptions['platform']; files?: Record<string, string> } = {},
): Promise<StandIn> {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-stand-in-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', main: 'main.js', version: '1.0.0' }))
  await writeFile(join(folder, 'main.js'), `import * as electron from 'electron'\n${main}`)
  for (const [name, text] of Object.entries(options.files ?? {})) await writeFile(join(folder, name), text)
  const standIn = launchStandIn({ appPath: folder, dataDir: join(folder, 'data'), platform: options.platform })
  onTestFinished(() => standIn.kill())
  return standIn
}

const AFTER_READY = (lines: string): string =>
  `await 0; void electron.app.whenReady().then(async () => { ${lines} }).catch((error) => console.error(String(error))).finally(() => electron.app.exit())`

describe('the stand-in for Electron refuses', () => {
  it.each([
    ['a member that does not exist', 'electron.app.openEverything()', 'electron.d.ts knows no App.openEverything'],
    ['an option that does not exist', 'new electron.BrowserWindow({ colour: "red" })', 'has no option colour'],
    ['a value that does not exist', 'electron.nativeTheme.themeSource = "blue"', 'NativeTheme.themeSource is "blue"'],
    ['an event that does not exist', 'electron.app.on("will-explode", () => {})', 'no event will-explode'],
    ['a role that does not exist', 'electron.Menu.buildFromTemplate([{ role: "explode" }])', '.role is "explode"'],
    ['a call of Windows', 'electron.app.setJumpList([])', 'App.setJumpList is not a function on linux'],
    ['an option of Windows', 'new electron.Notification({ toastXml: "<a/>" })', 'has no effect on linux'],
    [
      'a call on a window that is gone',
      'const w = new electron.BrowserWindow({}); electron.app.on("window-all-closed", () => {}); w.destroy(); w.show()',
      'Object has been destroyed: BrowserWindow.show',
    ],
    [
      'a page of a window that is gone',
      'const w = new electron.BrowserWindow({}); const p = w.webContents; electron.app.on("window-all-closed", () => {}); w.destroy(); p.reload()',
      'Object has been destroyed: WebContents.reload',
    ],
    ['what must come before ready', 'electron.app.enableSandbox()', 'must be used before the app is ready'],
    ['a folder that is not there', 'electron.app.setPath("userData", "/nowhere/at/all")', 'the folder does not exist'],
  ])('%s', async (_what, lines, problem) => {
    const standIn = await run(AFTER_READY(lines))
    await standIn.exited
    expect(standIn.violations()).toEqual([expect.stringContaining(problem)])
  })

  it.each([
    'new electron.BrowserWindow({})',
    'new electron.Tray("a.png")',
    'electron.session.defaultSession',
    'electron.screen.getAllDisplays()',
    'electron.utilityProcess.fork("a.js")',
    'electron.protocol.handle("app", () => new Response())',
  ])('%s before ready', async (line) => {
    const standIn = await run(`try { ${line} } finally { setTimeout(() => electron.app.exit(), 50) }`)
    await standIn.exited
    expect(standIn.violations()[0]).toMatch(/ready/)
  })

  it('and has what the system has: a dock on a Mac alone', async () => {
    const line = AFTER_READY('console.log("dock:" + typeof electron.app.dock)')
    const [mac, linux] = [await run(line, { platform: 'darwin' }), await run(line)]
    await Promise.all([mac.exited, linux.exited])
    expect([mac.output(), linux.output()]).toEqual(['dock:object\n', 'dock:undefined\n'])
    expect([...mac.violations(), ...linux.violations()]).toEqual([])
  })
})

describe('a utility process of the stand-in', () => {
  const forked = (lines: string): string =>
    AFTER_READY(
      `const { join } = await import('node:path')
      const child = electron.utilityProcess.fork(join(electron.app.getAppPath(), 'child.js'), [], { stdio: 'pipe', env: { ...process.env, NODE_EXTRA_CA_CERTS: '/ca.pem' } })
      console.log('pid before: ' + child.pid)
      child.stdout.on('data', (text) => console.log('printed: ' + text))
      const event = (name) => new Promise((resolve) => child.once(name, resolve))
      ${lines}`,
    )

  it('does not end when its loop is empty, and loses what it printed at its exit', async () => {
    const wait = `await new Promise((resolve) => child.stdout.once('data', resolve)); const end = event('exit').then(() => 'ended'); const late = new Promise((resolve) => setTimeout(resolve, 400, 'still there'))
      console.log(await Promise.race([end, late])); child.kill(); await end; console.log('pid after: ' + child.pid)`
    const idle = await run(forked(wait), { files: { 'child.js': 'console.log("done")' } })
    await idle.exited
    expect(idle.output()).toBe('pid before: undefined\nprinted: done\n\nstill there\npid after: undefined\n')
    const ending = await run(forked('console.log("code " + await event("exit"))'), {
      files: { 'child.js': 'console.log("lost"); process.exit(3)' },
    })
    await ending.exited
    expect(ending.output()).toBe('pid before: undefined\ncode 3\n')
  })

  it.each([
    ['win32', 'killed without a word'],
    ['linux', 'asked to end'],
  ] as const)('on %s is %s by kill()', async (platform, _how) => {
    const child = 'process.on("SIGTERM", () => process.exit(7)); process.parentPort.postMessage("up")'
    const standIn = await run(
      forked('await event("message"); child.kill(); console.log("code " + await event("exit"))'),
      {
        platform,
        files: { 'child.js': child },
      },
    )
    await standIn.exited
    expect(standIn.output()).toContain(platform === 'win32' ? 'code 1\n' : 'code 7\n')
  })

  it('has neither OpenSSL’s own ciphers nor NODE_EXTRA_CA_CERTS', async () => {
    const child = `import { createCipheriv } from 'node:crypto'
      let why = ''
      try { createCipheriv('camellia-256-cbc', Buffer.alloc(32), Buffer.alloc(16)) } catch (error) { why = error.message }
      process.parentPort.postMessage(why + '; ' + process.env.NODE_EXTRA_CA_CERTS)`
    const standIn = await run(forked('console.log(await event("message")); child.kill()'), {
      files: { 'child.js': child },
    })
    await standIn.exited
    expect(standIn.output()).toContain('Unknown cipher: camellia-256-cbc; undefined\n')
  })
})

describe('quitting in the stand-in', () => {
  it('goes through before-quit, the windows, will-quit and quit, and a kept window stops it', async () => {
    const standIn = await run(`
      const say = (name) => electron.app.on(name, () => console.log(name))
      for (const name of ['before-quit', 'window-all-closed', 'will-quit', 'quit']) say(name)
      await 0
      void electron.app.whenReady().then(() => {
        const window = new electron.BrowserWindow({})
        window.once('close', (event) => { console.log('kept'); event.preventDefault(); setTimeout(() => electron.app.quit(), 50) })
        window.on('closed', () => console.log('closed'))
        electron.app.quit()
      })`)
    await standIn.exited
    expect(standIn.output().trim().split('\n')).toEqual([
      'before-quit',
      'kept',
      'before-quit',
      'closed',
      'will-quit',
      'quit',
    ])
  })

  it('an uncaught error shows a box and goes on, unless it is handled', async () => {
    const throwing = AFTER_READY(
      'setTimeout(() => { throw new Error("oh") }); await new Promise((resolve) => setTimeout(resolve, 50))',
    )
    const bare = await run(throwing)
    expect(await bare.exited).toBe(0)
    expect(bare.violations()).toEqual(['A JavaScript error occurred in the main process: oh'])
    const handled = await run(`process.on('uncaughtException', () => {})\n${throwing}`)
    expect(await handled.exited).toBe(0)
    expect(handled.violations()).toEqual([])
  })
})
