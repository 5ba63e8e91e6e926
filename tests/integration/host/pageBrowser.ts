import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { enterHost } from '#tests/setup/enterHost.ts'

// A browser's process, as the host starts it for a window: notes the address beside the host's data, enters as its page
// does, and listens until the host ends.
const given = (name: string): string =>
  process.argv.find((argument) => argument.startsWith(name))?.slice(name.length) ?? ''
const address = given('--app=')
await appendFile(join(given('--user-data-dir='), '../opened.txt'), `${address}\n`)
const entered = await enterHost(address)
const asked = await fetch(`${entered.origin}/stream`, { method: 'POST', headers: entered })
const { data } = (await asked.json()) as { data: { path: string } }
const stream = await fetch(entered.origin + data.path, { headers: { cookie: entered.cookie } })
await stream.text().catch(() => '')
