import crypto from 'node:crypto'
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import electron from 'electron/package.json' with { type: 'json' }

// Loaded before the entry of a utility process: what such a process has besides Node, and what it has not.

/** Never ends by itself, unlike a Node process whose loop is empty. */
setInterval(() => undefined, 60_000)

const send = process.send?.bind(process)
const port = new EventEmitter()
process.on('message', (data) => port.emit('message', { data, ports: [] }))
process.on('disconnect', () => process.exit())
Object.assign(port, { postMessage: (message: unknown) => void send?.(message), start: () => undefined })
Object.assign(process, { parentPort: port, type: 'utility', send: undefined })
Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: electron.version } })

/** BoringSSL's, as Electron has it. */
const CIPHERS = /^(aes-?(128|192|256)-?(cbc|ctr|ecb|gcm|ofb)|des-|rc4|rc2-)/i
for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
  const made = crypto[name] as (...args: unknown[]) => unknown
  Object.assign(crypto, {
    [name](...args: unknown[]) {
      if (!CIPHERS.test(String(args[0]))) throw new Error(`Unknown cipher: ${String(args[0])}`)
      return made(...args)
    },
  })
}
syncBuiltinESMExports()
