import { ENTER_FRAGMENT, ENTER_PATH, PAGE_SECRET_HEADER, PAGE_SECRET_KEY } from '#shared/security/pageSecret.ts'
import { createEmitter } from '#shared/util/observable.ts'

/** Timeout for the answer of another tab, ms; a frozen tab never answers. */
const TAB_ANSWER_TIMEOUT_MS = 1500

/** `fresh`: the secret comes from a launch address, and replaces any other. */
type Message = { ask: true; not: string | null } | { secret: string; fresh: boolean }

/** Emitted when the page gets a new secret, from its address or from another tab. */
export const secretReceived = createEmitter()

let secret: string | null = null
let pendingSecret: Promise<string | null> | undefined
let channel: BroadcastChannel | undefined

/**
 * The secret with which this page calls the host: from the launch address, from before a reload, or from another tab;
 * null when none has one.
 */
export function pageSecret(): Promise<string | null> {
  if (secret !== null) return Promise.resolve(secret)
  pendingSecret ??= findSecret().finally(() => (pendingSecret = undefined))
  return pendingSecret
}

/** Called when the host refuses the secret: asks other tabs for another one; null when there is none. */
export function forgetSecret(refused: string): Promise<string | null> {
  if (secret === refused) {
    secret = null
    sessionStorage.removeItem(PAGE_SECRET_KEY)
  }
  return secret === null ? askTabs(refused) : Promise.resolve(secret)
}

export const secretHeader = (value: string): Record<string, string> => ({ [PAGE_SECRET_HEADER]: value })

async function findSecret(): Promise<string | null> {
  connectTabs()
  return (await readFromAddress()) ?? readFromStorage() ?? (await askTabs(null))
}

/** Exchanges the one-time code in the launch address for the secret, and removes it from the address. */
async function readFromAddress(): Promise<string | null> {
  if (!location.hash.startsWith(ENTER_FRAGMENT)) return null
  const code = location.hash.slice(ENTER_FRAGMENT.length)
  history.replaceState(history.state, '', location.pathname + location.search)
  const answer = await fetch(ENTER_PATH, { method: 'POST', credentials: 'same-origin', body: code })
  if (!answer.ok) return null
  const { data } = (await answer.json()) as { data: { secret: string } }
  storeSecret(data.secret)
  postToTabs({ secret: data.secret, fresh: true })
  return data.secret
}

function readFromStorage(): string | null {
  secret = sessionStorage.getItem(PAGE_SECRET_KEY)
  return secret
}

/** @param not a secret that the host has refused */
function askTabs(not: string | null): Promise<string | null> {
  postToTabs({ ask: true, not })
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      stop()
      resolve(secret)
    }
    const timer = setTimeout(end, TAB_ANSWER_TIMEOUT_MS)
    const stop = secretReceived.on(end)
  })
}

const postToTabs = (message: Message): void => channel?.postMessage(message)

/** Connects the tabs of the same origin, port included. */
function connectTabs(): void {
  if (channel || !('BroadcastChannel' in globalThis)) return
  channel = new BroadcastChannel('sitecraft page')
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('ask' in data) {
      if (secret !== null && secret !== data.not) postToTabs({ secret, fresh: false })
    } else if (data.fresh || secret === null) storeSecret(data.secret)
  }
}

function storeSecret(value: string): void {
  secret = value
  sessionStorage.setItem(PAGE_SECRET_KEY, value)
  secretReceived.emit()
}
