import { X509Certificate } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import tls from 'node:tls'
import { type NetworkForm, networkForm, type NetworkStatus } from '#shared/contract/network.ts'
import { fieldError } from '#shared/errors/index.ts'
import { Mutex } from '#shared/util/mutex.ts'
import type { Vault } from './auth/vault.ts'
import { writeDurably } from './files/durable.ts'
import { jsonFile } from './files/jsonFile.ts'
import { writeError } from './files/writeError.ts'
import type { Logger } from './types.ts'
import type { Outgoing } from './network/outgoing.ts'
import { isUsableAddress } from './network/proxy.ts'
import { parseCertificates, checkClientCertificate } from './network/trust.ts'

/** Vault ids of the two secrets; no connection has such an id. */
const PASSWORD = 'network-proxy'
const PASSPHRASE = 'network-client'
const DEFAULTS: NetworkForm = networkForm.parse({})

/** Settings of the administrator; these fields can't be changed here. */
type ManagedNetwork = Partial<Pick<NetworkForm, NetworkStatus['managed'][number]>>

export interface NetworkStore {
  status(): Promise<NetworkStatus>
  save(form: NetworkForm): Promise<NetworkStatus>
  clearPassword(): Promise<NetworkStatus>
  setClient(pfx: Buffer, passphrase: string): Promise<NetworkStatus>
  clearClient(): Promise<NetworkStatus>
  /** Environment variables that give a server process the same proxy settings; '' removes a variable. */
  environment(): Promise<Record<string, string>>
}

/**
 * The network settings in dataDir/network.json, the client certificate (which has its own password) beside them, the
 * passwords in the keychain. Changes apply from the next request.
 */
export async function openNetworkStore(deps: {
  dataDir: string
  vault: Vault
  outgoing: Outgoing
  managed: ManagedNetwork
  log: Logger
}): Promise<NetworkStore> {
  const { dataDir, vault, outgoing, managed, log } = deps
  const file = jsonFile(join(dataDir, 'network.json'), networkForm, DEFAULTS, log)
  const pfxPath = join(dataDir, 'client-certificate.pfx')
  const caPath = join(dataDir, 'authorities.pem')
  const mutex = new Mutex()

  const settings = async (): Promise<NetworkForm> => ({ ...(await file.read()), ...managed, password: '' })
  const apply = async (): Promise<void> => {
    const form = await settings()
    const password = form.username ? ((await vault.get(PASSWORD)) ?? '') : ''
    outgoing.configure({
      ...form,
      credentials: form.username ? `${form.username}:${password}` : '',
      authorities: parseCertificates(form.authorities),
      client: await readClient(pfxPath, vault, log),
    })
  }
  const status = async (): Promise<NetworkStatus> => ({
    form: await settings(),
    hasPassword: (await vault.get(PASSWORD)) !== null,
    client: describeCertificate(await readClient(pfxPath, vault, log)),
    lasting: await vault.isPersistent(),
    managed: Object.keys(managed) as NetworkStatus['managed'],
  })
  const change = (work: () => Promise<unknown>): Promise<NetworkStatus> =>
    mutex.run(async () => {
      await work()
      await apply()
      return status()
    })
  vault.onRecovered(() => mutex.run(apply))
  await apply().catch((error: unknown) => log.error('network settings not in force', { error }))

  return {
    status,
    save: (form) =>
      change(async () => {
        checkForm(form)
        const { password, ...kept } = { ...form, ...managed }
        await file.update(() => ({ ...kept, password: '' }))
        if (password !== '') await vault.set(PASSWORD, password)
        if (kept.username === '') await vault.clear(PASSWORD)
      }),
    clearPassword: () => change(() => vault.clear(PASSWORD)),
    setClient: (pfx, passphrase) =>
      change(async () => {
        const problem = checkClientCertificate(pfx, passphrase)
        if (problem) throw fieldError('invalid', /密码/.test(problem) ? 'passphrase' : 'pfx', problem)
        await writeDurably(pfxPath, pfx).catch((error: unknown) => {
          throw writeError(error, pfxPath) ?? error
        })
        await vault.set(PASSPHRASE, passphrase)
      }),
    clearClient: () =>
      change(async () => {
        await rm(pfxPath, { force: true })
        await vault.clear(PASSPHRASE)
      }),
    async environment() {
      const form = await settings()
      const authorities = parseCertificates(form.authorities)
      if (authorities.length > 0) await writeDurably(caPath, authorities.join('\n'))
      const ca: Record<string, string> = authorities.length > 0 ? { SITECRAFT_CA_CERTS: caPath } : {}
      return { ...ca, ...(await proxyEnvironment(form, outgoing, await vault.get(PASSWORD))) }
    },
  }
}

interface ClientCertificate {
  pfx: Buffer
  passphrase: string
}

async function readClient(pfxPath: string, vault: Vault, log: Logger): Promise<ClientCertificate | null> {
  const pfx = await readFile(pfxPath).catch(() => null)
  const passphrase = pfx && (await vault.get(PASSPHRASE))
  if (!pfx || passphrase === null) return null
  const problem = checkClientCertificate(pfx, passphrase)
  if (problem) log.warn('the client certificate can not be used', { problem })
  return problem ? null : { pfx, passphrase }
}

/** A server process that has no settings of its own uses the proxy that applies to an internet address. */
const INTERNET_ADDRESS = new URL('https://example.com/')

async function proxyEnvironment(
  form: NetworkForm,
  outgoing: Outgoing,
  password: string | null,
): Promise<Record<string, string>> {
  const decided = await outgoing.findRoutes(INTERNET_ADDRESS).catch(() => null)
  const proxy = decided?.routes[0] ?? null
  if (!proxy) return form.mode === 'system' ? {} : { HTTPS_PROXY: '', HTTP_PROXY: '', https_proxy: '', http_proxy: '' }
  const url = new URL(`${proxy.secure ? 'https' : 'http'}://proxy`)
  url.hostname = proxy.host.includes(':') ? `[${proxy.host}]` : proxy.host
  url.port = String(proxy.port)
  const [user = '', ...rest] = (proxy.auth || (form.username && `${form.username}:${password ?? ''}`)).split(':')
  url.username = user
  url.password = rest.join(':')
  const both = { HTTPS_PROXY: url.href, HTTP_PROXY: url.href, https_proxy: url.href, http_proxy: url.href }
  return form.mode === 'system' ? both : { ...both, NO_PROXY: form.exceptions, no_proxy: form.exceptions }
}

function checkForm(form: NetworkForm): void {
  if (form.mode === 'manual' && !isUsableAddress(form.address)) {
    throw fieldError('invalid', 'address', '代理地址应为 主机:端口 或 http://主机:端口，用户名和密码请在下方填写')
  }
  if (form.authorities !== '' && parseCertificates(form.authorities).length === 0) {
    throw fieldError('invalid', 'authorities', '内容中没有可读取的证书，请粘贴完整的 PEM 文本')
  }
}

/** Subject and issuer of the certificate; the password never leaves the services. */
function describeCertificate(client: ClientCertificate | null): NetworkStatus['client'] {
  if (!client) return null
  // Undocumented in Node: without it the certificate is used, but not described.
  const context = tls.createSecureContext(client).context as { getCertificate?: () => Buffer | null } | undefined
  const raw = context?.getCertificate?.()
  if (!raw) return { subject: '', issuer: '', validTo: '' }
  const { subject, issuer, validToDate } = new X509Certificate(raw)
  return { subject: toOneLine(subject), issuer: toOneLine(issuer), validTo: validToDate.toISOString().slice(0, 10) }
}

export const toOneLine = (name: string): string => name.split('\n').join('，')
