import { randomBytes } from 'node:crypto'
import { AppError } from '#shared/errors/index.ts'
import type { SecretStore } from '../ports.ts'

/** The part of keytar that is used; declared here because the package is optional and may be missing. */
interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

const PACKAGE: string = 'keytar'
const SERVICE = 'sitecraft'
/** A keychain that waits for an unlock dialog nobody sees would hang the program. */
const TIMEOUT = 4000

/**
 * The operating system's keychain through keytar (stack.md). Available only if a set, get and delete round trip
 * succeeds within the timeout.
 */
export function createKeychain(service = SERVICE): SecretStore {
  let probe: Promise<Keytar | null> | null = null
  const ready = (): Promise<Keytar | null> => (probe ??= load(service))
  const keytar = async (): Promise<Keytar> => {
    const loaded = await ready()
    if (!loaded) throw new AppError('unavailable', '本机没有可用的系统钥匙串')
    return loaded
  }
  return {
    available: async () => (await ready()) !== null,
    get: async (account) => within((await keytar()).getPassword(service, account)),
    set: async (account, secret) => within((await keytar()).setPassword(service, account, secret)),
    clear: async (account) => {
      await within((await keytar()).deletePassword(service, account))
    },
  }
}

async function load(service: string): Promise<Keytar | null> {
  try {
    const loaded = (await import(/* @vite-ignore */ PACKAGE)) as { default: Keytar }
    const keytar = loaded.default
    const account = `probe-${randomBytes(6).toString('hex')}`
    await within(keytar.setPassword(service, account, account))
    const back = await within(keytar.getPassword(service, account))
    await within(keytar.deletePassword(service, account))
    return back === account ? keytar : null
  } catch {
    return null
  }
}

function within<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<T>()
  const timer = setTimeout(() => reject(new AppError('timeout', '系统钥匙串没有回应，请解锁后重试')), TIMEOUT)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
