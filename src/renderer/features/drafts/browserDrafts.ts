import { call } from '#renderer/data/client.ts'
import { notifyDraftRemoved } from './removed.ts'
import { findOpenWriters } from './writer.ts'

/** A draft that the host could not take, stored in the page's browser until it can. */
interface BrowserDraft {
  /** Connection and account. */
  owner: string
  key: string
  writer: string
  text: string
}

const STORE = 'drafts'
const at = ({ owner, key, writer }: Omit<BrowserDraft, 'text'>): string[] => [owner, key, writer]

let opening: Promise<IDBDatabase> | undefined
let transfer: Promise<unknown> = Promise.resolve()

const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'))
  })

function database(): Promise<IDBDatabase> {
  if (!('indexedDB' in globalThis)) return Promise.reject(new Error('the browser keeps nothing'))
  opening ??= (() => {
    const request = indexedDB.open('sitecraft drafts', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['owner', 'key', 'writer'] })
    return toPromise(request)
  })()
  return opening
}

const drafts = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  (await database()).transaction(STORE, mode).objectStore(STORE)

/** Stores a draft; rejects when the browser has no free space or no storage. */
export async function saveInBrowser(draft: BrowserDraft): Promise<void> {
  await toPromise((await drafts('readwrite')).put(draft))
}

/** Removes a draft, if there is one. */
export async function dropFromBrowser(draft: Omit<BrowserDraft, 'text'>): Promise<void> {
  await drafts('readwrite').then(
    (store) => toPromise(store.delete(at(draft))),
    () => undefined,
  )
}

/**
 * Transfers the account's drafts from the browser to the host, which offers them in their forms. Skips drafts of open
 * forms, which write them themselves; a draft that can't be transferred now stays for the next time.
 */
export function transferToHost(owner: string): Promise<unknown> {
  transfer = transfer.then(() => transferAll(owner)).catch(() => undefined)
  return transfer
}

/** Resolves when no transfer is running. */
export const transferEnd = (): Promise<unknown> => transfer

async function transferAll(owner: string): Promise<void> {
  const all = (await toPromise((await drafts('readonly')).getAll())) as BrowserDraft[]
  const ownDrafts = all.filter((draft) => draft.owner === owner)
  if (ownDrafts.length === 0) return
  const open = await findOpenWriters()
  for (const draft of ownDrafts.filter(({ writer }) => !open.has(writer))) {
    const { key, writer, text } = draft
    await call('localDrafts.put', { key, writer, text })
    await dropFromBrowser(draft)
  }
  notifyDraftRemoved()
}
