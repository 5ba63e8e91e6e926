const PREFIX = 'sitecraft.entryLock.'

/** Names of forms that were open when this page was left, by their entries: a reload is no other window. */
const left = new Map<string, string>()
/** Names of the open forms, by their entries. */
const open = new Map<string, string>()

// Kept only while the page is between two lives: the copy of a window gets no names of its forms.
window.addEventListener('pagehide', () => {
  for (const [entry, holder] of open) sessionStorage.setItem(PREFIX + entry, holder)
})
window.addEventListener('pageshow', clear)
for (const key of keysOf(sessionStorage)) left.set(key.slice(PREFIX.length), sessionStorage.getItem(key) ?? '')
clear()

/** The name under which a form holds its entry: the one that it had before a reload, else a new one. */
export const holderOf = (classId: number, id: number): string => left.get(`${classId}/${id}`) ?? crypto.randomUUID()

/** From now on, and until the function that it returns is called, the form is open under this name. */
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
