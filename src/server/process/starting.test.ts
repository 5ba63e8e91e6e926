import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { answerWhileStarting } from './starting.ts'

const HOST = '127.0.0.1'

/** A port that nobody has at the moment. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, HOST, resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

it('says while the server starts that the process lives and takes nothing yet, then frees the port', async () => {
  const port = await freePort()
  const starting = await answerWhileStarting({ host: HOST, port })
  const ask = async (path: string) => {
    const answer = await fetch(`http://${HOST}:${port}/${path}`)
    return [answer.status, await answer.json()]
  }
  expect(await ask('health')).toEqual([200, { status: 'ok' }])
  expect(await ask('ready')).toEqual([503, { status: 'starting' }])
  expect(await ask('api/cebest-cms/site/page')).toMatchObject([503, { code: 503, msg: '服务器正在启动，请稍后再试' }])
  await starting?.end()
  const next = createServer()
  await new Promise<void>((resolve, reject) => next.once('error', reject).listen(port, HOST, resolve))
  await new Promise((resolve) => next.close(resolve))
})

it('leaves a taken port to the server itself, which says so', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, HOST, resolve))
  const { port } = other.address() as AddressInfo
  expect(await answerWhileStarting({ host: HOST, port })).toBeNull()
  expect(await answerWhileStarting({ host: HOST, port: 0 })).toBeNull()
  await new Promise((resolve) => other.close(resolve))
})
