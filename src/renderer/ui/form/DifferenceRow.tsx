import { Badge, makeStyles, mergeClasses, Radio, RadioGroup, Subtitle2, tokens } from '@fluentui/react-components'
import { PieceMerge } from './merge/PieceMerge.tsx'
import type { MergePiece, PieceSide } from './merge/pieces.ts'
import { type Compare, type Difference, inWords } from './compare.ts'

const useStyles = makeStyles({
  root: { paddingTop: tokens.spacingVerticalS, borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  radio: { marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})` },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  title: { margin: 0, overflowWrap: 'anywhere' },
  sides: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: tokens.spacingHorizontalM,
    width: '100%',
  },
  side: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  text: {
    flex: '1 1 auto',
    boxSizing: 'border-box',
    width: '100%',
    maxHeight: '180px',
    fieldSizing: 'content',
    resize: 'vertical',
    overflow: 'auto',
    overflowWrap: 'anywhere',
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  chosen: { border: `1px solid ${tokens.colorBrandStroke1}`, backgroundColor: tokens.colorBrandBackground2 },
  empty: { color: tokens.colorNeutralForeground3 },
})

export type Side = 'theirs' | 'mine' | 'merged'
const SIDES: readonly { side: 'theirs' | 'mine'; title: string }[] = [
  { side: 'theirs', title: '对方的内容' },
  { side: 'mine', title: '我的内容' },
]
const CHANGED: Record<Difference['changed'], string> = {
  theirs: '对方改过',
  mine: '我改过',
  both: '双方都改过',
}

interface Props {
  row: Difference
  show?: NonNullable<Compare['show']>
  chosen: Side | undefined
  onChoose: (side: Side) => void
  /** The text in pieces, where it can be merged by them. */
  merge?: { pieces: readonly MergePiece[]; sides: readonly (PieceSide | undefined)[] } | undefined
  onMerge: (sides: (PieceSide | undefined)[]) => void
}

/** One differing field: both contents side by side, one of them is taken. */
export function DifferenceRow({ row, show, chosen, onChoose, merge, onMerge }: Props) {
  const styles = useStyles()
  return (
    <section className={styles.root} aria-label={row.title}>
      <div className={styles.head}>
        <Subtitle2 as="h3" className={styles.title}>
          {row.title}
        </Subtitle2>
        <Badge appearance="tint" color={row.changed === 'both' ? 'warning' : 'informative'}>
          {CHANGED[row.changed]}
        </Badge>
      </div>
      <RadioGroup
        aria-label={`${row.title}保留哪一个`}
        value={chosen ?? ''}
        onChange={(_event, { value }) => onChoose(value === 'theirs' || value === 'merged' ? value : 'mine')}
      >
        <div className={styles.sides}>
          {SIDES.map(({ side, title }) => {
            const text = show?.(row.field, row[side]) ?? inWords(row[side])
            const look = mergeClasses(styles.text, chosen === side && styles.chosen, !text && styles.empty)
            return (
              <div key={side} className={styles.side}>
                <Radio className={styles.radio} value={side} label={title} />
                <textarea
                  className={look}
                  readOnly
                  rows={1}
                  aria-label={`${row.title}：${title}`}
                  value={text || '（空）'}
                />
              </div>
            )
          })}
        </div>
        {merge && <Radio className={styles.radio} value="merged" label="逐段合并" />}
      </RadioGroup>
      {merge && chosen === 'merged' && (
        <PieceMerge
          title={row.title}
          {...merge}
          show={(text) => show?.(row.field, text) ?? inWords(text)}
          onChange={onMerge}
        />
      )}
    </section>
  )
}
