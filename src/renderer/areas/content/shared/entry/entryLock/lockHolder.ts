const PREFIX = 'sitecraft.entryLock.'

/** Holder names before the page was reloaded, by entry: after a reload, the window keeps its locks. */
const holdersBeforeReload = new Map<string, string>()
/** Holder names of the open forms, by entry. */
const openHolders = new Map<string, string>()

// Stored only while the page reloads, so that a duplicated window does not get the same holder names.
window.addEventListener('pagehide', () => {
  for (const [entry, holder] of openHolders) sessionStorage.setItem(PREFIX + entry, holder)
})
window.addEventListener('pageshow', clearStoredHolders)
for (const key of keysOf(sessionStorage))
  holdersBeforeReload.set(key.slice(PREFIX.length), sessionStorage.getItem(key) ?? '')
clearStoredHolders()

/** The holder name of a form: the name before a reload, otherwise a new one. */
export const findHolder = (classId: number, id: number): string =>
  holdersBeforeReload.get(`${classId}/${id}`) ?? crypto.randomUUID()

/** Registers the holder name of an open form. Returns a function that unregisters it. */
export function registerHolder(classId: number, id: number, holder: string): () => void {
  const entry = `${classId}/${id}`
  holdersBeforeReload.delete(entry)
  openHolders.set(entry, holder)
  return () => {
    if (openHolders.get(entry) === holder) openHolders.delete(entry)
  }
}

function clearStoredHolders(): void {
  for (const key of keysOf(sessionStorage)) sessionStorage.removeItem(key)
}

function keysOf(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_each, i) => storage.key(i) ?? '').filter((key) =>
    key.startsWith(PREFIX),
  )
}
