import { Badge, makeStyles, mergeClasses, Radio, RadioGroup, Subtitle2, Text, tokens } from '@fluentui/react-components'
import { DifferenceText } from '#renderer/ui/diff/DifferenceText.tsx'
import { mergedText, type MergePiece, type PieceSide } from './pieces.ts'
import { type Compare, type Difference, formatValue } from './compare.ts'

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
  theirs: '对方已修改',
  mine: '我已修改',
  both: '双方均已修改',
}

interface Props {
  row: Difference
  show?: NonNullable<Compare['show']>
  chosen: Side | undefined
  onChoose: (side: Side) => void
  /** The pieces of a text that can be merged piece by piece. */
  merge?: { pieces: readonly MergePiece[]; sides: readonly (PieceSide | undefined)[] } | undefined
  onMerge: (sides: (PieceSide | undefined)[]) => void
}

/** A field that differs: both values side by side, one of which is chosen. */
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
            const text = show?.(row.field, row[side]) ?? formatValue(row[side])
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
          show={(text) => show?.(row.field, text) ?? formatValue(text)}
          onChange={onMerge}
        />
      )}
    </section>
  )
}

const usePieceMergeStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalM, marginTop: tokens.spacingVerticalS },
  piece: { display: 'grid', gap: tokens.spacingVerticalXS },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  result: {
    maxHeight: '220px',
    overflowY: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
})

const PIECE_MERGE_CHANGED = { theirs: '对方已修改', mine: '我已修改', both: '双方均已修改' } as const

interface PieceMergeProps {
  title: string
  pieces: readonly MergePiece[]
  sides: readonly (PieceSide | undefined)[]
  /** Returns the readable text. */
  show: (text: string) => string
  onChange: (sides: (PieceSide | undefined)[]) => void
}

/** The pieces in which two versions differ, each with the choice of a side, and the result. */
function PieceMerge({ title, pieces, sides, show, onChange }: PieceMergeProps) {
  const styles = usePieceMergeStyles()
  const result = mergedText(pieces, sides)
  const choices = pieces.map((piece, at) => ({ piece, at })).filter(({ piece }) => piece.kind === 'choice')
  return (
    <div className={styles.root} role="group" aria-label={`${title}逐段合并`}>
      {choices.map(({ piece, at }, index) =>
        piece.kind === 'same' ? null : (
          <div key={at} className={styles.piece}>
            <div className={styles.head}>
              <Text weight="semibold">第 {index + 1} 处</Text>
              <Badge appearance="tint" color={piece.changed === 'both' ? 'warning' : 'informative'}>
                {PIECE_MERGE_CHANGED[piece.changed]}
              </Badge>
              <RadioGroup
                layout="horizontal"
                aria-label={`${title}第 ${index + 1} 处保留哪一个`}
                value={sides[at] ?? ''}
                onChange={(_event, { value }) => onChange(sides.with(at, value === 'theirs' ? 'theirs' : 'mine'))}
              >
                <Radio value="theirs" label="使用对方的内容" />
                <Radio value="mine" label="使用我的内容" />
              </RadioGroup>
            </div>
            <DifferenceText before={show(piece.theirs)} after={show(piece.mine)} />
          </div>
        ),
      )}
      <Text weight="semibold">合并结果</Text>
      <div className={styles.result} role="region" aria-label={`${title}合并结果`}>
        {result === null ? '还有未选择的修改' : show(result) || '（空）'}
      </div>
    </div>
  )
}
