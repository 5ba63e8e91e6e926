import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useCallback, useRef } from 'react'
import type { Part } from '#shared/contract/parts.ts'
import { useRowFocus } from '#renderer/ui/table/useRowFocus.ts'

const useStyles = makeStyles({
  scroller: { overflow: 'auto', minHeight: 0, borderRight: `1px solid ${tokens.colorNeutralStroke2}` },
  line: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 84px 120px',
    gap: tokens.spacingHorizontalM,
    alignItems: 'center',
    height: '32px',
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalL,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  chosen: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  muted: { color: tokens.colorNeutralForeground3 },
})

/** Identifies a part: name and version. */
export const keyOf = ({ name, version }: Part): string => `${name}@${version}`

interface Props {
  parts: readonly Part[]
  /** Key of the part whose text is shown. */
  selectedKey: string
  onChoose: (part: Part) => void
}

/** A list of parts with version and licence; arrow keys move the focus, Enter selects. */
export function PartList({ parts, selectedKey, onChoose }: Props) {
  const styles = useStyles()
  const list = useRef<HTMLDivElement>(null)
  const scrollTo = useCallback(
    (index: number) => list.current?.children[index]?.scrollIntoView({ block: 'nearest' }),
    [],
  )
  const focus = useRowFocus(list, parts.length, scrollTo)
  return (
    <div ref={list} className={styles.scroller} role="listbox" aria-label="部件">
      {parts.map((part, index) => (
        <div
          key={keyOf(part)}
          role="option"
          aria-selected={keyOf(part) === selectedKey}
          data-row={index}
          tabIndex={index === focus.current ? 0 : -1}
          className={mergeClasses(styles.line, keyOf(part) === selectedKey && styles.chosen)}
          onFocus={() => focus.setCurrent(index)}
          onClick={() => onChoose(part)}
          onKeyDown={(event) => {
            if (focus.move(event, index) || (event.key !== 'Enter' && event.key !== ' ')) return
            event.preventDefault()
            onChoose(part)
          }}
        >
          <span className={styles.text} title={part.name}>
            {part.name}
          </span>
          <span className={mergeClasses(styles.text, styles.muted)}>{part.version}</span>
          <span className={mergeClasses(styles.text, styles.muted)} title={part.license}>
            {part.license || '未注明'}
          </span>
        </div>
      ))}
    </div>
  )
}
