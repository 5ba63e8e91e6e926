import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { WarningFilled } from '@fluentui/react-icons'
import { useEffect, useRef } from 'react'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { WordFinder } from '#shared/domain/sensitiveWords.ts'
import { describeForbidden, findMark } from './hits.ts'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalXXS, margin: 0, padding: 0, listStyle: 'none' },
  hit: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorStatusWarningBackground1,
    color: tokens.colorStatusWarningForeground1,
  },
  excerpt: { color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
})

interface Props {
  hits: readonly SensitiveHit[]
  label: string
  /** Whether this is the first field with hits, which is scrolled into view. */
  first: boolean
  onReplace: (hit: SensitiveHit) => void
  /** Selects the next occurrence of the word; by default in the inputs above. */
  onShow?: (word: string) => void
}

/** Lists the sensitive words of a field, with an excerpt and a button to replace the word. */
export function HitNotes({ hits, label, first, onReplace, onShow }: Props) {
  const styles = useStyles()
  const list = useRef<HTMLUListElement>(null)
  const selectInInputs = (word: string): void => {
    const place = list.current?.parentElement
    if (place) selectNextOccurrence(place, word)
  }
  useEffect(() => {
    // Scrolls to the parent, so that the field above the notes is visible too.
    if (first) list.current?.parentElement?.scrollIntoView?.({ block: 'nearest' })
  }, [first])
  return (
    <ul ref={list} className={styles.list} aria-label={`${label}中的敏感词`}>
      {hits.map((hit) => (
        <li key={hit.word} className={styles.hit}>
          <WarningFilled />
          <Text weight="semibold">
            敏感词“{hit.word}”{hit.times > 1 && ` × ${hit.times}`}
          </Text>
          <Excerpt hit={hit} />
          {hit.forbids && <Text weight="semibold">{describeForbidden(hit.forbids)}</Text>}
          <Button size="small" aria-label={`定位“${hit.word}”`} onClick={() => (onShow ?? selectInInputs)(hit.word)}>
            定位
          </Button>
          <Button size="small" onClick={() => onReplace(hit)}>
            {hit.propWord ? `替换为“${hit.propWord}”` : '删除该词'}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Excerpt({ hit }: { hit: SensitiveHit }) {
  const styles = useStyles()
  const { excerpt } = hit
  const [at, end] = findMark(hit)
  if (at < 0) return <span className={styles.excerpt}>{excerpt}</span>
  return (
    <span className={styles.excerpt}>
      {excerpt.slice(0, at)}
      <mark>{excerpt.slice(at, end)}</mark>
      {excerpt.slice(end)}
    </span>
  )
}

/** Selects the next occurrence of a word, in any spelling, in the inputs of an element. */
function selectNextOccurrence(place: HTMLElement, word: string): void {
  const finder = new WordFinder([{ sensitiveWord: word, propWord: '' }])
  const inputs = [...place.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[type="text"], textarea')]
  const found = inputs.flatMap((input) => finder.find(input.value).map(({ start, end }) => ({ input, start, end })))
  const isShown = ({ input, start, end }: (typeof found)[number]): boolean =>
    input.selectionStart === start && input.selectionEnd === end && end > start
  const next = found[found.findIndex(isShown) + 1] ?? found[0]
  if (!next) return
  next.input.setSelectionRange(next.start, next.end)
  next.input.focus()
}
