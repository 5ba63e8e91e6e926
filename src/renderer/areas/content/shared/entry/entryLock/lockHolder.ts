const PREFIX = 'sitecraft.entryLock.'

/** Holder names before the page was reloaded, by entry: after a reload, the window keeps its locks. */
const left = new Map<string, string>()
/** Holder names of the open forms, by entry. */
const open = new Map<string, string>()

// Stored only while the page reloads, so that a duplicated window does not get the same holder names.
window.addEventListener('pagehide', () => {
  for (const [entry, holder] of open) sessionStorage.setItem(PREFIX + entry, holder)
})
window.addEventListener('pageshow', clear)
for (const key of keysOf(sessionStorage)) left.set(key.slice(PREFIX.length), sessionStorage.getItem(key) ?? '')
clear()

/** The holder name of a form: the name before a reload, otherwise a new one. */
export const holderOf = (classId: number, id: number): string => left.get(`${classId}/${id}`) ?? crypto.randomUUID()

/** Registers the holder name of an open form. Returns a function that unregisters it. */
export function setHolder(classId: number, id: number, holder: string): () => void {
  const entry = `${classId}/${id}`
  left.delete(entry)
  open.set(entry, holder)
  return () => {
    if (open.get(entry) === holder) open.delete(entry)
  }
}

function clear(): void {
  for (const key of keysOf(sessionStorage)) sessionStorage.removeItem(key)
}

function keysOf(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_each, i) => storage.key(i) ?? '').filter((key) =>
    key.startsWith(PREFIX),
  )
}
