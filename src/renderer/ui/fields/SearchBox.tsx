import { makeStyles, mergeClasses, SearchBox as FluentSearchBox } from '@fluentui/react-components'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'

const useStyles = makeStyles({ root: { width: '260px', maxWidth: '100%' }, wide: { width: '100%', maxWidth: 'none' } })

/** Searching starts when the typing rests this long, or at once on Enter. */
const REST_MS = 300

interface Props {
  /** The text that is searched for now. */
  value: string
  onSearch: (text: string) => void
  placeholder?: string
  label?: string
  /** As wide as the place that it stands in. */
  wide?: boolean
}

/** A search input; reports the trimmed text after a pause. */
export function SearchBox({ value, onSearch, placeholder = '搜索', label, wide = false }: Props) {
  const styles = useStyles()
  const [typed, setTyped] = useState(value)
  // During composition the text is not searched for.
  const [composing, setComposing] = useState(false)
  // The last text that this box has searched for.
  const [asked, setAsked] = useState(value)
  // Searches whose result has not arrived yet. When `value` becomes one of them, that is a late answer and must not
  // replace what was typed since; any other value comes from outside (going back, clearing) and does.
  const [awaited, setAwaited] = useState<readonly string[]>([])
  const [known, setKnown] = useState(value)
  if (known !== value) {
    const at = awaited.indexOf(value)
    setKnown(value)
    setAwaited(awaited.slice(at + 1))
    if (at < 0 && value !== asked) {
      setAsked(value)
      setTyped(value)
      setAwaited([])
    }
  }
  const wanted = typed.trim()
  const waiting = wanted !== asked && !composing

  const search = (): void => {
    setAsked(wanted)
    setAwaited([...awaited, wanted])
    onSearch(wanted)
  }
  const rested = useEffectEvent(search)
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(() => rested(), REST_MS)
    return () => clearTimeout(timer)
  }, [waiting, wanted])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && waiting) search()
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
