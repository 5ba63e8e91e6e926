import { call } from '#renderer/data/client.ts'
import { tellRemoved } from './removed.ts'
import { writersElsewhere } from './writer.ts'

/** What a form could not give to this computer's program, kept in the browser of its page until it can. */
export interface BrowserDraft {
  /** Whose: connection and account. */
  owner: string
  key: string
  writer: string
  text: string
}

const STORE = 'drafts'
const at = ({ owner, key, writer }: Omit<BrowserDraft, 'text'>): string[] => [owner, key, writer]

let opening: Promise<IDBDatabase> | undefined
let handing: Promise<unknown> = Promise.resolve()

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'))
  })

function database(): Promise<IDBDatabase> {
  if (!('indexedDB' in globalThis)) return Promise.reject(new Error('the browser keeps nothing'))
  opening ??= (() => {
    const request = indexedDB.open('sitecraft drafts', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['owner', 'key', 'writer'] })
    return settled(request)
  })()
  return opening
}

const drafts = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  (await database()).transaction(STORE, mode).objectStore(STORE)

/** Rejects where the browser has no room or keeps nothing. */
export async function keepInBrowser(draft: BrowserDraft): Promise<void> {
  await settled((await drafts('readwrite')).put(draft))
}

/** Nothing there is fine. */
export async function dropFromBrowser(draft: Omit<BrowserDraft, 'text'>): Promise<void> {
  await drafts('readwrite').then(
    (store) => settled(store.delete(at(draft))),
    () => undefined,
  )
}

/**
 * Gives what the browser keeps of that account to this computer's program, which offers it in its form; what a form that
 * is open still writes is its own. What can't be given now stays for the next time.
 */
export function handOver(owner: string): Promise<unknown> {
  handing = handing.then(() => giveAll(owner)).catch(() => undefined)
  return handing
}

/** Resolves when nothing is on its way from the browser to the program. */
export const handedOver = (): Promise<unknown> => handing

async function giveAll(owner: string): Promise<void> {
  const all = (await settled((await drafts('readonly')).getAll())) as BrowserDraft[]
  const own = all.filter((draft) => draft.owner === owner)
  if (own.length === 0) return
  const open = await writersElsewhere()
  for (const draft of own.filter(({ writer }) => !open.has(writer))) {
    const { key, writer, text } = draft
    await call('localDrafts.put', { key, writer, text })
    await dropFromBrowser(draft)
  }
  tellRemoved()
}
