import { makeStyles, SearchBox as FluentSearchBox } from '@fluentui/react-components'
import { useEffect, useState } from 'react'

const useStyles = makeStyles({ root: { width: '260px', maxWidth: '100%' } })

/** Searching starts when the typing rests this long, or at once on Enter. */
const REST_MS = 300

interface Props {
  /** The text that is searched for now. */
  value: string
  onSearch: (text: string) => void
  placeholder?: string
  label?: string
}

/** A search text, trimmed. */
export function SearchBox({ value, onSearch, placeholder = '搜索', label }: Props) {
  const styles = useStyles()
  const [typed, setTyped] = useState(value)
  const wanted = typed.trim()

  useEffect(() => {
    if (wanted === value) return undefined
    const timer = setTimeout(() => onSearch(wanted), REST_MS)
    return () => clearTimeout(timer)
  }, [wanted, value, onSearch])

  return (
    <FluentSearchBox
      className={styles.root}
      value={typed}
      placeholder={placeholder}
      aria-label={label ?? placeholder}
      dismiss={{ 'aria-label': '清空' }}
      onChange={(_event, data) => setTyped(data.value)}
      onKeyDown={(event) => event.key === 'Enter' && wanted !== value && onSearch(wanted)}
    />
  )
}
