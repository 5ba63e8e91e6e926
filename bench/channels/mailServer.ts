import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Accepts and discards every message; sends its port to the parent process. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData(stream, _session, done) {
    stream.on('end', () => done()).resume()
  },
})
server.on('error', () => undefined)
server.listen(0, '127.0.0.1', () => process.send?.((server.server.address() as AddressInfo).port))
