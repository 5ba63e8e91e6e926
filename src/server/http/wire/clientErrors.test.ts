import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('what is no request', (server) => {
  const send = async (bytes: string): Promise<{ head: string; body: unknown }> => {
    const { hostname, port } = new URL(server().url)
    const socket = connect(Number(port), hostname)
    socket.write(bytes)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    return { head, body: JSON.parse(body) }
  }

  it('is answered as every other error is, and the connection closed', async () => {
    const { head, body } = await send('this is no HTTP\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\ncontent-type: application\/json; charset=utf-8/)
    expect(head).toContain('connection: close')
    expect(body).toEqual({ code: 400, msg: '请求不符合 HTTP 格式，请检查客户端或代理', data: null })
    const framed = await send(
      'POST /api/x HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    )
    expect(framed.body).toMatchObject({ code: 400, msg: expect.stringMatching(/\p{Script=Han}/u) })
  })

  it('also when its headers are too long', async () => {
    const { head, body } = await send(`GET /health HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`)
    expect(head).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large/)
    expect(body).toMatchObject({ code: 413, msg: expect.stringContaining('过长'), data: null })
    expect((await server().nobody.fetch('health')).status).toBe(200)
  })

  it('writes nothing into the answer to a request before it', async () => {
    const { hostname, port } = new URL(server().url)
    const socket = connect(Number(port), hostname)
    socket.write('GET /ready HTTP/1.1\r\nhost: a\r\n\r\nthis is no HTTP\r\n\r\n')
    const answers = await text(socket)
    expect(answers.match(/HTTP\/1\.1 /g)?.length ?? 0).toBeLessThanOrEqual(1)
  })
})
