import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** Tables of the connections on this computer, with the user of each. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'] as const
const ROOT_USER = 0

/** A connection on this computer, by its ports. */
interface Pair {
  remotePort: number
  localPort: number
}

/**
 * The user whose process opened a connection to this computer's loopback address; null when the table lacks it.
 * @param table text of /proc/net/tcp or tcp6
 */
export function findOwner(table: string, { remotePort, localPort }: Pair): number | null {
  const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0')
  const [from, to] = [`:${hex(remotePort)}`, `:${hex(localPort)}`]
  for (const line of table.split('\n').slice(1)) {
    const [, local = '', remote = '', , , , , user = ''] = line.trim().split(/\s+/)
    if (local.endsWith(from) && remote.endsWith(to) && isLoopback(local) && isLoopback(remote)) return Number(user)
  }
  return null
}

/** 127.0.0.1 in the tables' format, also inside IPv6. */
const isLoopback = (address: string): boolean => /^(0{16}FFFF0000)?0100007F:/.test(address)

/**
 * Whether the connection comes from a process of another user of this computer. The launch address is among the
 * browser's arguments, which every user can read on Linux. On other systems users can't be distinguished: false.
 */
export async function belongsToOtherUser(socket: Pick<Socket, 'remotePort' | 'localPort'>): Promise<boolean> {
  const own = process.getuid?.()
  const { remotePort, localPort } = socket
  if (process.platform !== 'linux' || own === undefined || !remotePort || !localPort) return false
  for (const path of TABLES) {
    const owner = findOwner(await readFile(path, 'latin1').catch(() => ''), { remotePort, localPort })
    // Root can read everything anyway; a user who started with sudo opens the page as himself.
    if (owner !== null) return owner !== own && owner !== ROOT_USER && owner !== Number(process.env.SUDO_UID)
  }
  return false
}
