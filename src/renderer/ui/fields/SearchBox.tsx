import { makeStyles, mergeClasses, SearchBox as FluentSearchBox } from '@fluentui/react-components'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'

const useStyles = makeStyles({ root: { width: '260px', maxWidth: '100%' }, wide: { width: '100%', maxWidth: 'none' } })

/** A search starts after this pause in typing, or at once on Enter. */
const PAUSE_MS = 300

interface Props {
  /** The current search text. */
  value: string
  onSearch: (text: string) => void
  placeholder?: string
  label?: string
  /** As wide as its container. */
  wide?: boolean
}

/** A search input; reports the trimmed text after a pause. */
export function SearchBox({ value, onSearch, placeholder = '搜索', label, wide = false }: Props) {
  const styles = useStyles()
  const [typed, setTyped] = useState(value)
  // During composition the text is not searched for.
  const [composing, setComposing] = useState(false)
  // The last text that this box searched for.
  const [lastSearch, setLastSearch] = useState(value)
  // Searches that `value` does not reflect yet. When `value` becomes one of them, it is a late echo and must not replace
  // newer input; any other value comes from outside (going back, clearing) and replaces the text.
  const [pendingSearches, setPendingSearches] = useState<readonly string[]>([])
  const [previousValue, setPreviousValue] = useState(value)
  if (previousValue !== value) {
    const at = pendingSearches.indexOf(value)
    setPreviousValue(value)
    setPendingSearches(pendingSearches.slice(at + 1))
    if (at < 0 && value !== lastSearch) {
      setLastSearch(value)
      setTyped(value)
      setPendingSearches([])
    }
  }
  const query = typed.trim()
  const isDue = query !== lastSearch && !composing

  const search = (): void => {
    setLastSearch(query)
    setPendingSearches([...pendingSearches, query])
    onSearch(query)
  }
  const searchAfterPause = useEffectEvent(search)
  useEffect(() => {
    if (!isDue) return undefined
    const timer = setTimeout(() => searchAfterPause(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isDue, query])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && isDue) search()
  }

  return (
    <FluentSearchBox
      className={mergeClasses(styles.root, wide && styles.wide)}
      value={typed}
      placeholder={placeholder}
      // B·§5: as much as the server takes.
      maxLength={254}
      aria-label={label ?? placeholder}
      dismiss={{ 'aria-label': '清空' }}
      onChange={(_event, data) => setTyped(data.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onKeyDown={onKeyDown}
    />
  )
}
