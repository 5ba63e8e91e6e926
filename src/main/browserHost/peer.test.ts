import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { belongsToOtherUser, findOwner } from './peer.ts'

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
const row = (from: string, to: string, user: number): string =>
  `   1: ${from} ${to} 01 00000000:00000000 00:00000000 00000000  ${user}        0 4711 1 0000 20 4 30 10 -1\n`
const PAIR = { remotePort: 0xc350, localPort: 0x1f90 }

it('whose connection it is stands in the system’s tables, of IPv4 and within IPv6', () => {
  const mapped = '0000000000000000FFFF00000100007F'
  expect(findOwner(HEAD + row('0100007F:C350', '0100007F:1F90', 1001), PAIR)).toBe(1001)
  expect(findOwner(HEAD + row(`${mapped}:C350`, `${mapped}:1F90`, 1002), PAIR)).toBe(1002)
  // The other end of the same connection, and the same ports on another address.
  expect(findOwner(HEAD + row('0100007F:1F90', '0100007F:C350', 1001), PAIR)).toBeNull()
  expect(findOwner(HEAD + row('0A00000A:C350', '0B00000A:1F90', 1001), PAIR)).toBeNull()
  expect(findOwner('', PAIR)).toBeNull()
})

async function listening() {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const accepted = once(server, 'connection').then(([socket]) => {
    onTestFinished(() => void (socket as Socket).destroy())
    return socket as Socket
  })
  return { port, accepted }
}

it('one’s own processes are let in', async () => {
  const { port, accepted } = await listening()
  const own = connect(port, '127.0.0.1')
  onTestFinished(() => void own.destroy())
  expect(await belongsToOtherUser(await accepted)).toBe(false)
})

// Only root can start a process as somebody else.
it.runIf(process.platform === 'linux' && process.getuid?.() === 0)('another person’s are not', async () => {
  const { port, accepted } = await listening()
  const other = spawn('/bin/bash', ['-c', `exec 3<>/dev/tcp/127.0.0.1/${port}; read -u 3`], {
    uid: 65_534,
    gid: 65_534,
    cwd: '/',
  })
  onTestFinished(() => void other.kill('SIGKILL'))
  expect(await belongsToOtherUser(await accepted)).toBe(true)
})
