import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { makeAuthority } from '#tests/fakes/authority.ts'
import { startCompanyProxy } from '#tests/fakes/companyProxy.ts'

const PROBE = `
import { applyProxies, trustSystemCertificates } from '#server/process/network.ts'
import { isProxied } from '#server/http/wire/proxyRules.ts'
applyProxies(process.env)
trustSystemCertificates()
const url = new URL(process.argv[1])
console.log(isProxied(url), await fetch(url).then((answer) => answer.text(), (error) => String(error.cause?.code ?? error)))
`

/** What a server with this environment gets from an address, and whether it believes that a proxy stands between. */
async function asked(address: string, env: Record<string, string>): Promise<string> {
  const args = ['--input-type=module', '-e', PROBE, address]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } })
  return stdout.trim()
}

it('the server asks others by the proxy of its environment, trusting the authorities that it names', async () => {
  const authority = makeAuthority()
  const service = createServer(authority.server('DNS:api.corp.test'), (_request, response) => response.end('answer'))
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const proxy = await startCompanyProxy()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-outgoing-'))
  onTestFinished(async () => {
    service.closeAllConnections()
    service.close()
    await proxy.close()
    await rm(folder, { recursive: true, force: true })
  })
  proxy.knows('api.corp.test', (service.address() as AddressInfo).port)
  proxy.wants = 'zhang:geheim'
  const ca = path.join(folder, 'ca.pem')
  await writeFile(ca, authority.root)
  const HTTPS_PROXY = proxy.url.replace('//', '//zhang:geheim@')
  const address = 'https://api.corp.test/v1'

  expect(await asked(address, { HTTPS_PROXY, NODE_EXTRA_CA_CERTS: ca })).toBe('true answer')
  expect(proxy.asked).toEqual(['CONNECT api.corp.test:443'])
  // Electron takes the former away from its processes.
  expect(await asked(address, { HTTPS_PROXY, SITECRAFT_CA_CERTS: ca })).toBe('true answer')
  // A file with no certificate in it does no harm.
  const broken = path.join(folder, 'broken.pem')
  await writeFile(broken, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
  expect(await asked(address, { HTTPS_PROXY, SITECRAFT_CA_CERTS: broken })).toMatch(/^true (UNABLE|SELF_SIGNED)/)
  // Unknown to the system: not trusted without being named.
  expect(await asked(address, { HTTPS_PROXY })).toMatch(/^true (UNABLE|SELF_SIGNED)/)
  expect(await asked(address, { HTTPS_PROXY, NO_PROXY: '.corp.test', NODE_EXTRA_CA_CERTS: ca })).toMatch(/^false E/)
  expect(await asked(`https://127.0.0.1:${(service.address() as AddressInfo).port}/`, { HTTPS_PROXY })).toMatch(
    /^false /,
  )
  expect(proxy.asked).toHaveLength(4)
})
