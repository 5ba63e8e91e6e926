import { mkdir } from 'node:fs/promises'
import { createVault, type Vault } from '../auth/vault.ts'
import { upgradeDataFormat } from '../dataFolder/dataFormat.ts'
import { createEvents } from '../events.ts'
import { restrictAccess } from '../dataFolder/restrictAccess.ts'
import { createGrants } from '../grants/grants.ts'
import type { AppState } from '../handlers/app.ts'
import type { HostOptions } from './hostOptions.ts'
import { createLog, logPath } from '../diagnostics/log.ts'
import { createOutgoing } from '../network/outgoing.ts'
import { openNetworkStore } from '../networkStore.ts'
import { loadPolicies } from '../policy/read.ts'
import { toNetworkRules, toServerRules, withoutKeychain } from '../policy/rules.ts'
import type { Ports, SecretStore } from '../ports.ts'
import { openSpool } from '../grants/spool.ts'

/** The basis of all services of a host. */
export type Base = Awaited<ReturnType<typeof openBase>>

/** Opens the data folder, log, policies, keychain and network. */
export async function openBase(ports: Ports, options: HostOptions) {
  const { dataDir, version, programFolder = process.cwd(), safe = false } = options
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await upgradeDataFormat(dataDir, version)
  const log = createLog(logPath(dataDir))
  log.info('program started', { version, host: ports.host, safe })
  await restrictAccess(dataDir, log)
  const startedAt = ports.clock.now().getTime()
  const events = createEvents(log)
  const grants = createGrants()
  const spool = await openSpool(dataDir, grants)
  const state: AppState = { unsaved: new Map(), safe }
  const report = await loadPolicies(options.policies ?? (async () => []))
  const { policies } = report
  for (const problem of report.problems) log.warn('policy ignored', { ...problem })
  const vaultOf = (secrets: SecretStore): Vault => createVault({ secrets, dataDir, log: log.area('session') })
  const vault = vaultOf(ports.secrets)
  const sessionVault = policies.KeepSignIn === false ? vaultOf(withoutKeychain) : vault
  const outgoing = createOutgoing({ env: process.env, system: ports.proxies })
  const managed = toNetworkRules(policies)
  const network = await openNetworkStore({ dataDir, vault, outgoing, managed, log: log.area('network') })
  return {
    ports,
    options,
    dataDir,
    version,
    programFolder,
    log,
    startedAt,
    events,
    emit: events.emit,
    grants,
    spool,
    state,
    report,
    policies,
    rules: toServerRules(policies),
    vault,
    sessionVault,
    outgoing,
    network,
  }
}
