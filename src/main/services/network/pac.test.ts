import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createPacScripts } from './pac.ts'

test(
  'a script that never ends is run once, not for every request, until it is forgotten',
  { timeout: 60_000 },
  async () => {
    let read = 0
    const server = createServer((_request, response) => {
      read += 1
      response.end('function FindProxyForURL() { for (;;); }')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const script = `http://127.0.0.1:${(server.address() as AddressInfo).port}/proxy.pac`
    const scripts = createPacScripts(() => ({}))
    const find = () => scripts.find(script, new URL('http://example.test/'))
    for (let time = 0; time < 4; time++) await expect(find()).rejects.toMatchObject({ code: 'SITECRAFT_PAC' })
    expect(read).toBe(1)
    scripts.invalidate()
    await expect(find()).rejects.toThrow('用不了')
    expect(read).toBe(2)
  },
)
