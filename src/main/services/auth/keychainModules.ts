import { Worker } from 'node:worker_threads'
import type { KeychainModuleName } from '#shared/contract/keychain.ts'
import type { KeyringAnswer, KeyringJob, KeyringRequest } from './keyring.worker.ts'

/** A native package that reads and writes the operating system's keychain. An operation may wait for an unlock dialog. */
export interface KeychainModule {
  readonly name: KeychainModuleName
  get(service: string, account: string): Promise<string | null>
  set(service: string, account: string, secret: string): Promise<void>
  delete(service: string, account: string): Promise<void>
}

/** The used part of keytar; declared here because the package is optional and may be missing. */
interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}
const KEYTAR: string = 'keytar'

/** keytar, which the specification names; null where it is not installed or its system library is missing. */
async function loadKeytar(): Promise<KeychainModule | null> {
  const loaded = (await import(/* @vite-ignore */ KEYTAR).catch(() => null)) as { default: Keytar } | null
  if (!loaded) return null
  const keytar = loaded.default
  return {
    name: 'keytar',
    get: (service, account) => keytar.getPassword(service, account),
    set: (service, account, secret) => keytar.setPassword(service, account, secret),
    async delete(service, account) {
      await keytar.deletePassword(service, account)
    },
  }
}

/** The keyring's thread ends after this idle time. */
const REST_MS = 30_000

/**
 * `@napi-rs/keyring` on a thread of its own, because its constructor waits up to two seconds for a Secret Service that
 * does not answer. Null where its binary does not load.
 */
async function loadKeyring(): Promise<KeychainModule | null> {
  const ask = createKeyringThread()
  const isLoaded = await ask({ action: 'load' }).then(
    () => true,
    () => false,
  )
  if (!isLoaded) return null
  return {
    name: '@napi-rs/keyring',
    get: (service, account) => ask({ action: 'get', service, account }),
    async set(service, account, secret) {
      await ask({ action: 'set', service, account, secret })
    },
    async delete(service, account) {
      await ask({ action: 'delete', service, account })
    },
  }
}

/** Runs requests on a thread, which starts with the first request and after each idle period. */
function createKeyringThread(): (request: KeyringRequest) => Promise<string | null> {
  const waiting = new Map<number, PromiseWithResolvers<string | null>>()
  let thread: Worker | null = null
  let lastId = 0
  let resting: NodeJS.Timeout | undefined

  const onIdle = (): void => {
    const idle = thread
    idle?.unref()
    resting = setTimeout(() => {
      thread = null
      void idle?.terminate()
    }, REST_MS).unref()
  }
  const start = (): Worker => {
    const worker = new Worker(new URL('./keyring.worker.ts', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
    })
    const onEnd = (error: unknown): void => {
      if (thread !== worker) return
      thread = null
      for (const job of waiting.values()) job.reject(error)
      waiting.clear()
    }
    worker.on('error', onEnd)
    worker.on('exit', () => onEnd(new Error('the keyring thread ended')))
    worker.on('message', (answer: KeyringAnswer) => {
      const job = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (waiting.size === 0) onIdle()
      if ('error' in answer) job?.reject(new Error(answer.error))
      else job?.resolve(answer.value)
    })
    return worker
  }
  return (request) => {
    const job = Promise.withResolvers<string | null>()
    const id = ++lastId
    clearTimeout(resting)
    thread ??= start()
    waiting.set(id, job)
    thread.ref()
    thread.postMessage({ id, request } satisfies KeyringJob)
    return job.promise
  }
}

let pendingCalls = 0
/** Whether a native call is pending; it may wait for an unlock dialog. */
export const isKeychainBusy = (): boolean => pendingCalls > 0

async function countPending<T>(call: Promise<T>): Promise<T> {
  pendingCalls += 1
  try {
    return await call
  } finally {
    pendingCalls -= 1
  }
}

const countCalls = (module: KeychainModule): KeychainModule => ({
  name: module.name,
  get: (service, account) => countPending(module.get(service, account)),
  set: (service, account, secret) => countPending(module.set(service, account, secret)),
  delete: (service, account) => countPending(module.delete(service, account)),
})

/** The modules that load on this machine: the first is used; the others may have entries written earlier. */
export async function loadKeychainModules(): Promise<KeychainModule[]> {
  // On macOS both modules use the same entries, so the second one has nothing of its own.
  const keytar = await loadKeytar()
  const isShared = keytar !== null && process.platform === 'darwin'
  const found = [keytar, isShared ? null : await loadKeyring()]
  return found.filter((module) => module !== null).map(countCalls)
}
