import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { CARD_HEIGHT } from './gridStyles.ts'

const useStyles = makeStyles({
  root: {
    minWidth: 0,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxSizing: 'border-box',
    // The browser lays out only the cards in view.
    contentVisibility: 'auto',
    containIntrinsicSize: `auto ${CARD_HEIGHT}px`,
    ':hover': { border: `1px solid ${tokens.colorNeutralStroke1Hover}` },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  inside: { position: 'relative', display: 'flex', flexDirection: 'column', minWidth: 0 },
  selected: {
    border: `1px solid ${tokens.colorCompoundBrandStroke}`,
    boxShadow: `0 0 0 1px ${tokens.colorCompoundBrandStroke}`,
    backgroundColor: tokens.colorSubtleBackgroundSelected,
  },
  // Large enough to be clicked without opening the picture.
  tick: {
    position: 'absolute',
    zIndex: 1,
    top: '8px',
    insetInlineStart: '8px',
    width: '20px',
    height: '20px',
    margin: 0,
    accentColor: tokens.colorCompoundBrandBackground,
    cursor: 'pointer',
  },
})

interface Props {
  name: string
  /** Index of the card on the page. */
  index: number
  /** Position of the card in the grid. */
  style: CSSProperties
  selected: boolean
  reachable: boolean
  onFocus: () => void
  /** Key events on the card itself, not on a button inside it. */
  onKey: (event: KeyboardEvent<HTMLElement>) => void
  /** shift: selects the range from the card toggled before. */
  onToggle: (shift: boolean) => void
  onOpen: () => void
  children: ReactNode
}

/** One card of a grid. A click outside of its buttons selects it, a double-click opens it. */
export function Card({ name, index, style, selected, reachable, onFocus, onKey, onToggle, onOpen, children }: Props) {
  const styles = useStyles()
  const isInner = ({ target }: MouseEvent): boolean =>
    target instanceof Element && target.closest('button, input') !== null
  return (
    <div
      role="row"
      className={mergeClasses(styles.root, selected && styles.selected)}
      style={style}
      aria-label={name}
      aria-rowindex={index + 1}
      aria-selected={selected}
      tabIndex={reachable ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={(event) => event.target === event.currentTarget && onKey(event)}
      onClick={(event) => !isInner(event) && onToggle(event.shiftKey)}
      onDoubleClick={(event) => !isInner(event) && onOpen()}
    >
      <div role="gridcell" className={styles.inside}>
        <input
          type="checkbox"
          className={styles.tick}
          aria-label={`选择 ${name}`}
          checked={selected}
          onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
        {children}
      </div>
    </div>
  )
}
