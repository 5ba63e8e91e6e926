import { parentPort } from 'node:worker_threads'

export type KeyringRequest =
  | { action: 'load' }
  | { action: 'get' | 'delete'; service: string; account: string }
  | { action: 'set'; service: string; account: string; secret: string }
export interface KeyringJob {
  id: number
  request: KeyringRequest
}
export type KeyringAnswer = { id: number; value: string | null } | { id: number; error: string }

/** The used part of `@napi-rs/keyring`; its binary may be missing. */
interface Keyring {
  AsyncEntry: new (
    service: string,
    account: string,
    options: { linux: { store: 'secret-service' } },
  ) => {
    getSecret(): Promise<number[] | null>
    setSecret(secret: Uint8Array): Promise<void>
    deleteCredential(): Promise<boolean>
  }
}
const PACKAGE: string = '@napi-rs/keyring'
// Without this option the package falls back to the kernel's keyring, which forgets everything when the machine restarts.
const OPTIONS = { linux: { store: 'secret-service' } } as const

const loading = (import(/* @vite-ignore */ PACKAGE) as Promise<Keyring>).catch((error: unknown) => error)

async function run(request: KeyringRequest): Promise<string | null> {
  const keyring = await loading
  if (!isKeyring(keyring)) throw keyring
  if (request.action === 'load') return null
  const entry = new keyring.AsyncEntry(request.service, request.account, OPTIONS)
  if (request.action === 'delete') await entry.deleteCredential()
  // Bytes, because the package writes text as UTF-16 on Windows, where an entry is limited to 2,560 bytes.
  if (request.action === 'set') await entry.setSecret(Buffer.from(request.secret, 'utf8'))
  if (request.action !== 'get') return null
  const secret = await entry.getSecret()
  return secret && Buffer.from(secret).toString('utf8')
}

const isKeyring = (loaded: unknown): loaded is Keyring =>
  typeof loaded === 'object' && loaded !== null && 'AsyncEntry' in loaded

parentPort?.on('message', ({ id, request }: KeyringJob) => {
  run(request).then(
    (value) => parentPort?.postMessage({ id, value } satisfies KeyringAnswer),
    (error: unknown) =>
      parentPort?.postMessage({
        id,
        error: error instanceof Error ? error.message : String(error),
      } satisfies KeyringAnswer),
  )
})
