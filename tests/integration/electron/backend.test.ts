import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp, type BuiltApp } from './buildApp.ts'
import { startSession, type Session } from './session.ts'

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

describe('the built-in server of the desktop program (stand-in for Electron, not Electron itself)', () => {
  it('runs in a utility process, and the first run is signed in by itself', async () => {
    expect(await main.invoke('session.status')).toMatchObject({ ok: true, data: { state: 'none' } })
    expect(await main.invoke('connections.use', { id: 'builtin' })).toMatchObject({
      ok: true,
      data: { state: 'signed-in', username: 'admin' },
    })
    const [[entry, args] = []] = await main.called('utilityProcess.fork')
    expect(entry).toBe(`${app.path}/out/main/server.js`)
    expect(args).toEqual(expect.arrayContaining(['--host', '127.0.0.1', '--data', `${main.dataDir}/server`]))
    expect(await main.invoke('site.page', { page: 1, size: 10 })).toMatchObject({ ok: true, code: 200 })
  })

  it('ends with the program', async () => {
    await main.invoke('connections.use', { id: 'builtin' })
    const record = JSON.parse(await readFile(join(main.dataDir, 'backend.json'), 'utf8')) as { port: number }
    const url = `http://127.0.0.1:${record.port}/`
    expect((await fetch(url)).status).toBeGreaterThan(0)
    await main.ask('quit').catch(() => undefined)
    expect(await main.exited).toBe(0)
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })
})
