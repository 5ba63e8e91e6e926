import { useEffect, useMemo } from 'react'
import { MULTI_LEVEL } from '#shared/domain/relationMark.ts'
import { someOf } from '#shared/util/lists.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { operations, type OutputOf } from '#shared/contract/registry.ts'

const KEY = 'sitecraft.dictionaries'
type Dictionaries = OutputOf<'dictionary.page'>

interface Cached {
  /** Connection, account and site. */
  owner: string
  page: unknown
}

/** B·§7: the dictionaries last read in this window for the owner; shown until the server has answered. */
function cachedDictionaries(owner: string): Dictionaries | undefined {
  try {
    const cached = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Cached | null
    return cached?.owner === owner ? operations['dictionary.page'].output.parse(cached.page) : undefined
  } catch {
    return undefined
  }
}

/** Caches the dictionaries of one owner until the window is closed. */
function cacheDictionaries(owner: string, page: Dictionaries): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ owner, page } satisfies Cached))
  } catch {
    // The browser's storage is full: without a cache the server is asked each time.
    sessionStorage.removeItem(KEY)
  }
}

/** The kind of dictionary that a field's dictionary type (1–5) uses. */
export type DictionaryKind = 'flat' | 'multi-level'
export const dictionaryKind = (type: number): DictionaryKind => (type === MULTI_LEVEL ? 'multi-level' : 'flat')

interface DictionaryOption {
  id: number
  title: string
  /** A few of its values. */
  hint: string
}

/** A·§9: the dictionary cache holds this many. */
const SIZE = 1000
const summarize = (values: readonly string[]): string => someOf(values, 6, ' 等 N 项')

/** The dictionaries for fields of a site; multi-level ones are the top entries of their trees. */
export function useDictionaries(siteId: number, kind: DictionaryKind) {
  const session = useSession()
  const owner = session ? `${session.connection?.id ?? ''} ${session.username} ${siteId}` : ''
  const flat = useRead(
    'dictionary.page',
    { page: 1, size: SIZE, ...(siteId === 0 ? {} : { siteId }) },
    { enabled: kind === 'flat', quiet: true },
  )
  useEffect(() => {
    if (owner && flat.data) cacheDictionaries(owner, flat.data)
  }, [owner, flat.data])
  const cached = useMemo(() => (owner ? cachedDictionaries(owner) : undefined), [owner])
  const flatPage = flat.data ?? (flat.error ? undefined : cached)
  const tree = useRead('classify.getTree', { id: 0 }, { enabled: kind === 'multi-level', quiet: true })
  const options: DictionaryOption[] | undefined =
    kind === 'flat'
      ? flatPage?.content.map(({ id, title, value }) => ({ id, title, hint: summarize(value) }))
      : tree.data?.map(({ id, title, child }) => ({ id, title, hint: summarize(child.map((entry) => entry.title)) }))
  const { data, error, refetch } = kind === 'flat' ? flat : tree
  /** Whether the options are up to date: a dictionary that they lack does not exist. */
  const current = data !== undefined
  return { options, current, error, retry: () => void refetch() }
}
